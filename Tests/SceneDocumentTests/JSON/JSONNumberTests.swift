import Foundation
import TestSupport
import Testing

@testable import SceneDocument

/// Compares the reader of numbers with the C library's.
@Suite struct JSONNumberTests {
  private static func read(_ text: String) -> (double: Double, float: Float, isWhole: Bool)? {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      JSONNumber(bytes, at: 0).map { ($0.double(in: bytes), $0.float(in: bytes), $0.end == bytes.count) }
    }
  }

  private static func isCorrect(_ text: String) -> Bool {
    guard let number = read(text), number.isWhole else { return false }
    func isEqual<Number: BinaryFloatingPoint>(_ value: Number, _ expected: Number) -> Bool {
      // Beyond the range, the sign is the caller's: all refuse it.
      expected.isInfinite ? value.isInfinite : value == expected && value.sign == expected.sign
    }
    return isEqual(number.double, strtod(text, nil)) && isEqual(number.float, strtof(text, nil))
  }

  @Test(arguments: [
    "1.8446744073709551616", "1.8446744073709551617", "18.446744073709551616", "184467440737095516160",
    "36893488147419103232", "-0", "-0.0", "-0e5", "0e999999999999999999999", "1e999999999999999999999",
    "1e-999999999999999999999", "9007199254740993", "9007199254740992.999999999999999999",
    "4.9406564584124654e-324",
    "2.4703282292062327e-324", "2.4703282292062328e-324", "2.2250738585072011e-308", "1.7976931348623157e308",
    "1.7976931348623159e308", "3.4028235677973366e38", "3.4028235677973365e38", "7.0064923216240853e-46",
    "7.0064923216240854e-46", "0.000000000000000000000000000001", "123456789012345678901234567890",
  ])
  func limits(text: String) { #expect(Self.isCorrect(text), "\(text): \(Self.read(text)!)") }

  /// An exponent that makes up for a million digits counts as a whole.
  @Test func longTexts() {
    let zeros = String(repeating: "0", count: 1_000_005)
    #expect(Self.read("0.\(zeros)5e1000007")?.double == 50)
    #expect(Self.read("5\(zeros)e-1000006")?.double == 0.5)
    #expect(Self.isCorrect("1.\(String(repeating: "3", count: 5000))e-10"))
    #expect(Self.isCorrect("0.1\(zeros)1"))
  }

  @Test(arguments: ["+1", ".5", "1.", "01", "-", "1e", "1e+", "0x10", "nan", "inf", "Infinity", "--1"])
  func otherTexts(text: String) { #expect(Self.read(text)?.isWhole != true) }

  /// MESHRENDER_NUMBERS=10000000 compares as many.
  @Test func randomTexts() {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["MESHRENDER_NUMBERS"].flatMap { Int($0) } ?? 40_000
    let part = (count + 15) / 16
    let wrong = (0..<16).flatMap { seed -> [String] in
      var random = SplitMix64(seed: UInt64(seed + 1))
      return (0..<part).lazy.map { _ in Self.text(&random) }.filter { !Self.isCorrect($0) }.prefix(3).map {
        $0
      }
    }
    #expect(wrong.isEmpty, "\(wrong)")
  }

  private static func text(_ random: inout SplitMix64) -> String {
    func digits(_ count: Int) -> String {
      String(decoding: (0..<count).map { _ in UInt8.random(in: 0x30...0x39, using: &random) }, as: UTF8.self)
    }
    let sign = Bool.random(using: &random) ? "-" : ""
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      // What other programs write: the shortest or a long text of any double.
      let value = Double(bitPattern: UInt64.random(in: 0...(.max), using: &random))
      guard value.isFinite else { return "1" }
      return Bool.random(using: &random)
        ? "\(value)" : String(format: "%.\(Int.random(in: 0...30, using: &random))e", value)
    case 1:
      let value = Float(bitPattern: UInt32.random(in: 0...(.max), using: &random))
      return value.isFinite ? "\(value)" : "0"
    case 2:
      // Next to the multiples of 2^64, where a mantissa wraps.
      let text = multiple(of: Int.random(in: 1...50, using: &random))
      let point = Int.random(in: 1...text.count, using: &random)
      return sign + text.prefix(point) + (point < text.count ? "." + text.dropFirst(point) : "")
    default:
      let whole = digits(Int.random(in: 1...24, using: &random)).drop { $0 == "0" }
      let fraction = digits(Int.random(in: 0...24, using: &random))
      let power = Bool.random(using: &random) ? "" : "e\(Int.random(in: -345...320, using: &random))"
      return sign + (whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : "." + fraction) + power
    }
  }

  /// `factor * 2^64` in decimal digits.
  private static func multiple(of factor: Int) -> String {
    // 2^64 is 18446744073709551616.
    var (digits, carry): ([Int], Int) = ([], 0)
    for digit in "18446744073709551616".reversed() {
      carry += factor * digit.wholeNumberValue!
      digits.append(carry % 10)
      carry /= 10
    }
    return (carry > 0 ? "\(carry)" : "") + digits.reversed().map(String.init).joined()
  }
}
