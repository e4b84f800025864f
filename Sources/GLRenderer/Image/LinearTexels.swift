import MeshTransform

/// An image as linear light, premultiplied, four 16-bit floats a pixel: what a texture holds where blending is linear.
struct LinearTexels {
  let size: PixelSize
  /// The bits of the floats, RGBA.
  let halves: [UInt16]

  init(_ image: Image) {
    size = image.size
    let table = image.alpha == .premultiplied ? Self.premultiplied : Self.straight
    let count = 4 * image.size.area
    halves = [UInt16](unsafeUninitializedCapacity: count) { halves, filled in
      image.bytes.withUnsafeBytes { bytes in
        table.withUnsafeBufferPointer { table in
          for pixel in stride(from: 0, to: count, by: 4) {
            let alpha = Int(bytes[pixel + 3])
            for channel in pixel..<pixel + 3 { halves[channel] = table[alpha << 8 | Int(bytes[channel])] }
            // Alpha is linear already: the value at full light.
            halves[pixel + 3] = table[alpha << 8 | (image.alpha == .premultiplied ? alpha : 255)]
          }
        }
      }
      filled = count
    }
  }

  private init(size: PixelSize, halves: [UInt16]) { (self.size, self.halves) = (size, halves) }

  /// The next level of a mipmap, each pixel the mean of the exact area that it covers; nil when there is none.
  func halved() -> LinearTexels? {
    guard size.width > 1 || size.height > 1 else { return nil }
    let half = PixelSize(max(1, size.width / 2), max(1, size.height / 2))
    let columns = (0..<half.width).map { MipChain.Taps($0, from: size.width, to: half.width) }
    var result: [UInt16] = []
    result.reserveCapacity(4 * half.area)
    for y in 0..<half.height {
      let rows = MipChain.Taps(y, from: size.height, to: half.height)
      for taps in columns {
        var sum = SIMD4<Float>.zero
        for (row, rowWeight) in rows.weighted {
          for (column, weight) in taps.weighted { sum += self[column, row] * (rowWeight * weight) }
        }
        for channel in 0..<4 { result.append(Float16(sum[channel]).bitPattern) }
      }
    }
    return LinearTexels(size: half, halves: result)
  }

  private subscript(x: Int, y: Int) -> SIMD4<Float> {
    let first = 4 * (y * size.width + x)
    func light(_ channel: Int) -> Float { Float(Float16(bitPattern: halves[first + channel])) }
    return SIMD4(light(0), light(1), light(2), light(3))
  }

  /// By alpha and encoded value, each 0...255.
  private static let straight = table { alpha, value in decoded[value] * Double(alpha) / 255 }

  /// By alpha and encoded value times alpha; colors beyond their alpha count as full.
  private static let premultiplied = table { alpha, value in
    guard alpha > 0 else { return 0 }
    return SRGBCurve.decoded(Double(value) / Double(alpha)) * Double(alpha) / 255
  }

  private static let decoded = (0..<256).map { SRGBCurve.decoded(Double($0) / 255) }

  private static func table(_ light: (_ alpha: Int, _ value: Int) -> Double) -> [UInt16] {
    (0..<65_536).map { Float16(light($0 >> 8, $0 & 255)).bitPattern }
  }
}
