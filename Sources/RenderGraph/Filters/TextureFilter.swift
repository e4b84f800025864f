/// The texture filters, cheapest first.
package enum TextureFilter: UInt8, CaseIterable, Comparable {
  /// One bilinear tap, for pixels of at most 1.2 texels in length and 1.1 in width.
  case oneTap
  /// Two taps along one direction for a whole triangle, for longer pixels of at most 2.4 texels that are no wider than
  /// one tap reaches. The anisotropic filter has the same taps there. Shorter pixels need another filter.
  case twoTaps
  /// Anisotropic filtering with as many taps in a line as each pixel needs, for pixels that are longer than one tap
  /// reaches, but no wider. It equals one tap, to a step of 8 bits, where one tap is enough.
  case anisotropic
  /// Anisotropic filtering with mipmaps, for pixels that are larger than one tap reaches in every direction. It equals
  /// `anisotropic` where that is enough.
  case mipmapped

  package static func < (a: TextureFilter, b: TextureFilter) -> Bool { a.rawValue < b.rawValue }
}
