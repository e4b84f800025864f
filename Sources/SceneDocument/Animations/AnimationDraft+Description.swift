import MeshTransform

extension AnimationDescription {
  /// - `depth`: the number of enclosing groups.
  init(_ reader: inout JSONReader, depth: Int) throws(DocumentError) {
    reader.skipSpaces()
    let start = reader.offset
    if let problem = reader.motion.addAnimation() { throw reader.error(problem) }
    guard depth <= AnimationLimits.depth else {
      throw reader.error("groups are nested more than \(AnimationLimits.depth) deep, the limit")
    }
    var draft = AnimationDraft(try reader.lookaheadProperty(), depth: depth)
    let offsets = try reader.readFields(
      AnimationDraft.fields, into: &draft, "an animation, {\"keyPath\": ..., \"from\": ..., \"to\": ...}")
    self = try draft.animation(offsets, reader, at: start)
    offset = start
  }
}

extension AnimationDraft {
  private static let subjects = ["keyPath", "animations", "gestures"]
  private static let endKeys = ["from", "to", "by"]
  private static let frameKeys = [
    "keyTimes", "timingFunctions", "calculationMode", "tensionValues", "continuityValues", "biasValues",
  ]

  /// The animation that results from all keys.
  /// - Throws: for a key that is incompatible with the others, at that key.
  fileprivate func animation(
    _ offsets: KeyOffsets, _ reader: JSONReader, at start: Int
  ) throws(DocumentError) -> AnimationDescription {
    func forbid(_ keys: [String], _ why: String) throws(DocumentError) {
      for key in keys { if let offset = offsets[key] { throw reader.error(at: offset, key: key, why) } }
    }
    var animation = animation
    if offsets["stagger"] != nil {
      animation.stagger = stagger
    } else {
      try forbid(["staggerOrder"], "this key needs a \"stagger\"; add one")
    }
    if depth > 0 {
      try forbid(["stagger"], "the animations of a group share their time; set the stagger on the group")
    }
    let given = Self.subjects.filter { offsets[$0] != nil }
    guard let subject = given.first else {
      throw reader.error(
        at: start,
        "the animation has no target; add a \"keyPath\", the \"animations\" of a group, or \"gestures\"")
    }
    try forbid(Array(given.dropFirst()), "there is also \"\(subject)\"; split it into two animations")
    if subject != "keyPath" {
      let what = subject == "gestures" ? "gestures" : "a group"
      if subject == "gestures" { try forbid(["stagger"], "gestures cannot have this key; remove it") }
      try forbid(
        Self.endKeys + Self.frameKeys + ["values", "spring", "additive", "cumulative"],
        "\(what) cannot have this key; remove it")
    }
    if !keyframes.timingFunctions.isEmpty, offsets["values"] == nil {
      try forbid(["timing"], "a list of timing functions needs \"values\"; use a single function here")
    }
    guard let property else {
      if let gestures { animation.action = .gestures(gestures) }
      if subject == "animations" {
        guard !children.isEmpty else {
          throw reader.error(
            at: offsets["animations"], key: "animations", "the group is empty; add an animation")
        }
        animation.action = .group(children)
      }
      return animation
    }
    if offsets["values"] != nil {
      try forbid(Self.endKeys, "there are also \"values\"; keep either the ends or the values")
      try forbid(
        ["spring"], "a spring goes from one value to another; use \"from\" and \"to\" instead of \"values\"")
      try checkKeyframes(offsets, reader)
      animation.action = .keyframes(property, keyframes)
    } else {
      try forbid(Self.frameKeys, "this key needs key frames; add \"values\"")
      guard Self.endKeys.contains(where: { offsets[$0] != nil }) else {
        throw reader.error(
          at: start, "the animation has no values; add \"from\" and \"to\", or \"values\"")
      }
      if Self.endKeys.allSatisfy({ offsets[$0] != nil }) {
        try forbid(["by"], "from, to and by are all set; two of them are enough, so remove one")
      }
      animation.action = offsets["spring"] == nil ? .change(property, ends) : .spring(property, ends, spring)
    }
    if animation.timing.repeatCount != 0, animation.timing.repeatDuration != 0 {
      try forbid(["repeatDuration"], "there is also a repeatCount; remove one of them")
    }
    return animation
  }

  /// Checks that the counts match; the model validates the values.
  private func checkKeyframes(_ offsets: KeyOffsets, _ reader: JSONReader) throws(DocumentError) {
    let values = keyframes.values.count
    func check(_ key: String, _ count: Int, _ allowed: ClosedRange<Int>) throws(DocumentError) {
      guard count > 0 || offsets[key] != nil, !allowed.contains(count) else { return }
      let words =
        allowed.count == 1 ? "\(allowed.lowerBound)" : "\(allowed.lowerBound) or \(allowed.upperBound)"
      throw reader.error(
        at: offsets[key], key: key, "there are \(count) for \(values) values; use \(words)")
    }
    try check(
      "keyTimes", keyframes.keyTimes.count, values...(keyframes.mode == .discrete ? values + 1 : values))
    let segments = max(values - 1, 0)
    let timings = offsets["timingFunctions"] != nil ? "timingFunctions" : "timing"
    if !keyframes.timingFunctions.isEmpty {
      try check(timings, keyframes.timingFunctions.count, segments...segments)
    }
    try check("tensionValues", keyframes.tension.count, values...values)
    try check("continuityValues", keyframes.continuity.count, values...values)
    try check("biasValues", keyframes.bias.count, values...values)
    if keyframes.mode == .paced || keyframes.mode == .cubicPaced, let offset = offsets["keyTimes"] {
      throw reader.error(
        at: offset, key: "keyTimes",
        "a paced animation computes its own times; remove them, or use another mode")
    }
  }
}
