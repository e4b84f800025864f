import MeshTransform

/// A color in bytes, 0...255 each.
struct ByteColor {
  var red: UInt32, green: UInt32, blue: UInt32, alpha: UInt32

  /// - Precondition: every channel is in 0...1.
  init(_ color: Color) {
    func byte(_ channel: Double) -> UInt32 { UInt32((channel * 255).rounded()) }
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
}
