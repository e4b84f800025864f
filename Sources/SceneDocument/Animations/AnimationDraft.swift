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

  init(_ property: AnimatedProperty?, depth: Int) { (self.property, self.depth) = (property, depth) }

  static let fields: [JSONField<AnimationDraft>] = values + course + when

  private static let values: [JSONField<AnimationDraft>] = [
    // The property is read in advance, because values are parsed by its kind.
    JSONField("keyPath", JSONSchema.string) { reader, _ throws(DocumentError) in
      _ = try reader.readString("a key path such as \"opacity\" or \"transform.rotation.z\"")
    },
    JSONField("name", JSONSchema.string) { reader, draft throws(DocumentError) in
      draft.animation.name = try reader.readString("a name")
    },
    .value("from", \.ends.from), .value("to", \.ends.to), .value("by", \.ends.by),
    JSONField("values", ["type": "array", "minItems": 1.0, "items": value]) {
      reader, draft throws(DocumentError) in
      draft.keyframes.values = try reader.readKeyValues(of: draft.property)
    },
    JSONField("animations", JSONSchema.array(of: JSONSchema.reference("animation"))) {
      reader, draft throws(DocumentError) in
      draft.children = try reader.readAnimations(depth: draft.depth + 1)
    },
    JSONField("gestures", JSONSchema.any(JSONSchema.string, GestureFile.schema)) {
      reader, draft throws(DocumentError) in
      draft.gestures =
        reader.isAtArray()
        ? .track(try GestureFile.readEvents(&reader))
        : .file(try SceneReference(&reader, "the path of a file of gestures, or an array of events"))
    },
  ]

  private static let course: [JSONField<AnimationDraft>] = [
    JSONField("timing", JSONSchema.any(timing, JSONSchema.array(of: timing))) {
      reader, draft throws(DocumentError) in
      switch try reader.readTiming() {
      case .one(let function): draft.animation.timingFunction = function
      case .many(let functions): draft.keyframes.timingFunctions = functions
      }
    },
    JSONField("timingFunctions", JSONSchema.array(of: timing)) { reader, draft throws(DocumentError) in
      draft.keyframes.timingFunctions = try reader.readTimings()
    },
    JSONField("keyTimes", JSONSchema.array(of: JSONSchema.number(0...1))) {
      reader, draft throws(DocumentError) in draft.keyframes.keyTimes = try reader.readKeyTimes()
    },
    .choice("calculationMode", \.keyframes.mode), .factors("tensionValues", \.keyframes.tension),
    .factors("continuityValues", \.keyframes.continuity), .factors("biasValues", \.keyframes.bias),
    JSONField("spring", JSONSchema.object(Spring.fields)) { reader, draft throws(DocumentError) in
      try reader.readFields(Spring.fields, into: &draft.spring, "a spring, {\"stiffness\": 100, ...}")
    },
    .boolean("additive", \.animation.isAdditive), .boolean("cumulative", \.animation.isCumulative),
  ]

  private static let when: [JSONField<AnimationDraft>] =
    [
      JSONField(MediaTiming.durationProperty).within(\.animation.timing) {
        $0.animation.duration = $0.animation.timing.duration
      }
    ] + MediaTiming.start.map { JSONField($0).within(\.animation.timing) } + [
      .seconds("removalTime", Animation.removalTimes) { $0.animation.removalTime = $1 }
    ] + MediaTiming.course.map { JSONField($0).within(\.animation.timing) }

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
    _ name: String, _ path: WritableKeyPath<AnimationDraft, AnimationValueDescription?> & Sendable
  ) -> Self {
    JSONField(name, JSONSchema.reference("animationValue")) { reader, draft throws(DocumentError) in
      draft[keyPath: path] = try reader.readValue(of: try reader.propertyOfKey(draft.property))
    }
  }

  fileprivate static func seconds(
    _ name: String, _ range: NumberRange,
    _ set: @escaping @Sendable (inout AnimationDraft, Double) -> Void
  ) -> Self {
    JSONField(name, JSONSchema.quantity(range)) { reader, draft throws(DocumentError) in
      set(&draft, try reader.readQuantity(in: range))
    }
  }

  /// One number per key frame.
  fileprivate static func factors(
    _ name: String, _ path: WritableKeyPath<AnimationDraft, [Double]> & Sendable
  ) -> Self {
    JSONField(name, JSONSchema.array(of: JSONSchema.number(Keyframes.factors))) {
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
  static let fields = properties.map { JSONField($0) }
}
