import CheckedNumbers
import MeshTransform

extension Spec.Entry {
  /// The error of the value: `key is "value"; use allowed`.
  package func error(allowed: String) -> SyntaxError {
    problem("\(key.excerpt) is \(quoted(value)); use \(allowed)")
  }

  private func problem(_ text: String) -> SyntaxError {
    SyntaxError(subject: subject, text: self.text, column: valueColumn, problem: text)
  }

  private var cursor: TextCursor { TextCursor(value, subject: subject, within: text, atColumn: valueColumn) }

  /// A finite number.
  package func number() throws(SyntaxError) -> Double {
    var cursor = cursor
    guard let number = try cursor.takeNumber(), cursor.isAtEnd else { throw error(allowed: "a number") }
    return number
  }

  /// A number in a range.
  func number(in range: ClosedRange<Double>) throws(SyntaxError) -> Double {
    let number = try number()
    guard range.contains(number) else { throw error(allowed: range.words) }
    return number
  }

  /// A size of a picture, `640x480`.
  func pixels() throws(SyntaxError) -> Size {
    let sides = value.lowercased().split(separator: "x", omittingEmptySubsequences: false).map {
      Double(decimal: $0)
    }
    guard sides.count == 2, let width = sides[0], let height = sides[1], Size.sides.contains(width),
      Size.sides.contains(height)
    else { throw error(allowed: "a width and a height in pixels, such as 640x480") }
    return Size(width, height)
  }

  package func integer() throws(SyntaxError) -> Int {
    let number = try number()
    guard let integer = Int(exactly: number) else { throw error(allowed: "a whole number") }
    return integer
  }

  /// A number of degrees, or one with deg, rad, grad or turn.
  package func angle() throws(SyntaxError) -> Angle {
    var cursor = cursor
    guard let (number, unit) = try cursor.takeQuantity(), cursor.isAtEnd,
      let angle = Angle(number, unit: unit.isEmpty ? "deg" : unit)
    else { throw error(allowed: "degrees, or an angle in \(NearestName.list(Angle.units))") }
    return angle
  }

  /// The value of a preset's parameter; an angle is in degrees or has a unit.
  package func value(of parameter: MeshPreset.Parameter?) throws(SyntaxError) -> Double {
    guard let parameter, !parameter.names.isEmpty else {
      return parameter?.isAngle == true ? try angle().roundedDegrees : try number()
    }
    if let value = parameter.value(named: value) { return value }
    throw problem("\(key) is \(quoted(value)); \(NearestName.hint(value, among: parameter.names))")
  }

  package func boolean() throws(SyntaxError) -> Bool {
    switch value.lowercased() {
    case "true", "yes", "on", "1": return true
    case "false", "no", "off", "0": return false
    default: throw error(allowed: "true or false")
    }
  }

  /// One of the names, in upper or lower case.
  package func name(among names: [String]) throws(SyntaxError) -> String {
    guard let name = names.first(where: { $0.lowercased() == value.lowercased() }) else {
      throw error(allowed: NearestName.list(names))
    }
    return name
  }

  package func color() throws(SyntaxError) -> Color {
    var cursor = cursor
    return try ColorText.parse(&cursor)
  }

  /// `count` numbers between slashes or spaces: `0.3/0.5/-1`.
  package func numbers(_ count: Int) throws(SyntaxError) -> [Double] {
    var cursor = cursor
    var result: [Double] = []
    var separated = true
    while separated, let number = try cursor.takeNumber() {
      result.append(number)
      separated = cursor.skipSpaces()
      if cursor.take("/") { separated = true }
      cursor.skipSpaces()
    }
    let example = (1...max(count, 1)).map { "\($0)" }.joined(separator: "/")
    guard cursor.isAtEnd, result.count == count, !value.hasSuffix("/") else {
      throw error(allowed: "\(count) numbers separated by slashes, as \(example)")
    }
    return result
  }

  package func point() throws(SyntaxError) -> Point {
    let numbers = try numbers(2)
    return Point(numbers[0], numbers[1])
  }

  package func point3D() throws(SyntaxError) -> Point3D {
    let numbers = try numbers(3)
    return Point3D(numbers[0], numbers[1], numbers[2])
  }
}

extension Size {
  /// Sides of pictures in pixels.
  static let sides = 1.0...1e6
}
