/// The timing of an animation in the time of the enclosing group, in seconds: Core Animation's `CAMediaTiming`.
///
/// From `beginTime` on, the own time runs `speed` times as fast, starting at `timeOffset`. A pass of `duration` of the
/// own time repeats `repeatCount` times or for `repeatDuration`; with `autoreverses` it runs there and back. The part
/// that `timeOffset` skips plays at the end, because the content's time is cyclic. ``properties`` has the ranges.
public struct MediaTiming: Hashable, Sendable {
  /// The start in seconds of the enclosing group's time, -1e9...1e9. Default 0.
  public var beginTime: Double
  /// The skipped part of its own time in seconds, -1e9...1e9. Default 0.
  public var timeOffset: Double
  /// The rate of its own time, -1e6...1e6. Negative rates play backward from the end, which may lie inside a pass; 0
  /// shows the state at `timeOffset`. Default 1.
  public var speed: Double
  /// The length of one pass in seconds of its own time: 0, or 1e-6...1e9. Default 0.25, as in Core Animation.
  public var duration: Double
  /// The number of passes, 0...1e12 or infinity, also a fraction; there and back together are one pass. Default 0,
  /// which plays once.
  public var repeatCount: Double
  /// The length of all passes in seconds of its own time, 0...1e12 or infinity; replaces `repeatCount`. Default 0, not
  /// given.
  public var repeatDuration: Double
  /// Whether each pass runs there and back. Default false.
  public var autoreverses: Bool
  /// The state before the beginning and after the end. Default removed.
  public var fillMode: FillMode

  /// The effect of an animation before its begin and after its end.
  public enum FillMode: String, CaseIterable, Hashable, Sendable {
    /// No effect outside the playing time.
    case removed
    /// The end state continues.
    case forwards
    /// The start state applies before the beginning.
    case backwards
    /// Both.
    case both
  }

  /// A timing with the given values; the others have their defaults.
  public init(
    duration: Double = 0.25, beginTime: Double = 0, timeOffset: Double = 0, speed: Double = 1,
    repeatCount: Double = 0, repeatDuration: Double = 0, autoreverses: Bool = false,
    fillMode: FillMode = .removed
  ) {
    (self.duration, self.beginTime) = (duration, beginTime)
    (self.timeOffset, self.speed) = (timeOffset, speed)
    (self.repeatCount, self.repeatDuration) = (repeatCount, repeatDuration)
    (self.autoreverses, self.fillMode) = (autoreverses, fillMode)
  }
}

extension MediaTiming {
  /// The length of one pass, including the way back, in its own time.
  public var passDuration: Double { autoreverses ? 2 * duration : duration }

  /// The number of passes: 1, a fraction, or infinity. 0 only for a pass without length.
  public var passes: Double {
    if duration == 0 { return 0 }
    if repeatDuration > 0 { return repeatDuration / passDuration }
    return repeatCount > 0 ? repeatCount : 1
  }

  /// The end, in the time of the enclosing group; infinite for endless repetition.
  ///
  /// At speed 0 the end is infinite as well, unless the animation has no length.
  public var endTime: Double {
    if duration == 0 { return beginTime }
    return speed == 0 ? .infinity : beginTime + passes * passDuration / abs(speed)
  }

  /// - Throws: ``AnimationError/Problem/outOfRange(property:value:allowed:)`` for a property out of its range in
  ///   ``properties``; ``AnimationError/Problem/repeatedTwice`` when both a count and a duration of repetition are
  ///   given.
  public func validate() throws(AnimationError) {
    try AnimationError.check(self, Self.properties)
    if repeatCount != 0, repeatDuration != 0 { throw AnimationError(.repeatedTwice) }
  }
}

extension MediaTiming.FillMode: NamedValue {
  package var summary: String {
    switch self {
    case .removed: "no effect before the beginning and after the end"
    case .forwards: "the end state continues"
    case .backwards: "the start state applies before the beginning"
    case .both: "the start state applies before the beginning, and the end state continues"
    }
  }
}
