import MeshTransform

/// An animation as a scene file describes it: files are not yet read, and transforms and meshes that depend on the
/// layer's size are not yet built.
///
/// The properties and their defaults are those of `Animation`, with two exceptions: the fill mode is both, so that the
/// animation also applies before and after its active duration, and a nil duration is derived from the action.
public struct AnimationDescription: Sendable {
  /// A name for error messages.
  public var name: String?
  public var action: Action
  /// Its `duration` is ignored: see ``duration``.
  public var timing = MediaTiming(fillMode: .both)
  /// The duration of one pass in seconds. Nil is derived: the settling time of a spring, the end of a group's last
  /// child, the last event of gestures, or a quarter of a second otherwise, as in Core Animation.
  public var duration: Double?
  public var timingFunction = TimingFunction.linear
  public var isAdditive = false
  public var isCumulative = false
  /// The time in seconds from which the animation has no effect.
  public var removalTime: Double?
  /// The offset in bytes of the scene file.
  var offset = 0

  public indirect enum Action: Sendable {
    case change(AnimatedProperty, Ends)
    case spring(AnimatedProperty, Ends, Spring)
    case keyframes(AnimatedProperty, Keyframes)
    case group([AnimationDescription])
    case gestures(Gestures)
  }

  public struct Ends: Sendable {
    public var from: AnimationValueDescription?
    public var to: AnimationValueDescription?
    public var by: AnimationValueDescription?

    public init(
      from: AnimationValueDescription? = nil, to: AnimationValueDescription? = nil,
      by: AnimationValueDescription? = nil
    ) {
      (self.from, self.to, self.by) = (from, to, by)
    }
  }

  /// The model's `Keyframes`, with values that are not yet built.
  public struct Keyframes: Sendable {
    public var values: [AnimationValueDescription]
    public var keyTimes: [Double] = []
    public var timingFunctions: [TimingFunction] = []
    public var mode = MeshTransform.Keyframes.CalculationMode.linear
    public var tension: [Double] = []
    public var continuity: [Double] = []
    public var bias: [Double] = []

    public init(_ values: [AnimationValueDescription]) { self.values = values }
  }

  public enum Gestures: Sendable {
    /// JSON Lines in the format of ``GestureFile``.
    case file(SceneReference)
    case track(GestureTrack)
  }

  public init(_ action: Action, duration: Double? = nil) { (self.action, self.duration) = (action, duration) }

  /// The animated property; nil for a group.
  public var property: AnimatedProperty? {
    switch action {
    case .change(let property, _), .spring(let property, _, _), .keyframes(let property, _): property
    case .gestures: .transform
    case .group: nil
    }
  }

  /// Whether a scene can have the animation without a layer: it changes only lights.
  public var isOfScene: Bool {
    if case .group(let descriptions) = action { return descriptions.allSatisfy(\.isOfScene) }
    return property?.isOfScene ?? false
  }
}

/// A value of an animated property, as a file has it.
public enum AnimationValueDescription: Sendable {
  case value(AnimationValue)
  /// Percentages refer to the layer's size.
  case transform(TransformDescription)
  case mesh(MeshDescription)
}

/// The limits of a file's animations, which bound their memory.
struct AnimationLimits {
  static let animations = 10_000
  static let keyframes = 100_000
  /// Nested groups, including the outermost.
  static let depth = 16
  /// The sum over all key meshes.
  static let vertices = 10_000_000
}
