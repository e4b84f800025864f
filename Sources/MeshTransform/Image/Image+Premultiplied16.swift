/// Premultiplication of pixels with 16 bits per channel.
extension Image {
  /// Whether every alpha of RGBA pixels is 65,535.
  static func isOpaque16(_ pixels: UnsafeRawBufferPointer) -> Bool {
    (0..<pixels.count / 8).allSatisfy { pixel16(pixels, $0).w == .max }
  }

  /// Multiplies the colors of RGBA pixels by their alpha, in place: `round(c * a / 65535)`.
  static func premultiply16(_ pixels: UnsafeMutableRawBufferPointer) {
    for index in 0..<pixels.count / 8 {
      let pixel = SIMD4<UInt32>(truncatingIfNeeded: pixel16(UnsafeRawBufferPointer(pixels), index))
      // Blinn's formula for 16 bits: with t = p + 32768, it is (t + t / 65536) / 65536 for every product p; the sum
      // stays below 2^32.
      let t = SIMD4(pixel.x, pixel.y, pixel.z, 65_535) &* pixel.w &+ 32_768
      let scaled = (t &+ (t &>> 16)) &>> 16
      pixels.storeBytes(
        of: SIMD4<UInt16>(truncatingIfNeeded: scaled), toByteOffset: 8 * index, as: SIMD4<UInt16>.self)
    }
  }

  /// Divides the colors of premultiplied RGBA pixels by their alpha: `floor((65535 c + a / 2) / a)`, at most 65,535,
  /// and 0 where alpha is 0.
  static func straighten16(_ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) {
    precondition(source.count == target.count, "as many bytes to write as to read")
    for index in 0..<source.count / 8 {
      var pixel = pixel16(source, index)
      let alpha = UInt32(pixel.w)
      if alpha == 0 {
        pixel = .zero
      } else if alpha < 65_535 {
        for channel in 0..<3 {
          let quotient = (UInt32(pixel[channel]) &* 65_535 &+ alpha / 2) / alpha
          pixel[channel] = UInt16(min(quotient, 65_535))
        }
      }
      target.storeBytes(of: pixel, toByteOffset: 8 * index, as: SIMD4<UInt16>.self)
    }
  }

  @inline(__always)
  private static func pixel16(_ pixels: UnsafeRawBufferPointer, _ index: Int) -> SIMD4<UInt16> {
    pixels.loadUnaligned(fromByteOffset: 8 * index, as: SIMD4<UInt16>.self)
  }
}
