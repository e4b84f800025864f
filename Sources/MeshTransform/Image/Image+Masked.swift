extension Image {
  /// The image with each pixel's alpha times the share that a mask keeps there, rounded to 8 bits; of premultiplied images
  /// all four channels. Opaque images become straight ones.
  /// - `mode`: luminance is that of encoded values.
  /// - Precondition: both images have one size and 8 bits a channel, and the mode is a share of alpha; see
  ///   ``mayMask(_:_:)``.
  package func masked(by mask: Image, _ mode: Layer.MaskMode) -> Image {
    precondition(mask.mayMask(self, mode), "a mask has the size of the image and 8 bits a channel")
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

  /// Whether this image can mask another one of 8 bits a channel: see ``masked(by:_:)``.
  package func mayMask(_ image: Image, _ mode: Layer.MaskMode) -> Bool {
    depth == .eight && image.depth == .eight && size == image.size && mode != .none && mode != .shade
  }
}
