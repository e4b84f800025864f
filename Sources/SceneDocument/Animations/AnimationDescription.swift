import MeshTransform

/// An animation as a scene file has it: files unread, transforms and meshes that depend on the layer's size unmade.
///
/// The properties are those of `Animation`, and so are their defaults, but for two: the fill mode is both, so that what
/// a file says holds before and after the motion, too; and without a duration it takes as long as it has to.
public struct AnimationDescription: Sendable {
  /// For people and errors.
  public var name: String?
  public var action: Action
  /// Its `duration` counts for nothing: see ``duration``.
  public var timing = MediaTiming(fillMode: .both)
  /// Of one pass, in seconds. Nil is what it takes: a spring settles, a group plays to the end of all that is in it,
  /// gestures to their last event; anything else takes a quarter of a second, as in Core Animation.
  public var duration: Double?
  public var timingFunction = TimingFunction.linear
  public var isAdditive = false
  public var isCumulative = false
  /// In seconds; from then on it has no effect.
  public var removalTime: Double?
  /// In bytes of the scene file.
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

  /// As the model's `Keyframes`, with values to be made.
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
    /// JSON Lines, as ``GestureFile`` reads them.
    case file(SceneReference)
    case track(GestureTrack)
  }

  public init(_ action: Action, duration: Double? = nil) { (self.action, self.duration) = (action, duration) }

  /// What it changes; nil for a group.
  public var property: AnimatedProperty? {
    switch action {
    case .change(let property, _), .spring(let property, _, _), .keyframes(let property, _): property
    case .gestures: .transform
    case .group: nil
    }
  }

  /// Whether a scene itself can have it, without a layer: whether nothing but lights changes.
  public var isOfScene: Bool {
    if case .group(let descriptions) = action { return descriptions.allSatisfy(\.isOfScene) }
    return property?.isOfScene ?? false
  }
}

/// A value of an animated property, as a file has it.
public enum AnimationValueDescription: Sendable {
  case value(AnimationValue)
  /// Percentages in it depend on the layer's size.
  case transform(TransformDescription)
  case mesh(MeshDescription)
}

/// How much a file may say about motion, so that what it says can be held in memory.
struct AnimationLimits {
  static let animations = 10_000
  static let keyframes = 100_000
  /// Groups in one another, the outermost included.
  static let depth = 16
  /// Of all key meshes together.
  static let vertices = 10_000_000
}
