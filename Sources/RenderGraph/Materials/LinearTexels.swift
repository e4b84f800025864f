import MeshTransform

/// The texels of an image in linear light: premultiplied, four 16-bit floats a pixel. Textures hold them where blending
/// is linear.
package struct LinearTexels {
  package let size: PixelSize
  /// The bit patterns of the 16-bit floats, in RGBA order.
  package let halves: [UInt16]

  package init(_ image: Image) {
    size = image.size
    let table = image.alpha == .premultiplied ? Self.premultiplied : Self.straight
    let count = 4 * image.size.area
    halves = [UInt16](unsafeUninitializedCapacity: count) { halves, filled in
      image.bytes.withUnsafeBytes { bytes in
        table.withUnsafeBufferPointer { table in
          for pixel in stride(from: 0, to: count, by: 4) {
            let alpha = Int(bytes[pixel + 3])
            for channel in pixel..<pixel + 3 { halves[channel] = table[alpha << 8 | Int(bytes[channel])] }
            // Alpha is linear already: the entry for full light.
            halves[pixel + 3] = table[alpha << 8 | (image.alpha == .premultiplied ? alpha : 255)]
          }
        }
      }
      filled = count
    }
  }

  private init(size: PixelSize, halves: [UInt16]) { (self.size, self.halves) = (size, halves) }

  /// The smaller mip levels down to 1x1, see ``MipFilter``.
  package func smaller() -> [LinearTexels] {
    var levels: [LinearTexels] = []
    var carried: MipLevel<FloatTexel>?
    var size = size
    while size.width > 1 || size.height > 1 {
      size = MipFilter.half(size)
      let halves = [UInt16](unsafeUninitializedCapacity: 4 * size.area) { halves, count in
        halves.withMemoryRebound(to: HalfFloatTexel.self) { final in
          let final = final.baseAddress!
          carried =
            if let carried { carried.next(final) } else {
              self.halves.withUnsafeBytes {
                MipLevel(
                  halving: $0.assumingMemoryBound(to: HalfFloatTexel.self).baseAddress!, self.size, final)
              }
            }
        }
        count = 4 * size.area
      }
      levels.append(LinearTexels(size: size, halves: halves))
    }
    return levels
  }

  /// The table for straight alpha, indexed by alpha and encoded value, each 0...255.
  private static let straight = table { alpha, value in decoded[value] * Double(alpha) / 255 }

  /// The table for premultiplied alpha, indexed by alpha and encoded value times alpha; values above alpha count as
  /// full light.
  private static let premultiplied = table { alpha, value in
    guard alpha > 0 else { return 0 }
    return SRGBCurve.decoded(Double(value) / Double(alpha)) * Double(alpha) / 255
  }

  private static let decoded = (0..<256).map { SRGBCurve.decoded(Double($0) / 255) }

  private static func table(_ light: (_ alpha: Int, _ value: Int) -> Double) -> [UInt16] {
    (0..<65_536).map { Float16(light($0 >> 8, $0 & 255)).bitPattern }
  }
}
