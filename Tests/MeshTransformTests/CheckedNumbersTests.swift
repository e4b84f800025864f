import CheckedNumbers
import MeshTransform
import TestSupport
import Testing

/// The conversions that replace those that trap, and those that take more than decimal text.
@Suite struct CheckedNumbersTests {
  @Test func integersAreClamped() {
    #expect(Int(clamping: 3.99) == 3 && Int(clamping: -3.99) == -3 && Int(clamping: -0.0) == 0)
    #expect(Int(clamping: 1e19) == .max && Int(clamping: -1e308) == .min)
    #expect(Int(clamping: 0x1p63) == .max && Int(clamping: (0x1p63).nextDown) == 9_223_372_036_854_774_784)
    #expect(Int(clamping: -0x1p63) == .min && Int(clamping: Double.infinity) == .max)
    #expect(Int(clamping: Double.nan) == 0 && Int(clamping: -Double.infinity) == .min)
    #expect(Int(clamping: Float.greatestFiniteMagnitude) == .max && Int(clamping: Float.nan) == 0)
    #expect(UInt8(clamping: 255.9) == 255 && UInt8(clamping: 256.0) == 255 && UInt8(clamping: -1.0) == 0)
    #expect(Int32(clamping: -1e300) == .min && UInt16(clamping: Float(70_000)) == 65_535)
    #expect(UInt64(clamping: 1e300) == UInt64(Int.max) && UInt64(clamping: -1.0) == 0)
    #expect(SIMD2<Int32>(clamping: SIMD2(-1e10, .nan)) == SIMD2(.min, 0))
    #expect(SIMD4<UInt8>(clamping: SIMD4<Float>(-1, 2.5, 300, .nan)) == SIMD4(0, 2, 255, 0))
    #expect(
      Int(pixels: 1e19) == 2_147_483_647 && Int(pixels: -1e19) == -2_147_483_648 && Int(pixels: 7.5) == 7)
  }

  /// Where the standard library converts, both are equal.
  @Test func otherIntegersAreThoseOfTheStandardLibrary() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: UInt64.random(in: 0...(.max), using: &random))
      guard abs(value) < 0x1p63 else { continue }
      #expect(Int(clamping: value) == Int(exactly: value.rounded(.towardZero)))
    }
  }

  @Test(arguments: ["1", "-2.5", "+.5", "5.", "1e3", "2E-3", "007", "-0", "1e-320", "0.30000000000000004"])
  func decimalTextIsRead(text: String) {
    #expect(Double(decimal: text) != nil)
    #expect(Double(decimal: "x\(text)".dropFirst()) == Double(decimal: text))
  }

  @Test(arguments: [
    "", "-", ".", "e3", "1e", "1e+", "0x10", "0x1p70", "nan", "NAN", "inf", "-infinity", "1 ", " 1", "1,5",
    "1_000",
    "--1", "1e999", "-1e999", "\u{0661}", "1\0",
  ])
  func otherTextIsNot(text: String) { #expect(Double(decimal: text) == nil) }

  @Test func sizesWithoutEndAreClamped() {
    func size(_ width: Double, _ height: Double, _ scale: Double = 1) -> PixelSize {
      Canvas(frame: Rect(0, 0, width, height), scale: scale).pixelSize
    }
    #expect(size(1e19, 8) == PixelSize(2_147_483_647, 8))
    #expect(size(8, 8, 1e308).area == 2_147_483_647 * 2_147_483_647)
    #expect(size(.nan, .infinity) == PixelSize(1, 2_147_483_647))
    // A negative size is that on the other side.
    #expect(size(-1e308, 3, 1e308) == PixelSize(2_147_483_647, 2_147_483_647))
    #expect(PixelSize(.max, 2).area == .max && PixelSize(640, 480).area == 307_200)
  }
}
