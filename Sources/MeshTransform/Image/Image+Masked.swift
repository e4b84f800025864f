extension Image {
  /// The product of the image and a mask, rounded to 8 bits. The share that the mask keeps of a pixel multiplies its alpha; in
  /// a premultiplied image it multiplies all four channels. The product of an opaque image has straight alpha.
  /// - `mode`: the mode of the mask. It computes luminance from encoded values.
  /// - Precondition: both images have one size and 8 bits a channel, and the mode is a share of alpha; see
  ///   ``mayMask(_:_:)``.
  package func masked(by mask: Image, _ mode: Layer.MaskMode) -> Image {
    precondition(mask.mayMask(self, mode), "a mask has the size of the image and 8 bits a channel")
    let (mask, usesLuminance, isInverted) = (mask.premultiplied(), mode.usesLuminance, mode.isInverted)
    var result = bytes
    result.withUnsafeMutableBytes { pixels in
      // Pointers instead of arrays, since checks for bounds would take as long as the arithmetic.
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
