/// A change over time of one property of a layer or of a scene's light, or a group of such changes.
public struct Animation: Hashable, Sendable {
  /// For people and errors; need not be unique. Default nil.
  public var name: String?
  /// What changes.
  public var action: Action
  /// When.
  public var timing: MediaTiming
  /// The pace of each pass, from start to end. Default linear.
  public var timingFunction = TimingFunction.linear
  /// Whether the value comes on top of what the property has, instead of replacing it. Numbers are added; a transform
  /// acts before the one that is there. Not for flags and meshes, nor for groups and gestures. Default false.
  public var isAdditive = false
  /// Whether each pass is added to the end value of the pass before it, as in Core Animation: pass n, counted from
  /// 0, shows n times the end value of a pass plus its own value. From 0 to 90 it goes on from 90 to 180; from 10 to
  /// 20 it goes on from 30 to 40. Not for flags and meshes, nor for groups and gestures. Default false.
  public var isCumulative = false
  /// From this time on, in that of what contains it, it has no effect, whatever its timing says: it was taken off.
  /// Default nil, never.
  public var removalTime: Double?

  public enum Action: Hashable, Sendable {
    /// From one value to another.
    case change(AnimatedProperty, Ends)
    /// From one value to another, as a spring swings.
    case spring(AnimatedProperty, Ends, Spring)
    case keyframes(AnimatedProperty, Keyframes)
    /// Together. The children's times are those of the group's pass; what they do beyond its duration is cut off.
    case group([Animation])
    /// Moves the layer as recorded fingers did: changes `transform`, on top of what it is.
    case gestures(GestureTrack)
  }

  /// Where a change begins and ends. What is not given is the value that the property would have without this
  /// animation (nothing, if it is additive).
  public struct Ends: Hashable, Sendable {
    public var from: AnimationValue?
    public var to: AnimationValue?
    /// How far it goes: with `from`, the end is `from + by`; with `to`, the start is `to - by`.
    public var by: AnimationValue?

    public init(from: AnimationValue? = nil, to: AnimationValue? = nil, by: AnimationValue? = nil) {
      (self.from, self.to, self.by) = (from, to, by)
    }
  }

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

  /// A change as a spring swings, for as long as it takes to settle.
  ///
  /// One without damping never does; it swings for ever, in passes of a whole swing.
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

  /// Values one after the other.
  public static func keyframes(
    _ property: AnimatedProperty, _ keyframes: Keyframes, timing: MediaTiming = MediaTiming()
  ) -> Animation {
    Animation(.keyframes(property, keyframes), timing: timing)
  }

  /// Animations that play together, in the time of the group.
  public static func group(_ children: [Animation], timing: MediaTiming) -> Animation {
    Animation(.group(children), timing: timing)
  }

  /// What recorded fingers did, as fast as they did it.
  public static func gestures(
    _ track: GestureTrack, beginTime: Double = 0, fillMode: MediaTiming.FillMode = .removed
  ) -> Animation {
    Animation(
      .gestures(track),
      timing: MediaTiming(duration: track.duration, beginTime: beginTime, fillMode: fillMode))
  }

  /// What it changes; nil for a group.
  public var property: AnimatedProperty? {
    switch action {
    case .change(let property, _), .spring(let property, _, _), .keyframes(let property, _): property
    case .gestures: .transform
    case .group: nil
    }
  }

  /// When it has ended for good, in the time of what contains it; infinite when it never does.
  public var endTime: Double { min(timing.endTime, removalTime ?? .infinity) }
}
