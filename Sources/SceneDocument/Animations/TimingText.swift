import MeshTransform

/// Timing functions as texts: Core Animation's names, and those of CSS with `cubic-bezier()` and `steps()`.
///
/// `linear`, `default` or `ease`, `easeIn` or `ease-in`, `easeOut`, `easeInEaseOut` or `ease-in-out`; `step-start`,
/// `step-end`, `steps(4)`, `steps(4, jump-none)`, `cubic-bezier(0.2, 0, 0.1, 1)`. Case does not matter.
public enum TimingText {
  /// The timing function of a text.
  public static func parse(_ text: String) throws(SyntaxError) -> TimingFunction {
    var cursor = TextCursor(text, subject: "timing")
    cursor.skipSpaces()
    let start = cursor.offset
    let name = cursor.takeName()
    guard let function = try function(named: name, at: start, &cursor) else {
      throw cursor.error(
        at: start,
        name.isEmpty
          ? "found \(cursor.found); use a name such as ease-in-out, cubic-bezier(...) or steps(...)"
          : "\(quoted(name)) is not a timing function; "
            + (hint(ofOtherPrograms: name) ?? NearestName.hint(name, among: names)))
    }
    try cursor.expectEnd(after: "the timing function")
    return function
  }

  /// What comes closest to a pace of other programs; nil for other names.
  static func hint(ofOtherPrograms name: String) -> String? {
    switch name.lowercased() {
    case "bounce", "elastic", "easeoutbounce", "easeoutelastic":
      "a motion of --animate overshoots and comes to rest with spring, as in \"opacity 0..1 spring(1, 200, 10)\""
    case "back", "easeoutback", "easeinback": "use cubic-bezier(0.3, 0, 0.3, 1.5), which overshoots"
    default: nil
    }
  }

  /// For hints: one spelling of each.
  static let names = [
    "linear", "ease", "easeIn", "easeOut", "easeInEaseOut", "ease-in", "ease-out", "ease-in-out", "default",
    "step-start", "step-end", "steps", "cubic-bezier",
  ]

  /// The function whose name has just been taken, including its parentheses; nil for an unknown name, and then the
  /// cursor does not move.
  static func function(
    named name: String, at start: Int, _ cursor: inout TextCursor
  ) throws(SyntaxError) -> TimingFunction? {
    let function: TimingFunction
    switch name.lowercased() {
    case "linear": function = .linear
    case "ease", "default": function = .default
    case "ease-in", "easein": function = .easeIn
    case "ease-out", "easeout": function = .easeOut
    case "ease-in-out", "easeineaseout", "easeinout": function = .easeInEaseOut
    case "step-start": function = .steps(1, .jumpStart)
    case "step-end": function = .steps(1, .jumpEnd)
    case "steps": function = try steps(&cursor)
    case "cubic-bezier", "cubicbezier":
      let example = "cubic-bezier(0.2, 0, 0.1, 1)"
      let numbers = try cursor.takeArguments(4...4, of: name, example: example)
      function = .cubicBezier(numbers[0], numbers[1], numbers[2], numbers[3])
    default: return nil
    }
    do { try function.validate() } catch { throw cursor.error(at: start, "\(error.problem)") }
    return function
  }

  private static func steps(_ cursor: inout TextCursor) throws(SyntaxError) -> TimingFunction {
    let example = "steps(4) or steps(4, jump-none)"
    cursor.skipSpaces()
    guard cursor.take("(") else { throw cursor.error("found \(cursor.found) after steps; write \(example)") }
    cursor.skipSpaces()
    let start = cursor.offset
    guard let number = try cursor.takeNumber(), let count = Int(exactly: number) else {
      throw cursor.error(at: start, "steps takes a whole number of them first; write \(example)")
    }
    cursor.skipSpaces()
    var position = TimingFunction.StepPosition.jumpEnd
    if cursor.take(",") {
      cursor.skipSpaces()
      let start = cursor.offset
      let name = cursor.takeName()
      guard let found = positions[name.lowercased()] else {
        let known = ["jump-start", "jump-end", "jump-none", "jump-both"]
        throw cursor.error(at: start, "found \(quoted(name)); \(NearestName.hint(name, among: known))")
      }
      position = found
      cursor.skipSpaces()
    }
    guard cursor.take(")") else { throw cursor.error("found \(cursor.found) in steps; close it with \")\"") }
    return .steps(count, position)
  }

  private static let positions: [String: TimingFunction.StepPosition] = [
    "jump-start": .jumpStart, "jumpstart": .jumpStart, "start": .jumpStart, "jump-end": .jumpEnd,
    "jumpend": .jumpEnd, "end": .jumpEnd, "jump-none": .jumpNone, "jumpnone": .jumpNone,
    "jump-both": .jumpBoth, "jumpboth": .jumpBoth,
  ]

  /// Its name in a file if it has one, else four numbers or the text of its steps.
  static func json(_ function: TimingFunction) -> JSONValue {
    if let name = TimingFunction.allNamed.first(where: { $0.function == function })?.name {
      return .string(name)
    }
    switch function {
    case .cubicBezier(let x1, let y1, let x2, let y2): return .numbers([x1, y1, x2, y2])
    case .steps(let count, let position):
      let word = position.rawValue.dropFirst("jump".count).lowercased()
      return .string("steps(\(count), jump-\(word))")
    }
  }
}
