import MeshTransform

/// A color in bytes, 0...255 each.
struct ByteColor {
  var red: UInt32, green: UInt32, blue: UInt32, alpha: UInt32

  /// - Precondition: every channel is in 0...1.
  init(_ color: Color) {
    func byte(_ channel: Double) -> UInt32 { UInt32(clamping: (channel * 255).rounded()) }
    (red, green, blue, alpha) = (byte(color.red), byte(color.green), byte(color.blue), byte(color.alpha))
  }

  var premultiplied: ByteColor {
    var color = self
    color.red = CairoPixels.product(red, alpha)
    color.green = CairoPixels.product(green, alpha)
    color.blue = CairoPixels.product(blue, alpha)
    return color
  }
}

/// Coverage from Cairo, one byte a pixel, in rows of `stride` bytes.
struct CairoMask {
  let width: Int, stride: Int
  let bytes: [UInt8]
}

/// Cairo's ARGB32, a native-endian word `0xAARRGGBB` for each premultiplied pixel, to bytes in RGBA order.
enum CairoPixels {
  /// `a * b / 255`, rounded to nearest; both in 0...255.
  static func product(_ a: UInt32, _ b: UInt32) -> UInt32 { (a * b + 127) / 255 }

  /// Converts in place: multiplies by `alpha` and blends over `background`, which is premultiplied.
  static func convert(_ bytes: UnsafeMutableBufferPointer<UInt8>, alpha: UInt32, background: ByteColor) {
    UnsafeMutableRawBufferPointer(bytes).withMemoryRebound(to: UInt32.self) { words in
      for i in words.indices {
        let word = words[i]
        let cover = product(word >> 24, alpha)
        func channel(_ shift: UInt32, _ behind: UInt32) -> UInt32 {
          product(word >> shift & 255, alpha) + product(behind, 255 - cover)
        }
        let (red, green) = (channel(16, background.red), channel(8, background.green))
        let blue = channel(0, background.blue)
        let sum = cover + product(background.alpha, 255 - cover)
        words[i] = UInt32(littleEndian: red | green << 8 | blue << 16 | sum << 24)
      }
    }
  }

  /// Adds a color where a mask covers, and blends over `background`, which is premultiplied. The pixels are premultiplied
  /// bytes in RGBA order; they and the mask cover at most the whole of each pixel together.
  static func blend(
    _ bytes: UnsafeMutableBufferPointer<UInt8>, over mask: CairoMask, color: ByteColor, background: ByteColor
  ) {
    var pixel = 0
    for start in Swift.stride(from: 0, to: mask.bytes.count, by: mask.stride) {
      for coverage in mask.bytes[start..<start + mask.width] {
        let alpha = UInt32(bytes[pixel + 3])
        let added = min(product(UInt32(coverage), color.alpha), 255 - alpha)
        let rest = 255 - alpha - added
        func add(_ channel: Int, _ line: UInt32, _ behind: UInt32) {
          bytes[pixel + channel] += UInt8(product(line, added) + product(behind, rest))
        }
        add(0, color.red, background.red)
        add(1, color.green, background.green)
        add(2, color.blue, background.blue)
        add(3, 255, background.alpha)
        pixel += 4
      }
    }
  }
}
