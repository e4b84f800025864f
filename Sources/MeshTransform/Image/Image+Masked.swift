extension Image {
  /// The image with each pixel's alpha times the share that a mask keeps there, rounded to 8 bits; of premultiplied images
  /// all four channels. Opaque images become straight ones.
  /// - `mask`: of the same size. Luminance is that of encoded values.
  /// - `mode`: not `shade`, which is no share of alpha.
  /// - Returns: nil where one of both has 16 bits a channel, or for other sizes and modes.
  package func masked(by mask: Image, _ mode: Layer.MaskMode) -> Image? {
    guard depth == .eight, mask.depth == .eight, size == mask.size, mode != .none, mode != .shade else {
      return nil
    }
    let (mask, usesLuminance, isInverted) = (mask.premultiplied(), mode.usesLuminance, mode.isInverted)
    var result = bytes
    result.withUnsafeMutableBytes { pixels in
      // Checks for bounds would take as long as all else.
      mask.bytes.withUnsafeBytes { shares in
        for first in stride(from: 0, to: pixels.count, by: 4) {
          func channel(_ index: Int) -> Int { Int(shares[first + index]) }
          var share =
            usesLuminance
            ? (2126 * channel(0) + 7152 * channel(1) + 722 * channel(2) + 5000) / 10000 : channel(3)
          if isInverted { share = 255 - share }
          for index in alpha == .premultiplied ? 0..<4 : 3..<4 {
            pixels[first + index] = UInt8((Int(pixels[first + index]) * share + 127) / 255)
          }
        }
      }
    }
    return Image(
      size: size, alpha: alpha == .premultiplied ? .premultiplied : .straight, bytes: result,
      colorProfile: colorProfile, pixelDensity: pixelDensity)
  }
}
