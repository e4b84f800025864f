#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The transfer function of sRGB (IEC 61966-2-1), between encoded values and linear light.
package enum SRGBCurve {
  /// An encoded value as linear light, both 0...1; the argument is clamped.
  package static func decoded(_ value: Double) -> Double {
    let value = min(max(value, 0), 1)
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// Linear light as an encoded value, both 0...1; the argument is clamped.
  package static func encoded(_ light: Double) -> Double {
    let light = min(max(light, 0), 1)
    return light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }
}

extension SRGBCurve {
  /// The light of each encoded value of 8 bits.
  static let lightOf8Bits = (0..<256).map { decoded(Double($0) / 255) }
  /// The light of each encoded value of 16 bits.
  static let lightOf16Bits = (0..<65_536).map { Float(decoded(Double($0) / 65_535)) }
}

extension Color {
  /// The color with channels as linear light and the same alpha.
  package var linear: Color {
    Color(
      red: SRGBCurve.decoded(red), green: SRGBCurve.decoded(green), blue: SRGBCurve.decoded(blue),
      alpha: alpha
    )
  }
}
