extension FrameSource {
  /// Frames per second, exact: 30000/1001 is the NTSC rate 29.97.
  public struct Rate: Hashable, Sendable, CustomStringConvertible {
    /// Both at least 1.
    public let numerator: Int, denominator: Int

    /// One frame in a few hours to a million frames per second.
    private static let range = 1e-4...1e6

    /// Nil for a rate below 1/10,000 or above 1,000,000.
    public init?(_ numerator: Int, _ denominator: Int = 1) {
      guard numerator > 0, denominator > 0, Self.range.contains(Double(numerator) / Double(denominator))
      else {
        return nil
      }
      (self.numerator, self.denominator) = (numerator, denominator)
    }

    /// A decimal rate. A value within 0.0005 of the next integer times 1000/1001 becomes that fraction: 29.97 and
    /// 23.976. Other values are rounded to a millionth.
    public init?(_ framesPerSecond: Double) {
      guard Self.range.contains(framesPerSecond) else { return nil }
      let whole = framesPerSecond.rounded(.up)
      if whole != framesPerSecond, abs(whole * 1000 / 1001 - framesPerSecond) < 0.0005 {
        self.init(Int(clamping: whole) * 1000, 1001)
      } else {
        let millionths = Int(clamping: (framesPerSecond * 1e6).rounded())
        let divisor = Self.divisor(millionths, 1_000_000)
        self.init(millionths / divisor, 1_000_000 / divisor)
      }
    }

    /// The quotient, in frames a second.
    public var framesPerSecond: Double { Double(numerator) / Double(denominator) }
    public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }

    /// The frame at a time in seconds: `floor(time * rate + 1e-9)`, at least 0; the tolerance absorbs rounding errors
    /// at the start of a frame. NaN counts as 0.
    public func index(at time: Double) -> Int {
      let index = (time * Double(numerator) / Double(denominator) + 1e-9).rounded(.down)
      return index >= 0 ? Int(clamping: min(index, 1e15)) : 0
    }

    /// The greatest common divisor; both above 0.
    private static func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }
  }
}
