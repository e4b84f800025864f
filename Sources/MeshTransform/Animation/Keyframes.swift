/// Values that a property takes one after the other, and how it gets from each to the next: Core Animation's keyframe
/// animation.
public struct Keyframes: Hashable, Sendable {
  /// At least one, all of the property's kind.
  public var values: [AnimationValue]
  /// When each value is reached, in fractions of the duration that never fall, from 0 to 1; as many as values. Empty
  /// (the default) spaces them evenly. Discrete ones say when each value begins, and may have the end, 1, after
  /// that. A paced animation has none.
  public var keyTimes: [Double]
  /// The pace from each value to the next, one fewer than values. Empty (the default) is linear throughout.
  public var timingFunctions: [TimingFunction]
  /// Default linear.
  public var mode: CalculationMode
  /// Of cubic modes, one for each value: how tight the curve is there, 1 tight, -1 round. Empty (the default) is 0.
  public var tension: [Double]
  /// Of cubic modes, one for each value: how sharp a corner the curve has there; 0 has none. Empty is 0.
  public var continuity: [Double]
  /// Of cubic modes, one for each value: whether the curve overshoots it, 1 after it, -1 before. Empty is 0.
  public var bias: [Double]

  public enum CalculationMode: String, CaseIterable, Hashable, Sendable {
    /// In straight lines.
    case linear
    /// Jumps from value to value.
    case discrete
    /// In straight lines at an even speed: makes its own key times.
    case paced
    /// Along a smooth curve through the values.
    case cubic
    /// Along that curve at an even speed.
    case cubicPaced
  }

  public init(
    _ values: [AnimationValue], keyTimes: [Double] = [], timingFunctions: [TimingFunction] = [],
    mode: CalculationMode = .linear, tension: [Double] = [], continuity: [Double] = [], bias: [Double] = []
  ) {
    (self.values, self.keyTimes, self.timingFunctions) = (values, keyTimes, timingFunctions)
    (self.mode, self.tension, self.continuity, self.bias) = (mode, tension, continuity, bias)
  }
}
