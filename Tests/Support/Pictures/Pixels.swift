import MeshTransform

/// One RGBA pixel, 0...255 a channel.
typealias Pixel = SIMD4<UInt8>

extension Image {
  /// Makes every pixel from its column and row.
  init(_ width: Int, _ height: Int, alpha: Image.Alpha = .opaque, pixel: (Int, Int) -> Pixel) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * width * height)
    for y in 0..<height {
      for x in 0..<width {
        let p = pixel(x, y)
        bytes += [p.x, p.y, p.z, p.w]
      }
    }
    self.init(size: PixelSize(width, height), alpha: alpha, bytes: bytes)
  }

  subscript(x: Int, y: Int) -> Pixel {
    precondition(x >= 0 && y >= 0 && x < size.width && y < size.height, "[\(x), \(y)] is outside \(size)")
    let i = 4 * (y * size.width + x)
    return Pixel(bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3])
  }

  /// Whether alpha differs by at most `limit` from that of each of the eight neighbors: no edge comes near the pixel.
  func isAlphaSteady(_ x: Int, _ y: Int, within limit: Int) -> Bool {
    (max(y - 1, 0)...min(y + 1, size.height - 1)).allSatisfy { row in
      (max(x - 1, 0)...min(x + 1, size.width - 1)).allSatisfy { column in
        abs(Int(self[column, row].w) - Int(self[x, y].w)) <= limit
      }
    }
  }

  /// The part of the picture from column `x` and row `y` on.
  func cropped(x: Int, y: Int, width: Int, height: Int) -> Image {
    Image(width, height, alpha: alpha) { self[x + $0, y + $1] }
  }

  /// Mirrored left to right, top to bottom, or both.
  func mirrored(x mirrorsX: Bool, y mirrorsY: Bool) -> Image {
    Image(size.width, size.height, alpha: alpha) { x, y in
      self[mirrorsX ? size.width - 1 - x : x, mirrorsY ? size.height - 1 - y : y]
    }
  }
}

extension Image {
  static func solid(_ width: Int, _ height: Int, _ pixel: Pixel) -> Image {
    Image(width, height, alpha: pixel.w == 255 ? .opaque : .straight) { _, _ in pixel }
  }

  /// Opaque pixels without any regularity; the same for the same seed.
  static func noise(_ width: Int, _ height: Int, seed: UInt64 = 1) -> Image {
    var random = SplitMix64(seed: seed)
    return Image(width, height) { _, _ in
      let r = random.next()
      return Pixel(UInt8(r & 255), UInt8(r >> 8 & 255), UInt8(r >> 16 & 255), 255)
    }
  }

  /// Straight pixels without any regularity, alpha 0...255.
  static func translucentNoise(_ width: Int, _ height: Int, seed: UInt64 = 2) -> Image {
    var random = SplitMix64(seed: seed)
    return Image(width, height, alpha: .straight) { _, _ in
      let r = random.next()
      return Pixel(UInt8(r & 255), UInt8(r >> 8 & 255), UInt8(r >> 16 & 255), UInt8(r >> 24 & 255))
    }
  }

  /// Opaque, exactly linear in x and y, so that bilinear sampling is exact between texel centers: red `4x`, green
  /// `4y`, blue `2x + 2y`. At most 64 pixels a side.
  static func ramp(_ width: Int = 64, _ height: Int = 64) -> Image {
    precondition(width <= 64 && height <= 64, "a ramp's values end at 255")
    return Image(width, height) { x, y in Pixel(UInt8(4 * x), UInt8(4 * y), UInt8(2 * x + 2 * y), 255) }
  }

  /// What ``ramp(_:_:)`` is at `(u, v)` in texels, texel centers at halves.
  static func rampValue(_ u: Double, _ v: Double) -> SIMD4<Double> {
    SIMD4(4 * (u - 0.5), 4 * (v - 0.5), 2 * (u - 0.5) + 2 * (v - 0.5), 255)
  }
}

extension Pixel {
  /// The largest difference in a channel.
  func distance(to other: SIMD4<Double>) -> Double {
    let d = SIMD4<Double>(self) - other
    return Swift.max(Swift.max(abs(d.x), abs(d.y)), Swift.max(abs(d.z), abs(d.w)))
  }
}
