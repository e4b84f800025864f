/// Frames per second, exact: a fraction in lowest terms, 0.01...1000.
public struct FrameRate: Hashable, Sendable, LosslessStringConvertible {
  /// `numerator / denominator` frames per second; both in 1...1,000,000.
  public let numerator: Int, denominator: Int

  /// - Throws: ``ClipError/frameRate(_:)`` if the rate is outside 0.01...1000, or a part of the fraction in lowest
  ///   terms is above 1,000,000.
  public init(_ numerator: Int, per denominator: Int = 1) throws(ClipError) {
    let largest = 1_000_000
    guard numerator > 0, denominator > 0 else { throw .frameRate("\(numerator)/\(denominator)") }
    var (a, b) = (numerator, denominator)
    while b != 0 { (a, b) = (b, a % b) }
    let (top, bottom) = (numerator / a, denominator / a)
    guard top <= largest, bottom <= largest, top <= 1000 * bottom, 100 * top >= bottom else {
      throw .frameRate("\(numerator)/\(denominator)")
    }
    (self.numerator, self.denominator) = (top, bottom)
  }

  /// Reads "30", "12.5", "30000/1001". Rounded television rates mean the exact fractions: "23.976" and "23.98" are
  /// 24000/1001, "29.97" 30000/1001, "47.952" and "47.95" 48000/1001, "59.94" 60000/1001, "119.88" 120000/1001.
  public init(parsing text: String) throws(ClipError) {
    guard let (numerator, denominator) = Self.fraction(text) else { throw .frameRate(text) }
    do { try self.init(numerator, per: denominator) } catch { throw .frameRate(text) }
  }

  public init?(_ description: String) {
    guard let rate = try? FrameRate(parsing: description) else { return nil }
    self = rate
  }

  /// "30", "30000/1001".
  public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }

  /// The quotient, in frames a second.
  public var framesPerSecond: Double { Double(numerator) / Double(denominator) }

  /// The start of a frame, in units of `1 / units` seconds rounded to the nearest, halves up: its differences add up to
  /// the clip's duration, whereas rounded durations of single frames would drift.
  /// - Parameters:
  ///   - index: in 0...16,777,216, counted from zero.
  ///   - units: in 1...10,000.
  public func start(ofFrame index: Int, unitsPerSecond units: Int) -> Int {
    precondition((0...ClipFormat.largestFrameCount).contains(index) && (1...10_000).contains(units))
    return (index * denominator * units + numerator / 2) / numerator
  }
}

extension FrameRate {
  private static let television = [
    "23.976": 24, "23.98": 24, "29.97": 30, "47.952": 48, "47.95": 48, "59.94": 60, "119.88": 120,
  ]

  private static func fraction(_ text: String) -> (Int, Int)? {
    if let rate = television[text] { return (1000 * rate, 1001) }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard let top = digits(parts[0]), let bottom = digits(parts[1]) else { return nil }
      return (top, bottom)
    }
    let sides = text.split(separator: ".", omittingEmptySubsequences: false)
    if sides.count == 1 { return digits(sides[0]).map { ($0, 1) } }
    guard sides.count == 2, sides[1].utf8.count <= 6, let whole = digits(sides[0]),
      let part = digits(sides[1])
    else { return nil }
    var scale = 1
    for _ in sides[1].utf8 { scale *= 10 }
    return (whole * scale + part, scale)
  }

  /// One to nine digits.
  private static func digits(_ text: Substring) -> Int? {
    guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(text)
  }
}
