/// When something plays, in the time of what contains it: Core Animation's `CAMediaTiming`, in seconds.
///
/// From `beginTime` on, its own time runs `speed` times as fast, from `timeOffset`. It plays `duration` of its own time
/// again and again for `repeatCount` times or for `repeatDuration`, there and back when it autoreverses. What has been
/// skipped by `timeOffset` comes at the end: the content's time goes round and round. ``properties`` has the ranges.
public struct MediaTiming: Hashable, Sendable {
  /// The start in seconds of the enclosing group's time, -1e9...1e9. Default 0.
  public var beginTime: Double
  /// The skipped part of its own time in seconds, -1e9...1e9. Default 0.
  public var timeOffset: Double
  /// The rate of its own time, -1e6...1e6. Below 0 it plays backward, from the end, also where that is inside a pass; at 0
  /// it stands still at `timeOffset`. Default 1.
  public var speed: Double
  /// The length of one pass in seconds of its own time: 0, or 1e-6...1e9. Default 0.25, as in Core Animation.
  public var duration: Double
  /// The number of passes, 0...1e12 or infinity, also a fraction; there and back together are one pass. Default 0, which
  /// plays once.
  public var repeatCount: Double
  /// The length of all passes in seconds of its own time, 0...1e12 or infinity; replaces `repeatCount`. Default 0, not
  /// given.
  public var repeatDuration: Double
  /// Whether each pass runs there and back. Default false.
  public var autoreverses: Bool
  /// The state before the beginning and after the end. Default removed.
  public var fillMode: FillMode

  public enum FillMode: String, CaseIterable, Hashable, Sendable {
    /// No effect outside the time when it plays.
    case removed
    /// The end state stays.
    case forwards
    /// The start state holds from before.
    case backwards
    /// Both.
    case both
  }

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
  /// One pass, there and back where it autoreverses, in its own time.
  public var passDuration: Double { autoreverses ? 2 * duration : duration }

  /// How many passes it plays: 1, a fraction, or infinity. 0 only when one takes no time.
  public var passes: Double {
    if duration == 0 { return 0 }
    if repeatDuration > 0 { return repeatDuration / passDuration }
    return repeatCount > 0 ? repeatCount : 1
  }

  /// When it ends, in the time of what contains it; infinite when it repeats for ever.
  ///
  /// One that stands still (speed 0) never ends, either, unless it takes no time at all.
  public var endTime: Double {
    if duration == 0 { return beginTime }
    return speed == 0 ? .infinity : beginTime + passes * passDuration / abs(speed)
  }

  /// - Throws: ``AnimationError/Problem/outOfRange(property:value:allowed:)`` for a property out of its range in
  ///   ``properties``; ``AnimationError/Problem/repeatedTwice`` when both a count and a duration of repetition are given.
  public func validate() throws(AnimationError) {
    try AnimationError.check(self, Self.properties)
    if repeatCount != 0, repeatDuration != 0 { throw AnimationError(.repeatedTwice) }
  }
}
