import MeshTransform

/// The values of one animation of a text.
struct AnimationTextValues {
  /// `..b` and `a..` have one value each; the value of `by` is relative.
  enum Form { case ends, to, from, by, keyframes }
  var form = Form.to
  var values: [AnimationValueDescription] = []
  /// The key times, one per value; nil where the text has none.
  var times: [Double?] = []
  var lastTime = 0.0

  var isKeyframes: Bool { form == .keyframes }

  /// Whether the first and the last value are equal transforms with different texts, as after whole turns.
  var isWholeTurn: Bool {
    guard form == .ends, case .transform(.list(let from)) = values[0],
      case .transform(.list(let to)) = values[1], from != to
    else { return false }
    let ends = [from, to].compactMap { try? TransformList.parse($0, layerSize: Size(1, 1)) }
    return ends.count == 2
      && (0..<4).allSatisfy { row in (0..<4).allSatisfy { abs(ends[0][row, $0] - ends[1][row, $0]) < 1e-9 } }
  }
}

extension AnimationClause {
  mutating func takeValues(
    of property: AnimatedProperty, _ cursor: inout TextCursor
  ) throws(SyntaxError) -> AnimationTextValues {
    var result = AnimationTextValues()
    cursor.skipSpaces()
    var ahead = cursor
    if ahead.takeName().lowercased() == "by", ahead.skipSpaces() {
      result.form = .by
      cursor = ahead
      try takeValue(of: property, into: &result, &cursor)
      return result
    }
    if cursor.takeDots() {
      cursor.skipSpaces()
      try takeValue(of: property, into: &result, &cursor)
      return result
    }
    var separators = 0
    repeat {
      cursor.skipSpaces()
      try takeValue(of: property, into: &result, &cursor)
      ahead = cursor
      ahead.skipSpaces()
      guard ahead.takeDots() else {
        guard ahead.take(",") else { break }
        cursor = ahead
        separators += 1
        continue
      }
      separators += 1
      cursor = ahead
      // No value after the dots: the animation ends at the current value.
      if separators == 1, endsValues(property, ahead) {
        result.form = .from
        break
      }
    } while true
    if result.values.count > 1 {
      result.form = result.values.count == 2 && result.times.allSatisfy { $0 == nil } ? .ends : .keyframes
    }
    if let index = result.times.firstIndex(where: { $0 != nil }), result.form != .keyframes {
      throw cursor.error(
        "value \(index + 1) has a key time, but is the only value; add more values")
    }
    return result
  }

  /// Whether no value follows: the cursor is at the end or at a word of the options.
  private func endsValues(_ property: AnimatedProperty, _ cursor: TextCursor) -> Bool {
    var ahead = cursor
    guard ahead.skipSpaces() || ahead.isAtEnd || ahead.next == UInt8(ascii: ";") else { return false }
    if ahead.isAtEnd || ahead.next == UInt8(ascii: ";") { return true }
    if let (_, unit) = try? ahead.takeQuantity() { return TimeText.units[unit] != nil }
    // Only these kinds have values that begin with a word.
    guard [.color, .transform, .mesh, .flag].contains(property.kind) else { return true }
    let name = ahead.takeName().lowercased()
    return AnimationTextOptions.words.contains { $0.lowercased() == name }
  }

  private mutating func takeValue(
    of property: AnimatedProperty, into result: inout AnimationTextValues, _ cursor: inout TextCursor
  ) throws(SyntaxError) {
    if let problem = counts.addKeyframe() { throw cursor.error(problem) }
    result.values.append(try takeValue(of: property, &cursor))
    var ahead = cursor
    ahead.skipSpaces()
    guard ahead.take("@") else { return result.times.append(nil) }
    ahead.skipSpaces()
    let start = ahead.offset
    guard let (value, unit) = try ahead.takeQuantity(), unit == "%" || unit.isEmpty,
      (0...1).contains(unit == "%" ? value / 100 : value)
    else { throw ahead.error(at: start, "a key time is 0%...100% of the duration; write @25%") }
    let time = unit == "%" ? value / 100 : value
    guard time >= result.lastTime else {
      throw ahead.error(at: start, "this key time is less than the previous one; use ascending order")
    }
    (result.lastTime, cursor) = (time, ahead)
    result.times.append(time)
  }

  private mutating func takeValue(
    of property: AnimatedProperty, _ cursor: inout TextCursor
  ) throws(SyntaxError) -> AnimationValueDescription {
    let start = cursor.offset
    switch property.kind {
    case .number: return .value(.number(try takeNumber(of: property, &cursor)))
    case .point:
      let numbers = try takeNumbers(["x", "y"], of: property, &cursor)
      return .value(.point(Point(numbers[0], numbers[1])))
    case .point3D:
      let numbers = try takeNumbers(["x", "y", "z"], of: property, &cursor)
      return .value(.point3D(Point3D(numbers[0], numbers[1], numbers[2])))
    case .size:
      let numbers = try takeNumbers(["width", "height"], of: property, &cursor)
      return .value(.size(Size(numbers[0], numbers[1])))
    case .rect:
      let numbers = try takeNumbers(["x", "y", "width", "height"], of: property, &cursor)
      guard numbers[2] >= 0, numbers[3] >= 0 else {
        throw cursor.error(at: start, "the width and the height must be 0 or more")
      }
      return .value(.rect(Rect(numbers[0], numbers[1], numbers[2], numbers[3])))
    case .flag:
      switch cursor.takeName().lowercased() {
      case "true", "yes", "on": return .value(.flag(true))
      case "false", "no", "off": return .value(.flag(false))
      default: throw cursor.error(at: start, "\(property) takes true or false")
      }
    case .color:
      let text = cursor.takeWord()
      do { return .value(.color(try ColorText.parse(text))) } catch {
        throw cursor.error(at: start, of: error)
      }
    case .transform: return .transform(.list(try takeTransform(&cursor)))
    case .mesh:
      let mesh = try takeMesh(&cursor)
      if let problem = counts.add(vertices: mesh.vertexCount) { throw cursor.error(at: start, problem) }
      return .mesh(mesh)
    }
  }

  /// A number in the unit of the model. A rotation has a unit, or the one of the value behind it, as in `-20..20deg`;
  /// other angles without a unit are in degrees.
  private func takeNumber(
    of property: AnimatedProperty, _ cursor: inout TextCursor
  ) throws(SyntaxError) -> Double {
    let (start, angle) = (cursor.offset, property.fileUnit)
    guard let (value, unit) = try cursor.takeQuantity() else {
      throw cursor.error(
        "found \(cursor.found) where \(property) expects a number; write \(property) 0..1 for a change from 0 to 1"
      )
    }
    guard abs(value) <= 1e15 else { throw cursor.error(at: start, "\(value) is too large; use 1e15 at most") }
    guard let angle else {
      guard unit.isEmpty else {
        let hint = TimeText.units[unit] == nil ? "" : "; write the value before the duration"
        throw cursor.error(at: start, "\(property) is a number without a unit\(hint)")
      }
      if let preset, let parameter = preset.parameters.first(where: { $0.name == property.presetParameter }),
        !parameter.range.contains(value)
      {
        throw cursor.error(
          at: start, "\(parameter.name) of \(preset.name) is \(value.short); use \(parameter.range.words)")
      }
      return value
    }
    let known = unit.isEmpty && angle == .radians && value != 0 ? Self.unitAhead(cursor) : unit
    guard let known else { throw cursor.error(at: start, property.bareAngle(value)) }
    guard let turned = Angle(value, unit: known.isEmpty ? "deg" : known) else {
      throw cursor.error(
        at: start, "\(quoted(unit)) is not an angle unit; use \(NearestName.list(Angle.units))")
    }
    if angle == .radians { return turned.radians }
    return unit.isEmpty || unit == "deg" ? value : turned.degrees
  }

  /// The first unit of the values behind a value; nil where none has one.
  private static func unitAhead(_ cursor: TextCursor) -> String? {
    var ahead = cursor
    // A text of many values is not searched to its end for each.
    for _ in 0..<100 {
      ahead.skipSpaces()
      if ahead.take("@") { _ = try? ahead.takeQuantity() }
      ahead.skipSpaces()
      guard ahead.takeDots() || ahead.take(",") else { return nil }
      ahead.skipSpaces()
      guard let (_, unit) = try? ahead.takeQuantity() else { return nil }
      if Angle(0, unit: unit) != nil { return unit }
    }
    return nil
  }

  /// Numbers separated by commas or slashes, optionally in parentheses.
  private func takeNumbers(
    _ names: [String], of property: AnimatedProperty, _ cursor: inout TextCursor
  ) throws(SyntaxError) -> [Double] {
    let hasParentheses = cursor.take("(")
    var numbers: [Double] = []
    for name in names {
      cursor.skipSpaces()
      if !numbers.isEmpty {
        guard cursor.take(",") || cursor.take("/") else {
          throw cursor.error(
            "found \(cursor.found) before \(name); \(property) takes \(names.joined(separator: ","))")
        }
        cursor.skipSpaces()
      }
      let start = cursor.offset
      guard let number = try cursor.takeNumber() else {
        throw cursor.error(
          "found \(cursor.found) as \(name); \(property) takes \(names.joined(separator: ","))")
      }
      guard abs(number) <= 1e9 else {
        throw cursor.error(at: start, "\(number) is too large; use 1000000000 at most")
      }
      numbers.append(number)
    }
    if hasParentheses {
      cursor.skipSpaces()
      guard cursor.take(")") else { throw cursor.error("found \(cursor.found); close it with \")\"") }
    }
    return numbers
  }

  /// Functions up to the first word that is not a function.
  private func takeTransform(_ cursor: inout TextCursor) throws(SyntaxError) -> String {
    let start = cursor.offset
    while true {
      var ahead = cursor
      ahead.skipSpaces()
      let name = ahead.takeName().lowercased()
      // A value is required here, so an unknown name is a misspelt function.
      let isFirst = cursor.offset == start && !name.isEmpty
      guard TransformFunction.named[name] != nil || name == "none" || isFirst else { break }
      cursor = ahead
      ahead.skipSpaces()
      if ahead.next == UInt8(ascii: "(") {
        ahead.skipParentheses()
        cursor = ahead
      }
    }
    let text = cursor.text(from: start)
    do { _ = try TransformList.parse(text, layerSize: Size(1, 1)) } catch {
      throw cursor.error(at: start, of: error)
    }
    return text
  }
}
