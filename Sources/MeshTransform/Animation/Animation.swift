/// A change of one property of a layer or of a scene's light over time, or a group of such changes.
public struct Animation: Hashable, Sendable {
  /// A label for people and errors; need not be unique. Default nil.
  public var name: String?
  /// The change.
  public var action: Action
  /// The timing.
  public var timing: MediaTiming
  /// The pace of each pass, from start to end. Default linear.
  public var timingFunction = TimingFunction.linear
  /// Whether the value is added to the value of the property instead of replacing it. Numbers are added; a transform
  /// acts before the present one. Not available for flags, meshes, groups and gestures. Default false.
  public var isAdditive = false
  /// Whether each pass is added to the end value of the pass before it, as in Core Animation: pass n, counted from 0,
  /// shows n times the end value of a pass plus its own value. An animation from 0 to 90 continues from 90 to 180; one
  /// from 10 to 20 continues from 30 to 40. Not available for flags, meshes, groups and gestures. Default false.
  public var isCumulative = false
  /// The time of removal, in the time of the enclosing group: from then on the animation has no effect. Default nil,
  /// never.
  public var removalTime: Double?

  /// The kinds of changes.
  public enum Action: Hashable, Sendable {
    /// From one value to another.
    case change(AnimatedProperty, Ends)
    /// From one value to another along the curve of a spring.
    case spring(AnimatedProperty, Ends, Spring)
    /// Through a sequence of values.
    case keyframes(AnimatedProperty, Keyframes)
    /// A group. The times of the children are those of the group's pass, whose duration cuts them off.
    case group([Animation])
    /// Applies recorded gestures on top of `transform`.
    case gestures(GestureTrack)
  }

  /// The ends of a change. A missing end is the value of the property without this animation (zero, if it is additive).
  public struct Ends: Hashable, Sendable {
    /// The value at the start.
    public var from: AnimationValue?
    /// The value at the end.
    public var to: AnimationValue?
    /// The difference: with `from`, the end is `from + by`; with `to`, the start is `to - by`.
    public var by: AnimationValue?

    /// Ends with the given values; one or two of them are required.
    public init(from: AnimationValue? = nil, to: AnimationValue? = nil, by: AnimationValue? = nil) {
      (self.from, self.to, self.by) = (from, to, by)
    }
  }

  /// An animation of any kind.
  public init(
    _ action: Action, name: String? = nil, timing: MediaTiming = MediaTiming(),
    timingFunction: TimingFunction = .linear, isAdditive: Bool = false, isCumulative: Bool = false
  ) {
    (self.action, self.name, self.timing) = (action, name, timing)
    (self.timingFunction, self.isAdditive, self.isCumulative) = (timingFunction, isAdditive, isCumulative)
  }
}

extension Animation {
  /// A change from one value to another.
  public static func change(
    _ property: AnimatedProperty, from: AnimationValue? = nil, to: AnimationValue? = nil,
    by: AnimationValue? = nil, timing: MediaTiming = MediaTiming(), timingFunction: TimingFunction = .linear
  ) -> Animation {
    Animation(
      .change(property, Ends(from: from, to: to, by: by)), timing: timing, timingFunction: timingFunction)
  }

  /// A change along the curve of a spring, with the spring's settling duration.
  ///
  /// A spring without damping swings without end, in passes of one period.
  public static func spring(
    _ property: AnimatedProperty, from: AnimationValue? = nil, to: AnimationValue? = nil,
    by: AnimationValue? = nil, _ spring: Spring = Spring(), beginTime: Double = 0,
    fillMode: MediaTiming.FillMode = .removed
  ) -> Animation {
    let settling = spring.settlingDuration
    let timing = MediaTiming(
      duration: settling.isFinite ? settling : spring.swingDuration, beginTime: beginTime,
      repeatCount: settling.isFinite ? 0 : .infinity, fillMode: fillMode)
    return Animation(.spring(property, Ends(from: from, to: to, by: by), spring), timing: timing)
  }

  /// A sequence of values.
  public static func keyframes(
    _ property: AnimatedProperty, _ keyframes: Keyframes, timing: MediaTiming = MediaTiming()
  ) -> Animation {
    Animation(.keyframes(property, keyframes), timing: timing)
  }

  /// Animations that play together, in the time of the group.
  public static func group(_ children: [Animation], timing: MediaTiming) -> Animation {
    Animation(.group(children), timing: timing)
  }

  /// Recorded gestures at their recorded pace.
  public static func gestures(
    _ track: GestureTrack, beginTime: Double = 0, fillMode: MediaTiming.FillMode = .removed
  ) -> Animation {
    Animation(
      .gestures(track),
      timing: MediaTiming(duration: track.duration, beginTime: beginTime, fillMode: fillMode))
  }

  /// The changed property; nil for a group.
  public var property: AnimatedProperty? {
    switch action {
    case .change(let property, _), .spring(let property, _, _), .keyframes(let property, _): property
    case .gestures: .transform
    case .group: nil
    }
  }

  /// The final end, in the time of the enclosing group; infinite for endless animations.
  public var endTime: Double { min(timing.endTime, removalTime ?? .infinity) }
}
