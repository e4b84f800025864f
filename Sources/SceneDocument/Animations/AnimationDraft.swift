import MeshTransform

/// The keys of an animation before they are combined.
struct AnimationDraft: Sendable {
  /// Nil for groups and gestures.
  let property: AnimatedProperty?
  /// The number of enclosing groups.
  let depth: Int
  var animation = AnimationDescription(.group([]))
  var ends = AnimationDescription.Ends()
  var keyframes = AnimationDescription.Keyframes([])
  var spring = Spring()
  var children: [AnimationDescription] = []
  var gestures: AnimationDescription.Gestures?
  var stagger = AnimationDescription.Stagger(0)

  init(_ property: AnimatedProperty?, depth: Int) { (self.property, self.depth) = (property, depth) }

  static let fields: [JSONField<AnimationDraft>] = values + course + when

  private static let values: [JSONField<AnimationDraft>] = [
    // The property is read in advance, because values are parsed by its kind.
    JSONField(
      "keyPath", JSONSchema.string,
      "the animated property, such as opacity, transform.rotation.z, mesh.phase or lights[0].direction",
      default: .phrase("none, for a group or gestures")
    ) { reader, _ throws(DocumentError) in
      _ = try reader.readString("a key path such as \"opacity\" or \"transform.rotation.z\"")
    },
    JSONField("name", JSONSchema.string, "a descriptive name", default: .phrase("none")) {
      reader, draft throws(DocumentError) in
      draft.animation.name = try reader.readString("a name")
    },
    .value("from", \.ends.from, "the value at the start", default: "the layer's own value"),
    .value("to", \.ends.to, "the value at the end", default: "the layer's own value"),
    .value("by", \.ends.by, "the difference between the end and the start", default: "none"),
    JSONField(
      "values", ["type": "array", "minItems": 1.0, "items": value],
      "the key values, instead of from, to and by", default: .phrase("none")
    ) {
      reader, draft throws(DocumentError) in
      draft.keyframes.values = try reader.readKeyValues(of: draft.property)
    },
    JSONField(
      "animations", JSONSchema.array(of: JSONSchema.reference("animation")),
      "the animations of a group, whose time they share", default: .phrase("none")
    ) {
      reader, draft throws(DocumentError) in
      draft.children = try reader.readAnimations(depth: draft.depth + 1)
    },
    JSONField(
      "gestures", JSONSchema.any(JSONSchema.string, GestureFile.schema),
      "recorded pans, pinches and rotations: the path of a file with one event per line, or the events",
      default: .phrase("none")
    ) {
      reader, draft throws(DocumentError) in
      draft.gestures =
        reader.isAtArray()
        ? .track(try GestureFile.readEvents(&reader))
        : .file(try SceneReference(&reader, "the path of a file of gestures, or an array of events"))
    },
  ]

  private static let course: [JSONField<AnimationDraft>] = [
    JSONField(
      "timing", JSONSchema.any(timing, JSONSchema.array(of: timing)),
      "the timing function of the whole, such as ease-in-out, or an array with one for each step between values, one fewer "
        + "than values",
      default: .value("linear")
    ) {
      reader, draft throws(DocumentError) in
      switch try reader.readTiming() {
      case .one(let function): draft.animation.timingFunction = function
      case .many(let functions): draft.keyframes.timingFunctions = functions
      }
    },
    JSONField(
      "timingFunctions", JSONSchema.array(of: timing),
      "the timing functions of the steps between values, one fewer than values",
      default: .phrase("linear")
    ) { reader, draft throws(DocumentError) in
      draft.keyframes.timingFunctions = try reader.readTimings()
    },
    JSONField(
      "keyTimes", JSONSchema.array(of: JSONSchema.number(0...1)),
      "the times of the values as fractions of the duration, one for each value, rising from 0 to 1; with calculationMode "
        + "discrete, the times at which the values begin", default: .phrase("even spaces")
    ) {
      reader, draft throws(DocumentError) in draft.keyframes.keyTimes = try reader.readKeyTimes()
    },
    .choice(
      "calculationMode", \.keyframes.mode, "the interpolation between values", default: .value("linear")),
    .factors(
      "tensionValues", \.keyframes.tension,
      "the tension of a cubic curve at each value: 1 is tight, -1 is round"),
    .factors(
      "continuityValues", \.keyframes.continuity,
      "the continuity of a cubic curve at each value: 0 has no corner"),
    .factors(
      "biasValues", \.keyframes.bias,
      "the bias of a cubic curve at each value: 1 overshoots after it, -1 before it"),
    JSONField(
      "spring", JSONSchema.object(Spring.fields),
      "the spring that moves the property from its start to its end, instead of a timing function; a given duration ends its "
        + "motion, settled or not, and does not stretch it",
      default: .phrase("none")
    ) { reader, draft throws(DocumentError) in
      try reader.readFields(Spring.fields, into: &draft.spring, "a spring, {\"stiffness\": 100, ...}")
    },
    .boolean(
      "additive", \.animation.isAdditive, "whether the values are added to those of the layer"),
    .boolean(
      "cumulative", \.animation.isCumulative, "whether each pass begins at the end of the previous one"),
  ]

  private static let when: [JSONField<AnimationDraft>] =
    [
      JSONField(
        MediaTiming.durationProperty,
        default: .phrase(
          "0.25; the time in which a spring settles, the end of a group's last animation, the length of gestures"
        )
      ).within(\.animation.timing) { $0.animation.duration = $0.animation.timing.duration }
    ] + MediaTiming.start.map(field) + [
      .seconds(
        "removalTime", Animation.removalTimes, "the time at which the animation is removed",
        default: "never"
      ) { $0.animation.removalTime = $1 }
    ] + MediaTiming.course.map(field) + [
      JSONField(
        "stagger", JSONSchema.quantity(Stagger.intervals),
        "of a layer with a split text: the animation moves its parts instead of the layer, each of them this much later "
          + "than the previous one",
        unit: "seconds", default: .phrase("none: the animation moves the layer")
      ) { reader, draft throws(DocumentError) in
        draft.stagger.interval = try reader.readQuantity(in: Stagger.intervals)
      },
      .choice(
        "staggerOrder", \.stagger.order, "the order in which the parts begin", default: .phrase("forwards")),
    ]

  private typealias Stagger = AnimationDescription.Stagger

  private static func field(_ property: Property<MediaTiming>) -> JSONField<AnimationDraft> {
    JSONField(property, of: AnimationDescription(.group([])).timing).within(\.animation.timing)
  }

  private static let timing = JSONSchema.reference("timing")
  private static let value = JSONSchema.reference("animationValue")
}

extension AnimationDraft {
  /// The schema of a value of any property.
  static var valueSchema: JSONValue {
    JSONSchema.any(
      ["type": "number"], ["type": "boolean"], JSONSchema.string,
      JSONSchema.array(of: ["type": "number"], count: 2...16), JSONSchema.reference("mesh"))
  }

  static var timingSchema: JSONValue {
    JSONSchema.any(JSONSchema.string, JSONSchema.array(of: ["type": "number"], count: 4...4))
  }
}

extension JSONField<AnimationDraft> {
  fileprivate static func value(
    _ name: String, _ path: WritableKeyPath<AnimationDraft, AnimationValueDescription?> & Sendable,
    _ summary: String, default phrase: String
  ) -> Self {
    JSONField(name, JSONSchema.reference("animationValue"), summary, default: .phrase(phrase)) {
      reader, draft throws(DocumentError) in
      draft[keyPath: path] = try reader.readValue(of: try reader.propertyOfKey(draft.property))
    }
  }

  fileprivate static func seconds(
    _ name: String, _ range: NumberRange, _ summary: String, default phrase: String,
    _ set: @escaping @Sendable (inout AnimationDraft, Double) -> Void
  ) -> Self {
    JSONField(
      name, JSONSchema.quantity(range), summary, unit: range.unit.rawValue, default: .phrase(phrase)
    ) { reader, draft throws(DocumentError) in
      set(&draft, try reader.readQuantity(in: range))
    }
  }

  /// One number per key frame.
  fileprivate static func factors(
    _ name: String, _ path: WritableKeyPath<AnimationDraft, [Double]> & Sendable, _ summary: String
  ) -> Self {
    JSONField(
      name, JSONSchema.array(of: JSONSchema.number(Keyframes.factors)), summary,
      default: .phrase("0 at each value")
    ) {
      reader, draft throws(DocumentError) in
      var factors: [Double] = []
      try reader.readArray("an array of numbers, one for each value") { reader, _ throws(DocumentError) in
        factors.append(try reader.readNumber(in: Keyframes.factors))
      }
      draft[keyPath: path] = factors
    }
  }
}

extension Spring {
  static let fields = properties.map { JSONField($0, of: Spring()) }
}
