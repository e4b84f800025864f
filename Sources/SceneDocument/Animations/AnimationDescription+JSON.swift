import MeshTransform

extension AnimationDescription {
  /// The keys that differ from the defaults. Reading it gives the same animation, number for number.
  var json: JSONValue {
    var members: [(key: String, value: JSONValue)] = []
    func add(_ key: String, _ value: @autoclosure () -> JSONValue, if isGiven: Bool) {
      if isGiven { members.append((key, value())) }
    }
    if let name { add("name", .string(name), if: true) }
    var segments: [TimingFunction] = []
    switch action {
    case .change(let property, let ends): members += ends.members(of: property)
    case .spring(let property, let ends, let spring):
      members += ends.members(of: property)
      add("spring", spring.json, if: true)
    case .keyframes(let property, let keyframes):
      members += keyframes.members(of: property)
      segments = keyframes.timingFunctions
    case .group(let children): add("animations", .array(children.map(\.json)), if: true)
    case .gestures(.file(let reference)): add("gestures", .string(reference.path), if: true)
    case .gestures(.track(let track)): add("gestures", track.json, if: true)
    }
    let isPlain = timingFunction == .linear
    add("timing", TimingText.json(timingFunction), if: !isPlain)
    add(
      isPlain ? "timing" : "timingFunctions", .array(segments.map(TimingText.json)), if: !segments.isEmpty)
    let plain = AnimationDescription(action).timing
    if let duration { add("duration", .number(duration), if: true) }
    members += MediaTiming.start.flatMap { $0.members(of: timing, unlike: plain) }
    if let removalTime { add("removalTime", .number(removalTime), if: true) }
    members += MediaTiming.course.flatMap { $0.members(of: timing, unlike: plain) }
    if let stagger {
      add("stagger", .number(stagger.interval), if: true)
      add("staggerOrder", .string(stagger.order.rawValue), if: stagger.order != .forwards)
    }
    add("additive", true, if: isAdditive)
    add("cumulative", true, if: isCumulative)
    return .object(members)
  }
}

extension AnimationDescription.Ends {
  fileprivate func members(of property: AnimatedProperty) -> [(key: String, value: JSONValue)] {
    [("keyPath", .string(property.keyPath))]
      + [("from", from), ("to", to), ("by", by)].compactMap { key, value in
        value.map { (key, $0.json(of: property)) }
      }
  }
}

extension AnimationDescription.Keyframes {
  fileprivate func members(of property: AnimatedProperty) -> [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = [
      ("keyPath", .string(property.keyPath)), ("values", .array(values.map { $0.json(of: property) })),
    ]
    if !keyTimes.isEmpty { members.append(("keyTimes", .numbers(keyTimes))) }
    if mode != .linear { members.append(("calculationMode", .string(mode.rawValue))) }
    for (key, factors) in [
      ("tensionValues", tension), ("continuityValues", continuity), ("biasValues", bias),
    ]
    where !factors.isEmpty {
      members.append((key, .numbers(factors)))
    }
    return members
  }
}

extension Spring {
  fileprivate var json: JSONValue { .object(Self.properties.flatMap { $0.members(of: self) }) }
}
