extension Image {
  /// The image with colors times alpha: `round(c * a / m)` with the largest value m, 255 or 65,535; exact for every
  /// pair.
  ///
  /// Works in place if no other value shares the bytes. Opaque and premultiplied images are returned unchanged; a
  /// straight image with every alpha m becomes opaque. Colors under alpha 0 become 0.
  public consuming func premultiplied() -> Image {
    guard alpha == .straight else { return self }
    let (size, depth, profile, density) = (size, depth, colorProfile, pixelDensity)
    var bytes = takeBytes()
    if bytes.withUnsafeBytes({ Image.isOpaque($0, depth) }) {
      return Image(
        size: size, alpha: .opaque, depth: depth, bytes: bytes, colorProfile: profile, pixelDensity: density)
    }
    bytes.withUnsafeMutableBytes { depth == .eight ? Image.premultiply($0) : Image.premultiply16($0) }
    return Image(
      size: size, alpha: .premultiplied, depth: depth, bytes: bytes, colorProfile: profile,
      pixelDensity: density)
  }

  /// The image with colors divided by alpha: `round(c * m / a)` with the largest value m, halves up, at most m. Colors
  /// under alpha 0 become 0.
  ///
  /// Works in place if no other value shares the bytes. Opaque and straight images are returned unchanged.
  /// Premultiplying again gives the same bytes, if no color exceeded its alpha.
  public consuming func straightened() -> Image {
    guard alpha == .premultiplied else { return self }
    let (size, depth, profile, density) = (size, depth, colorProfile, pixelDensity)
    var bytes = takeBytes()
    bytes.withUnsafeMutableBytes { Image.straighten(UnsafeRawBufferPointer($0), into: $0, depth) }
    return Image(
      size: size, alpha: .straight, depth: depth, bytes: bytes, colorProfile: profile, pixelDensity: density)
  }

  /// The bytes, without a reference left in this value, so that a change copies them only if they are shared.
  private consuming func takeBytes() -> [UInt8] {
    let taken = bytes
    self = Image(size: PixelSize(1, 1), alpha: .opaque, bytes: [0, 0, 0, 255])
    return taken
  }
}

extension Image {
  /// Whether every alpha is the largest value.
  package var hasOpaquePixels: Bool { bytes.withUnsafeBytes { Image.isOpaque($0, depth) } }

  private static func isOpaque(_ pixels: UnsafeRawBufferPointer, _ depth: Depth) -> Bool {
    depth == .eight ? isOpaque(pixels) : isOpaque16(pixels)
  }

  /// Divides the colors of premultiplied RGBA pixels by their alpha; `source` and `target` may be the same bytes.
  /// - Precondition: a whole number of pixels; as many bytes in both.
  package static func straighten(
    _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer, _ depth: Depth
  ) {
    depth == .eight ? straighten(source, into: target) : straighten16(source, into: target)
  }

  /// Whether every alpha of RGBA pixels is 255. Compares block by block, because a loop with an exit at each pixel is
  /// not vectorized.
  private static func isOpaque(_ pixels: UnsafeRawBufferPointer) -> Bool {
    let (count, block) = (pixels.count / 4, 4096)
    for start in stride(from: 0, to: count, by: block) {
      var common: UInt32 = 0xFF00_0000
      for index in start..<min(start + block, count) {
        common &= UInt32(littleEndian: pixels.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
      }
      if common >> 24 != 255 { return false }
    }
    return true
  }

  /// Multiplies the colors of RGBA pixels by their alpha, in place.
  /// - Precondition: a whole number of pixels.
  package static func premultiply(_ pixels: UnsafeMutableRawBufferPointer) {
    precondition(pixels.count % 4 == 0, "RGBA pixels are four bytes each")
    for index in 0..<pixels.count / 4 {  // a plain count: a stride is not vectorized
      let offset = index &* 4
      let pixel = UInt32(littleEndian: pixels.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      // Two 16-bit lanes per word. A 255 in the lane of alpha gives round(255 * a / 255) = a.
      let alpha = pixel >> 24
      let redBlue = scaled(pixel & 0x00FF_00FF, by: alpha)
      let greenAlpha = scaled((pixel >> 8) & 0x0000_00FF | 0x00FF_0000, by: alpha)
      let result = redBlue | greenAlpha << 8
      pixels.storeBytes(of: result.littleEndian, toByteOffset: offset, as: UInt32.self)
    }
  }

  /// `round(lane * alpha / 255)` in both lanes, by Blinn's formula: with t = p + 128, it is `(t + t / 256) / 256`
  /// for every product p of two bytes; the sums stay below 65,536.
  @inline(__always) private static func scaled(_ lanes: UInt32, by alpha: UInt32) -> UInt32 {
    let t = lanes &* alpha &+ 0x0080_0080
    return ((t &+ ((t >> 8) & 0x00FF_00FF)) >> 8) & 0x00FF_00FF
  }

  /// Divides the colors of premultiplied RGBA pixels by their alpha; `source` and `target` may be the same bytes.
  /// - Precondition: a whole number of pixels; as many bytes in both.
  package static func straighten(_ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer)
  {
    precondition(source.count % 4 == 0, "RGBA pixels are four bytes each")
    precondition(source.count == target.count, "as many bytes to write as to read")
    let (count, block) = (source.count / 4, SIMD8<UInt32>.scalarCount)
    reciprocals.withUnsafeBufferPointer { reciprocals in
      var index = 0
      while index < count {
        let offset = index &* 4
        // Most pixels of a picture are opaque or empty, and stay as they are.
        if index &+ block <= count {
          let pixels = source.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt32>.self)
          let opaque = SIMD8(repeating: UInt32(0xFF00_0000).littleEndian)
          if all(pixels & opaque .== opaque) || all(pixels .== .zero) {
            target.storeBytes(of: pixels, toByteOffset: offset, as: SIMD8<UInt32>.self)
            index &+= block
            continue
          }
        }
        index &+= 1
        let pixel = UInt32(littleEndian: source.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        let alpha = pixel >> 24
        var result = pixel
        if alpha != 255 {
          let reciprocal = reciprocals[Int(alpha)]
          result = divided(pixel & 0xFF, by: alpha, reciprocal)
          result |= divided((pixel >> 8) & 0xFF, by: alpha, reciprocal) << 8
          result |= divided((pixel >> 16) & 0xFF, by: alpha, reciprocal) << 16
          result |= alpha << 24
        }
        target.storeBytes(of: result.littleEndian, toByteOffset: offset, as: UInt32.self)
      }
    }
  }

  /// `floor((255 * c + a / 2) / a)`, at most 255, without a division: the numerator has 16 bits and the divisor 8, so
  /// that the product with `ceil(2^24 / a)`, shifted by 24 bits, is exact (Granlund and Montgomery 1994).
  @inline(__always)
  private static func divided(_ color: UInt32, by alpha: UInt32, _ reciprocal: UInt64) -> UInt32 {
    let quotient = (UInt64(255 &* color &+ alpha >> 1) &* reciprocal) >> 24
    return UInt32(truncatingIfNeeded: min(quotient, 255))
  }

  /// `ceil(2^24 / a)` for a in 1...255; 0 for a = 0, which makes its colors 0.
  private static let reciprocals: [UInt64] = (0..<256).map { $0 == 0 ? 0 : ((1 << 24) + $0 - 1) / $0 }
}
