import AnimationFiles
import Testing

@Suite("Frame rates")
struct FrameRateTests {
  @Test(arguments: [
    ("30", 30, 1), ("60/2", 30, 1), ("12.5", 25, 2), ("29.97", 30_000, 1001), ("23.976", 24_000, 1001),
    ("59.94", 60_000, 1001), ("0.01", 1, 100), ("1000", 1000, 1), ("30000/1001", 30_000, 1001),
    ("120000/1001", 120_000, 1001), ("119.88", 120_000, 1001), ("65537/1000", 65_537, 1000),
  ])
  func reads(_ text: String, _ numerator: Int, _ denominator: Int) throws {
    let rate = try FrameRate(parsing: text)
    #expect(rate.numerator == numerator && rate.denominator == denominator)
    #expect(FrameRate(rate.description) == rate)
  }

  @Test(arguments: [
    "", "0", "-1", "0.001", "1001", "1/0", "1/2/3", "30fps", "1e3", "30.", ".5", "1000001/1000003", "nan",
    "99999999999999999999", " 30", "٣٠",
  ])
  func refuses(_ text: String) {
    #expect(throws: ClipError.frameRate(text)) { try FrameRate(parsing: text) }
  }

  /// Rounded times do not drift: each is within half a unit of the exact one.
  @Test(arguments: ["30", "29.97", "60", "24", "7", "1000", "0.01"], [100, 1000])
  func startsAreRoundedOnce(_ text: String, _ units: Int) throws {
    let rate = try FrameRate(parsing: text)
    for index in [0, 1, 2, 3, 59, 1000, 99_999] {
      let exact = Double(index * rate.denominator * units) / Double(rate.numerator)
      #expect(abs(Double(rate.start(ofFrame: index, unitsPerSecond: units)) - exact) <= 0.5)
    }
  }
}
