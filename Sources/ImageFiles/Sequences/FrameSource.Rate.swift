extension FrameSource {
  /// Frames a second, exact: 30000/1001 is the 29.97 of television.
  public struct Rate: Hashable, Sendable, CustomStringConvertible {
    /// At least 1 both.
    public let numerator: Int, denominator: Int

    /// From a frame in an hour or so to a million a second.
    private static let range = 1e-4...1e6

    /// Nil for what is no sensible rate: below 1/10,000 or above 1,000,000.
    public init?(_ numerator: Int, _ denominator: Int = 1) {
      guard numerator > 0, denominator > 0, Self.range.contains(Double(numerator) / Double(denominator))
      else {
        return nil
      }
      (self.numerator, self.denominator) = (numerator, denominator)
    }

    /// A number as people write it. What is within half a thousandth of 1000/1001 of the next whole number is
    /// that: 29.97 and 23.976. All others are taken to a millionth.
    public init?(_ framesPerSecond: Double) {
      guard Self.range.contains(framesPerSecond) else { return nil }
      let whole = framesPerSecond.rounded(.up)
      if whole != framesPerSecond, abs(whole * 1000 / 1001 - framesPerSecond) < 0.0005 {
        self.init(Int(whole) * 1000, 1001)
      } else {
        let millionths = Int((framesPerSecond * 1e6).rounded())
        let divisor = Self.divisor(millionths, 1_000_000)
        self.init(millionths / divisor, 1_000_000 / divisor)
      }
    }

    public var framesPerSecond: Double { Double(numerator) / Double(denominator) }
    public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }

    /// The frame that shows at a time in seconds: `floor(time * rate + 1e-9)`, at least 0, so that a time that
    /// should be a frame's beginning is, whatever its last binary place. Times that are no numbers count as 0.
    public func index(at time: Double) -> Int {
      let index = (time * Double(numerator) / Double(denominator) + 1e-9).rounded(.down)
      return index >= 0 ? Int(min(index, 1e15)) : 0
    }

    /// The greatest common divisor; both above 0.
    private static func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }
  }
}
