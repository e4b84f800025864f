import CheckedNumbers

/// Linear light of encoded values, and the reverse, by tables.
enum LightCodes {
  private static let eight = (0..<256).map { Float(SRGBCurve.decoded(Double($0) / 255)) }
  private static let sixteen = (0..<65_536).map { Float(SRGBCurve.decoded(Double($0) / 65_535)) }
  /// The encoded values of even steps of light, 0...1, and once more the last one.
  private static let codes = (0...65_536).map { Float(SRGBCurve.encoded(min(Double($0) / 65_535, 1))) }

  /// The light of the colors, 0...1, and alpha.
  static func eight(_ texel: SIMD4<UInt8>) -> SIMD4<Float> {
    SIMD4(eight[Int(texel.x)], eight[Int(texel.y)], eight[Int(texel.z)], Float(texel.w) / 255)
  }

  /// The light of the colors, 0...1, and alpha.
  static func sixteen(_ texel: SIMD4<UInt16>) -> SIMD4<Float> {
    SIMD4(sixteen[Int(texel.x)], sixteen[Int(texel.y)], sixteen[Int(texel.z)], Float(texel.w) / 65_535)
  }

  /// The encoded values, 0...1, of light; more than 1 counts as 1.
  static func encoded(_ light: SIMD4<Float>) -> SIMD4<Float> {
    let scaled = light.clamped(lowerBound: .zero, upperBound: .one) * 65_535
    let whole = scaled.rounded(.down)
    let index = SIMD4<UInt16>(clamping: whole)
    let low = SIMD4(codes[Int(index.x)], codes[Int(index.y)], codes[Int(index.z)], 0)
    let high = SIMD4(codes[Int(index.x) + 1], codes[Int(index.y) + 1], codes[Int(index.z) + 1], 0)
    return low + (high - low) * (scaled - whole)
  }
}
