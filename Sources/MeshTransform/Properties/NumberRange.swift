/// The range of a property's numbers, with their unit.
package struct NumberRange: Hashable, Sendable {
  package let lowerBound: Double, upperBound: Double
  /// Whether the range excludes its lower bound.
  package let isOpenBelow: Bool
  package let unit: Unit
  /// A further valid number outside of the bounds, such as 0 or infinity; nil if there is none.
  package private(set) var exception: Double?

  /// The unit of the numbers.
  package enum Unit: String, Hashable, Sendable {
    /// No unit: a ratio, an amount or a coordinate of unit space.
    case none = ""
    case points, degrees, seconds
  }

  package init(_ range: ClosedRange<Double>, _ unit: Unit = .none) {
    (lowerBound, upperBound, isOpenBelow, self.unit) = (range.lowerBound, range.upperBound, false, unit)
  }

  private init(above lowerBound: Double, upTo upperBound: Double) {
    (self.lowerBound, self.upperBound, isOpenBelow, unit) = (lowerBound, upperBound, true, .none)
  }

  /// The range with a further valid number.
  package func or(_ number: Double) -> NumberRange {
    var range = self
    range.exception = number
    return range
  }

  /// The range of the numbers above `lowerBound`, without a unit.
  package static func above(_ lowerBound: Double, upTo upperBound: Double) -> NumberRange {
    NumberRange(above: lowerBound, upTo: upperBound)
  }

  /// Whether the number is in the range; false for NaN.
  package func contains(_ number: Double) -> Bool {
    number == exception || (isOpenBelow ? number > lowerBound : number >= lowerBound) && number <= upperBound
  }

  /// The nearest number of the range; 1e-6 above an open end.
  func clamp(_ number: Double) -> Double {
    if contains(number) { return number }
    return number > upperBound ? upperBound : isOpenBelow ? lowerBound + 1e-6 : lowerBound
  }
}

extension NumberRange: CustomStringConvertible {
  /// The bounds without the unit: `0...1`, or `more than 0, up to 1000000`.
  package var bounds: String {
    isOpenBelow
      ? "more than \(Self.text(lowerBound)), up to \(Self.text(upperBound))"
      : "\(Self.text(lowerBound))...\(Self.text(upperBound))"
  }

  /// The bounds with unit and exception: `0...90 degrees`, or `0, or 1e-6...1e9 seconds`.
  package var description: String {
    let all = unit == .none ? bounds : "\(bounds) \(unit.rawValue)"
    guard let exception else { return all }
    return exception.isInfinite ? "\(all), or infinity for endless" : "\(Self.text(exception)), or \(all)"
  }

  /// `1e9` rather than `1000000000.0`, `3` rather than `3.0`.
  private static func text(_ number: Double) -> String {
    let size = abs(number)
    if size > 1e6 || size < 1e-3, let power = (-18...18).first(where: { Double(decimal: "1e\($0)") == size })
    {
      return "\(number < 0 ? "-" : "")1e\(power)"
    }
    return Int(exactly: number).map(String.init) ?? "\(number)"
  }
}
