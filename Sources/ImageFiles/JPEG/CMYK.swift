import CLCMS

/// The conversion of CMYK pixels to sRGB.
enum CMYK {
  /// Converts CMYK8 to RGBA8 in place.
  /// - `isInverted`: whether 255 is no ink.
  /// - Returns: false where there is no usable profile: then R = (1 - C) (1 - K), and so on for G and B.
  static func convert(
    _ pixels: inout [UInt8], profile: [UInt8]?, isInverted: Bool, name: String
  ) throws(ImageFileError) -> Bool {
    if let profile {
      try OpenProfile.loadLibrary(name: name)
      if let source = OpenProfile(icc: profile), source.colors == clcms_cmyk, let target = OpenProfile.sRGB,
        let transform = ColorTransform(from: source, to: target, isDeep: false, isInverted: isInverted)
      {
        pixels.withUnsafeMutableBufferPointer { pixels in
          transform.apply(to: pixels.baseAddress!, count: pixels.count / 4)
          for i in stride(from: 3, to: pixels.count, by: 4) { pixels[i] = 255 }
        }
        return true
      }
    }
    pixels.withUnsafeMutableBufferPointer { pixels in
      for i in stride(from: 0, to: pixels.count, by: 4) {
        func light(_ channel: Int) -> UInt32 {
          UInt32(isInverted ? pixels[i + channel] : 255 - pixels[i + channel])
        }
        let black = light(3)
        for channel in 0..<3 { pixels[i + channel] = UInt8((light(channel) * black + 127) / 255) }
        pixels[i + 3] = 255
      }
    }
    return false
  }
}
