/// A sequence of values of a property with the interpolation between them: Core Animation's keyframe animation.
public struct Keyframes: Hashable, Sendable {
  /// One or more values, all of the property's kind.
  public var values: [AnimationValue]
  /// The times of the values as nondecreasing fractions of the duration, from 0 to 1, one for each value. Empty (the
  /// default) spaces them evenly. For discrete values they are the times at which each value begins, and may include
  /// the end, 1. Paced animations have none.
  public var keyTimes: [Double]
  /// The pace from each value to the next, one fewer than values. Empty (the default) is linear throughout.
  public var timingFunctions: [TimingFunction]
  /// The interpolation. Default linear.
  public var mode: CalculationMode
  /// The tension at each value of a cubic curve: 1 is tight, -1 is round. Empty (the default) is 0.
  public var tension: [Double]
  /// The continuity at each value of a cubic curve: 0 has no corner. Empty (the default) is 0.
  public var continuity: [Double]
  /// The bias at each value of a cubic curve: 1 overshoots after the value, -1 before it. Empty (the default) is 0.
  public var bias: [Double]

  /// The interpolation between values.
  public enum CalculationMode: String, CaseIterable, Hashable, Sendable {
    /// Straight lines.
    case linear
    /// Steps from value to value.
    case discrete
    /// Straight lines at constant speed; key times follow from the distances.
    case paced
    /// A smooth curve through the values.
    case cubic
    /// The smooth curve at constant speed.
    case cubicPaced
  }

  /// Keyframes with the given values; empty lists stand for the defaults.
  public init(
    _ values: [AnimationValue], keyTimes: [Double] = [], timingFunctions: [TimingFunction] = [],
    mode: CalculationMode = .linear, tension: [Double] = [], continuity: [Double] = [], bias: [Double] = []
  ) {
    (self.values, self.keyTimes, self.timingFunctions) = (values, keyTimes, timingFunctions)
    (self.mode, self.tension, self.continuity, self.bias) = (mode, tension, continuity, bias)
  }
}

extension Keyframes.CalculationMode: NamedValue {
  package var summary: String {
    switch self {
    case .linear: "straight lines from value to value"
    case .discrete: "steps from value to value"
    case .paced: "straight lines at constant speed; key times follow from the distances"
    case .cubic: "a smooth curve through the values"
    case .cubicPaced: "the smooth curve at constant speed"
    }
  }
}
