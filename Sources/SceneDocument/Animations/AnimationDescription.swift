import MeshTransform

/// An animation as a scene file describes it: files are not yet read, and transforms and meshes that depend on the
/// layer's size are not yet built.
///
/// The properties and their defaults are those of `Animation`, with two exceptions: the fill mode is both, so that the
/// animation also applies before and after its active duration, and a nil duration is derived from the action.
public struct AnimationDescription: Sendable {
  /// A name for error messages.
  public var name: String?
  /// The change.
  public var action: Action
  /// Its `duration` is ignored: see ``duration``.
  public var timing = MediaTiming(fillMode: .both)
  /// The duration of one pass in seconds. Nil is derived: the settling time of a spring, the end of a group's last
  /// child, the last event of gestures, or a quarter of a second otherwise, as in Core Animation.
  public var duration: Double?
  /// The pace of each pass, from start to end. Default linear.
  public var timingFunction = TimingFunction.linear
  /// Whether the value is added to that of the property. Default false.
  public var isAdditive = false
  /// Whether each pass is added to the end of the pass before it. Default false.
  public var isCumulative = false
  /// The time in seconds from which the animation has no effect.
  public var removalTime: Double?
  /// The animation of the parts of a split text in place of the text's layer; nil for one of the layer.
  public var stagger: Stagger?
  /// The offset in bytes of the scene file.
  var offset = 0
  /// The text from which ``AnimationText`` has read the animation; nil for one of a file.
  var text: String?

  /// The kinds of changes.
  public indirect enum Action: Sendable {
    /// From one value to another.
    case change(AnimatedProperty, Ends)
    /// From one value to another along the curve of a spring.
    case spring(AnimatedProperty, Ends, Spring)
    /// Through a sequence of values.
    case keyframes(AnimatedProperty, Keyframes)
    /// Animations that play together.
    case group([AnimationDescription])
    /// Recorded gestures on top of `transform`.
    case gestures(Gestures)
  }

  /// The ends of a change; a missing end is the value without this animation.
  public struct Ends: Sendable {
    /// The value at the start.
    public var from: AnimationValueDescription?
    /// The value at the end.
    public var to: AnimationValueDescription?
    /// The difference of both.
    public var by: AnimationValueDescription?

    /// Ends with the given values.
    public init(
      from: AnimationValueDescription? = nil, to: AnimationValueDescription? = nil,
      by: AnimationValueDescription? = nil
    ) {
      (self.from, self.to, self.by) = (from, to, by)
    }
  }

  /// The model's `Keyframes`, with values that are not yet built.
  public struct Keyframes: Sendable {
    /// The values, at least one.
    public var values: [AnimationValueDescription]
    /// The times as fractions of the duration; empty: evenly spaced.
    public var keyTimes: [Double] = []
    /// The pace from each value to the next; empty: linear.
    public var timingFunctions: [TimingFunction] = []
    /// The interpolation between the values.
    public var mode = MeshTransform.Keyframes.CalculationMode.linear
    /// The tension of a cubic curve at each value; empty: 0.
    public var tension: [Double] = []
    /// The continuity of a cubic curve at each value; empty: 0.
    public var continuity: [Double] = []
    /// The bias of a cubic curve at each value; empty: 0.
    public var bias: [Double] = []

    /// Evenly spaced values with linear interpolation.
    public init(_ values: [AnimationValueDescription]) { self.values = values }
  }

  /// The source of recorded gestures.
  public enum Gestures: Sendable {
    /// JSON Lines in the format of ``GestureFile``.
    case file(SceneReference)
    /// Gestures in the scene file itself.
    case track(GestureTrack)
  }

  /// The delays of an animation of several layers.
  public struct Stagger: Hashable, Sendable {
    /// The delay from one layer to the next in seconds, 0...1e6. Default 0.
    public var interval = 0.0
    /// The order in which the layers begin. Default forwards.
    public var order = Order.forwards

    /// The order in which layers begin.
    public enum Order: String, CaseIterable, Hashable, Sendable {
      /// From the first to the last one, or from the last to the first one.
      case forwards, backwards
      /// From the middle outward, or from both ends inward.
      case center, edges
    }

    static let intervals = NumberRange(0...1e6, .seconds)

    /// Delays that grow by an interval in seconds.
    public init(_ interval: Double, _ order: Order = .forwards) {
      (self.interval, self.order) = (interval, order)
    }

    /// The delay of one of `count` layers, in seconds.
    func delay(of index: Int, count: Int) -> Double {
      let (fromStart, fromEnd) = (Double(index), Double(count - 1 - index))
      let rank =
        switch order {
        case .forwards: fromStart
        case .backwards: fromEnd
        case .center: abs(fromStart - fromEnd) / 2 - (count.isMultiple(of: 2) ? 0.5 : 0)
        case .edges: min(fromStart, fromEnd)
        }
      return interval * rank
    }
  }

  /// An animation of this action; a duration of nil is the default of the action, in seconds.
  public init(_ action: Action, duration: Double? = nil) { (self.action, self.duration) = (action, duration) }

  /// The animated property; nil for a group.
  public var property: AnimatedProperty? {
    switch action {
    case .change(let property, _), .spring(let property, _, _), .keyframes(let property, _): property
    case .gestures: .transform
    case .group: nil
    }
  }

  /// The number of values, at least one for each animation.
  var valueCount: Int {
    switch action {
    case .keyframes(_, let keyframes): max(keyframes.values.count, 1)
    case .group(let children): children.reduce(1) { $0 + $1.valueCount }
    case .change, .spring, .gestures: 1
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
  /// A value that is complete in the file.
  case value(AnimationValue)
  /// Percentages refer to the layer's size.
  case transform(TransformDescription)
  /// A mesh, which may be a preset or a file.
  case mesh(MeshDescription)
}

/// The limits of a file's animations, which bound their memory.
struct AnimationLimits {
  static let animations = 10_000
  static let keyframes = 100_000
  /// The values of all animations of parts of texts, each counted for every part.
  static let staggeredValues = 1_000_000
  /// Nested groups, including the outermost.
  static let depth = 16
  /// The sum over all key meshes.
  static let vertices = 10_000_000
}

extension AnimationDescription.Stagger.Order: NamedValue {
  package var summary: String {
    switch self {
    case .forwards: "the first part begins"
    case .backwards: "the last part begins"
    case .center: "the middle begins, and the ends come last"
    case .edges: "both ends begin, and the middle comes last"
    }
  }
}
