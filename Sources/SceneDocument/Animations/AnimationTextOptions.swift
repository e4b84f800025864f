import MeshTransform

/// The options of an animation text: everything after its values, in any order.
struct AnimationTextOptions {
  let property: AnimatedProperty
  let isKeyframes: Bool
  private var duration: Double?
  private var timingFunction: TimingFunction?
  private var spring: Spring?
  private var timing = MediaTiming(fillMode: .both)
  private var mode: Keyframes.CalculationMode?
  private var stagger: AnimationDescription.Stagger?
  private var (isAdditive, isCumulative) = (false, false)
  /// The options given so far, to refuse duplicates.
  private var given: Set<String> = []

  init(property: AnimatedProperty, isKeyframes: Bool) {
    (self.property, self.isKeyframes) = (property, isKeyframes)
  }

  static let words =
    TimingText.names + [
      "loop", "repeat", "for", "alternate", "delay", "speed", "offset", "fill", "additive", "cumulative",
      "cubic", "discrete", "paced", "spring", "once", "stagger",
    ]

  mutating func parse(_ cursor: inout TextCursor) throws(SyntaxError) {
    while true {
      let hadSpace = cursor.skipSpaces()
      if cursor.isAtEnd || cursor.next == UInt8(ascii: ";") { return }
      guard hadSpace else {
        let hint = cursor.next == UInt8(ascii: "-") ? "; write 0..1 for a change from 0 to 1" : ""
        throw cursor.error("found \(cursor.found) where a space is expected\(hint)")
      }
      try takeOne(&cursor)
    }
  }

  private mutating func takeOne(_ cursor: inout TextCursor) throws(SyntaxError) {
    let start = cursor.offset
    if let (value, unit) = try cursor.takeQuantity() {
      if unit == "x" { return try setCount(value, cursor, at: start) }
      let length = try seconds(value, unit, cursor, at: start)
      guard MediaTiming.durations.contains(length) else {
        throw cursor.error(at: start, "the duration is \(length.short) s; use \(MediaTiming.durations)")
      }
      duration = length
      return try setOnce(
        "a duration", cursor, at: start, "a time before the start is written \"delay 0.5s\"")
    }
    var ahead = cursor
    if ahead.take("x") || ahead.take("X"), let count = try ahead.takeNumber() {
      cursor = ahead
      return try setCount(count, cursor, at: start)
    }
    let name = cursor.takeName()
    if let function = try TimingText.function(named: name, at: start, &cursor) {
      timingFunction = function
      return try setOnce("a timing", cursor, at: start)
    }
    try takeWord(name.lowercased(), name, at: start, &cursor)
  }

  private mutating func takeWord(
    _ word: String, _ name: String, at start: Int, _ cursor: inout TextCursor
  ) throws(SyntaxError) {
    switch word {
    case "loop", "infinite", "forever":
      timing.repeatCount = .infinity
      try setOnce("the repetition", cursor, at: start)
    case "once": try setOnce("the repetition", cursor, at: start)
    case "repeat": try setCount(try takeNumber(after: name, &cursor), cursor, at: start)
    case "for":
      timing.repeatDuration = try takeSeconds(after: name, &cursor)
      try setOnce("the repetition", cursor, at: start)
    case "alternate", "autoreverses": timing.autoreverses = true
    case "delay":
      timing.beginTime = try takeSeconds(after: name, &cursor)
      try setOnce("a delay", cursor, at: start)
    case "offset":
      timing.timeOffset = try takeSeconds(after: name, &cursor)
      try setOnce("an offset", cursor, at: start)
    case "stagger":
      stagger = try takeStagger(&cursor, at: start)
      try setOnce("a stagger", cursor, at: start)
    case "speed":
      timing.speed = try takeNumber(after: name, &cursor)
      try setOnce("a speed", cursor, at: start)
    case "fill": timing.fillMode = try takeFillMode(&cursor)
    case "additive": isAdditive = true
    case "cumulative": isCumulative = true
    case "cubic", "discrete", "paced", "cubicpaced", "cubic-paced":
      mode = Keyframes.CalculationMode(
        rawValue: word.hasPrefix("cubic") && word != "cubic" ? "cubicPaced" : word)
      try setOnce("an interpolation between key frames", cursor, at: start)
      guard isKeyframes else {
        throw cursor.error(
          at: start, "\(word) applies only to key frames; use three values or more, or key times")
      }
    case "spring": try takeSpring(&cursor, at: start)
    default:
      guard !name.isEmpty else {
        throw cursor.error(
          "found \(cursor.found); use a duration such as 2s, or \(NearestName.list(Self.shown))")
      }
      throw cursor.error(
        at: start,
        "\(quoted(name)) is neither a timing function nor an option of a motion; \(Self.hint(name))")
    }
    do { try timing.validate() } catch { throw cursor.error(at: start, "\(error.problem)") }
  }

  private static let shown = ["linear", "ease-in-out", "spring", "loop", "x3", "alternate", "delay"]

  private static func hint(_ name: String) -> String {
    if let hint = TimingText.hint(ofOtherPrograms: name) { return hint }
    return NearestName.match(name, in: words + ["cubicPaced"]).map { "did you mean \"\($0)\"?" }
      ?? "use a duration such as 2s, \(NearestName.list(shown))"
  }

  private func takeStagger(
    _ cursor: inout TextCursor, at start: Int
  ) throws(SyntaxError) -> AnimationDescription.Stagger {
    var stagger = AnimationDescription.Stagger(try takeSeconds(after: "stagger", &cursor))
    let intervals = AnimationDescription.Stagger.intervals
    guard intervals.contains(stagger.interval) else {
      throw cursor.error(at: start, "the stagger is \(stagger.interval.short) s; use \(intervals)")
    }
    var ahead = cursor
    ahead.skipSpaces()
    if let order = AnimationDescription.Stagger.Order(rawValue: ahead.takeName().lowercased()) {
      (stagger.order, cursor) = (order, ahead)
    }
    return stagger
  }

  private mutating func takeSpring(_ cursor: inout TextCursor, at start: Int) throws(SyntaxError) {
    guard !isKeyframes else {
      throw cursor.error(
        at: start, "a spring goes from one value to another; use two values without key times")
    }
    var spring = Spring()
    var ahead = cursor
    ahead.skipSpaces()
    if ahead.next == UInt8(ascii: "(") {
      let numbers = try cursor.takeArguments(
        1...4, of: "spring", example: "spring(1, 100, 10): mass, stiffness, damping, perhaps initial velocity"
      )
      for (number, property) in zip(numbers, Spring.properties) {
        if case .number(let path, _) = property.value { spring[keyPath: path] = number }
      }
    }
    do { try spring.validate() } catch { throw cursor.error(at: start, "\(error.problem)") }
    self.spring = spring
    try setOnce("a timing", cursor, at: start)
  }

  private mutating func setCount(_ count: Double, _ cursor: TextCursor, at start: Int) throws(SyntaxError) {
    let counts = NumberRange.above(0, upTo: MediaTiming.repeatCounts.upperBound)
    guard counts.contains(count) else {
      throw cursor.error(
        at: start, "it repeats \(count.short) times; use \(counts), or \"loop\" to repeat forever")
    }
    timing.repeatCount = count
    try setOnce("the repetition", cursor, at: start)
  }

  /// - Throws: when the same option has already been given.
  private mutating func setOnce(
    _ what: String, _ cursor: TextCursor, at start: Int, _ hint: String = "keep one"
  ) throws(SyntaxError) {
    guard given.insert(what).inserted else {
      throw cursor.error(at: start, "\(what) is already set; \(hint)")
    }
  }

  private func takeNumber(after name: String, _ cursor: inout TextCursor) throws(SyntaxError) -> Double {
    cursor.skipSpaces()
    guard let number = try cursor.takeNumber() else {
      throw cursor.error("found \(cursor.found) after \(name); write \(name) and a number")
    }
    return number
  }

  private func takeSeconds(after name: String, _ cursor: inout TextCursor) throws(SyntaxError) -> Double {
    cursor.skipSpaces()
    let start = cursor.offset
    guard let (value, unit) = try cursor.takeQuantity() else {
      throw cursor.error("found \(cursor.found) after \(name); write \(name) 0.5s")
    }
    return try seconds(value, unit, cursor, at: start)
  }

  private func seconds(
    _ value: Double, _ unit: String, _ cursor: TextCursor, at start: Int
  ) throws(SyntaxError) -> Double {
    guard let seconds = TimeText.seconds(value, unit: unit) else {
      let found = unit.isEmpty ? "\(value.short) has no unit" : "\(quoted(unit)) is not a time unit"
      throw cursor.error(at: start, "\(found); write a time as 2s or 250ms")
    }
    return seconds
  }

  private func takeFillMode(_ cursor: inout TextCursor) throws(SyntaxError) -> MediaTiming.FillMode {
    cursor.skipSpaces()
    let start = cursor.offset
    let name = cursor.takeName()
    let names = MediaTiming.FillMode.allCases.map(\.rawValue)
    guard let mode = MediaTiming.FillMode(rawValue: name == "none" ? "removed" : name.lowercased()) else {
      throw cursor.error(
        at: start, "found \(quoted(name)) after fill; \(NearestName.hint(name, among: names))")
    }
    return mode
  }

  /// The animation, after all options have been parsed.
  func animation(_ values: AnimationTextValues, _ cursor: TextCursor) throws(SyntaxError)
    -> AnimationDescription
  {
    let first = values.values[0]
    var animation: AnimationDescription
    if isKeyframes {
      var keyframes = values.keyframes
      keyframes.mode = mode ?? .linear
      guard keyframes.keyTimes.isEmpty || (mode != .paced && mode != .cubicPaced) else {
        throw cursor.error("a paced animation computes its own key times; remove them, or the mode")
      }
      animation = AnimationDescription(.keyframes(property, keyframes))
    } else {
      var ends = AnimationDescription.Ends()
      switch values.form {
      case .ends: (ends.from, ends.to) = (first, values.values[values.values.count - 1])
      case .to: ends.to = first
      case .from: ends.from = first
      case .by: ends.by = first
      case .keyframes: break
      }
      animation = AnimationDescription(spring.map { .spring(property, ends, $0) } ?? .change(property, ends))
    }
    animation.duration = duration ?? (spring == nil ? 1 : nil)
    animation.timing = timing
    animation.stagger = stagger
    animation.timingFunction = timingFunction ?? .linear
    (animation.isAdditive, animation.isCumulative) = (isAdditive, isCumulative)
    return animation
  }
}

extension AnimationTextValues {
  /// Key frames with key times if at least one is given: missing times are interpolated evenly, and the first and last
  /// values extend to 0 and 1.
  fileprivate var keyframes: AnimationDescription.Keyframes {
    guard times.contains(where: { $0 != nil }) else { return AnimationDescription.Keyframes(values) }
    var (values, times) = (values, times)
    times[0] = times[0] ?? 0
    times[times.count - 1] = times[times.count - 1] ?? 1
    var known = 0
    for index in times.indices.dropFirst() {
      guard let end = times[index], let start = times[known] else { continue }
      for between in known + 1..<max(index, known + 1) {
        times[between] = start + (end - start) * Double(between - known) / Double(index - known)
      }
      known = index
    }
    var all = times.compactMap(\.self)
    if let first = all.first, first > 0 { (values, all) = ([values[0]] + values, [0] + all) }
    if let last = all.last, last < 1 { (values, all) = (values + [values[values.count - 1]], all + [1]) }
    var keyframes = AnimationDescription.Keyframes(values)
    keyframes.keyTimes = all
    return keyframes
  }
}
