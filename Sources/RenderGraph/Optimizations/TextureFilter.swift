/// How much of the content a pixel must take in, from the cheapest to the most expensive.
package enum TextureFilter: UInt8, CaseIterable, Comparable {
  /// One bilinear sample: no pixel is longer than a texel and a fifth, or wider than one and a tenth.
  case single
  /// Two, known for a whole triangle: pixels are longer than that, no longer than about two texels and no wider than a
  /// sample reaches. It is what a row has there, and nothing for pixels that are shorter.
  case pair
  /// Several in a row, as each pixel needs them: pixels are longer than a sample reaches, but no wider. Where a single sample
  /// would do, it is the same to a step of 8 bits.
  case row
  /// Several in a row, from mipmaps: pixels are larger than a sample reaches in every direction. The same where a row would
  /// do.
  case mipmapped

  package static func < (a: TextureFilter, b: TextureFilter) -> Bool { a.rawValue < b.rawValue }
}
