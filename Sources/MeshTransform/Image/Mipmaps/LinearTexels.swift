/// The texels of an image in linear light: premultiplied, four 16-bit floats a pixel. Textures hold them where blending
/// is linear.
package struct LinearTexels {
  package let size: PixelSize
  /// The bit patterns of the 16-bit floats, in RGBA order.
  package let halves: [UInt16]

  package init(_ image: Image) {
    size = image.size
    halves = image.depth == .eight ? Self.halves(of: image) : Self.halves16(of: image)
  }

  private static func halves(of image: Image) -> [UInt16] {
    let table = image.alpha == .premultiplied ? premultiplied : straight
    let count = 4 * image.size.area
    return [UInt16](unsafeUninitializedCapacity: count) { halves, filled in
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

  /// The same for channels of 16 bits. Premultiplied colors are divided by their alpha first, which rounds them.
  private static func halves16(of image: Image) -> [UInt16] {
    let straight = image.straightened()
    let count = straight.size.area
    return [UInt16](unsafeUninitializedCapacity: 4 * count) { halves, filled in
      straight.bytes.withUnsafeBytes { bytes in
        SRGBCurve.lightOf16Bits.withUnsafeBufferPointer { decoded in
          for pixel in 0..<count {
            let texel = bytes.loadUnaligned(fromByteOffset: 8 * pixel, as: SIMD4<UInt16>.self)
            let alpha = Float(texel.w) / 65_535
            for channel in 0..<3 {
              halves[4 * pixel + channel] = Float16(decoded[Int(texel[channel])] * alpha).bitPattern
            }
            halves[4 * pixel + 3] = Float16(alpha).bitPattern
          }
        }
      }
      filled = 4 * count
    }
  }

  /// Calls `body` with the number, the size and the texels of each smaller mip level, as ``MipChain`` does.
  package func forEachSmallerLevel(_ body: (Int, PixelSize, UnsafeRawBufferPointer) -> Void) {
    halves.withUnsafeBytes {
      MipChain.forEachLevel(after: $0.bindMemory(to: HalfFloatTexel.self), size, FloatTexel.self, body)
    }
  }

  /// Texels in RGBA order, row by row from the top.
  /// - Precondition: four bit patterns of 16-bit floats for each pixel.
  package init(size: PixelSize, halves: [UInt16]) {
    precondition(halves.count == 4 * size.area, "a pixel has four channels")
    (self.size, self.halves) = (size, halves)
  }

  /// The picture with encoded values and straight alpha, with 11 significant bits of linear light.
  package func image(_ depth: Image.Depth) -> Image {
    let largest = Float(depth.largestValue)
    let bytes = [UInt8](unsafeUninitializedCapacity: depth.bytesPerPixel * size.area) { bytes, count in
      // Every byte is written: each index writes its own pixel.
      nonisolated(unsafe) let target = UnsafeMutableRawBufferPointer(bytes)
      halves.withUnsafeBytes { halves in
        Self.encoded.withUnsafeBufferPointer { encoded in
          nonisolated(unsafe) let (halves, encoded) = (halves, encoded)
          inParallel(size.area, grainSize: 1 << 14) { range in
            for pixel in range {
              let texel = halves.loadUnaligned(fromByteOffset: 8 * pixel, as: SIMD4<Float16>.self)
              let alpha = Float(texel.w)
              var values = SIMD4<Float>(0, 0, 0, alpha)
              for channel in 0..<3 where alpha > 0 {
                values[channel] = encoded[Int(Float16(Float(texel[channel]) / alpha).bitPattern)]
              }
              let rounded = (values * largest).rounded(.toNearestOrAwayFromZero)
              switch depth {
              case .eight:
                target.storeBytes(
                  of: SIMD4<UInt8>(clamping: rounded), toByteOffset: 4 * pixel,
                  as: SIMD4<UInt8>.self)
              case .sixteen:
                target.storeBytes(
                  of: SIMD4<UInt16>(clamping: rounded), toByteOffset: 8 * pixel,
                  as: SIMD4<UInt16>.self)
              }
            }
          }
        }
      }
      count = depth.bytesPerPixel * size.area
    }
    return Image(size: size, alpha: .straight, depth: depth, bytes: bytes)
  }

  /// The encoded value, 0...1, of each bit pattern of linear light.
  private static let encoded = (0..<65_536).map { pattern in
    let light = Double(Float16(bitPattern: UInt16(pattern)))
    return light.isNaN ? 0 : Float(SRGBCurve.encoded(light))
  }

  /// The table for straight alpha, indexed by alpha and encoded value, each 0...255.
  private static let straight = table { alpha, value in
    SRGBCurve.lightOf8Bits[value] * Double(alpha) / 255
  }

  /// The table for premultiplied alpha, indexed by alpha and encoded value times alpha; values above alpha count as
  /// full light.
  private static let premultiplied = table { alpha, value in
    guard alpha > 0 else { return 0 }
    return SRGBCurve.decoded(Double(value) / Double(alpha)) * Double(alpha) / 255
  }

  private static func table(_ light: (_ alpha: Int, _ value: Int) -> Double) -> [UInt16] {
    (0..<65_536).map { Float16(light($0 >> 8, $0 & 255)).bitPattern }
  }
}
