import MeshTransform

extension JSONReader {
  mutating func readNumber(in range: ClosedRange<Double>) throws(DocumentError) -> Double {
    try readNumber(in: NumberRange(range))
  }

  mutating func readNumber(in range: NumberRange) throws(DocumentError) -> Double {
    try readNumber(in: range) { $0 }
  }

  /// - Parameter measure: returns the number that must be in the range.
  private mutating func readNumber(
    in range: NumberRange, _ measure: (Double) -> Double
  ) throws(DocumentError) -> Double {
    skipSpaces()
    let start = offset
    let value = try readNumber()
    guard range.contains(measure(value)) else {
      let text = String(excerptOf: bytes[start..<offset])
      throw error(at: start, "found \(text); use \(range.words)")
    }
    return value
  }

  mutating func readNumbers(
    _ names: [String], in range: ClosedRange<Double> = -1e9...1e9
  ) throws(DocumentError) -> [Double] {
    try readNumbers(names, in: NumberRange(range))
  }

  /// One number per name.
  mutating func readNumbers(_ names: [String], in range: NumberRange) throws(DocumentError) -> [Double] {
    skipSpaces()
    let start = offset
    var numbers: [Double] = []
    numbers.reserveCapacity(names.count)
    func expected() -> String {
      names.count > 4 ? "\(names.count) numbers" : "[\(names.joined(separator: ", "))]"
    }
    try readArray(expected()) { reader, index throws(DocumentError) in
      guard index < names.count else { throw reader.error("there are too many numbers; use \(expected())") }
      numbers.append(try reader.readNumber(in: range))
    }
    guard numbers.count == names.count else {
      throw error(
        at: start,
        "there \(numbers.count == 1 ? "is 1 number" : "are \(numbers.count) numbers"); use \(expected())"
      )
    }
    return numbers
  }

  mutating func readRect(in range: NumberRange = NumberRange(-1e9...1e9)) throws(DocumentError) -> Rect {
    let numbers = try readNumbers(["x", "y", "width", "height"], in: range)
    return Rect(numbers[0], numbers[1], numbers[2], numbers[3])
  }

  /// A rectangle whose width and height are 0 or more.
  mutating func readBounds() throws(DocumentError) -> Rect {
    skipSpaces()
    let start = offset
    let names = ["x", "y", "width", "height"]
    let numbers = try readNumbers(names)
    for (name, number) in zip(names, numbers).dropFirst(2) where number < 0 {
      throw error(at: start, "the \(name) is \(number.short); use 0 or more")
    }
    return Rect(numbers[0], numbers[1], numbers[2], numbers[3])
  }

  /// Both sides above 0.
  mutating func readSize() throws(DocumentError) -> Size {
    let numbers = try readNumbers(["width", "height"], in: 1e-6...1e9)
    return Size(numbers[0], numbers[1])
  }

  /// The size of a picture in pixels.
  mutating func readPixels() throws(DocumentError) -> Size {
    let sides = try readNumbers(["width", "height"], in: Size.sides)
    return Size(sides[0], sides[1])
  }

  /// A CSS color, or channels in 0...1.
  mutating func readColor() throws(DocumentError) -> Color {
    skipSpaces()
    let start = offset
    if isAtArray() {
      var channels: [Double] = []
      try readArray("a color, [red, green, blue] or [red, green, blue, alpha]") {
        reader, index throws(DocumentError) in
        guard index < 4 else { throw reader.error("a color has three or four channels; remove the others") }
        channels.append(try reader.readNumber(in: 0...1))
      }
      guard channels.count >= 3 else {
        throw error(at: start, "the color has \(channels.count) channels; use three or four")
      }
      return Color(
        red: channels[0], green: channels[1], blue: channels[2], alpha: channels.count > 3 ? channels[3] : 1)
    }
    let text = try readString("a CSS color such as \"#ff8800\", or [red, green, blue, alpha] in 0...1")
    do { return try ColorText.parse(text) } catch { throw self.error(at: start, error.description) }
  }

  /// Degrees as a number, or a string with a unit, in degrees.
  mutating func readDegrees(in range: NumberRange) throws(DocumentError) -> Double {
    skipSpaces()
    guard next == UInt8(ascii: "\"") else {
      return try readNumber(in: range) { Angle.degrees($0).roundedDegrees }
    }
    let start = offset
    let text = try readString()
    // Converting to radians and back can change the last place.
    let degrees: Double
    do {
      degrees = try Spec.parse(unnamed: "angle=\(text)", subject: "angle").entries[0].angle().roundedDegrees
    } catch {
      throw self.error(
        at: start, "found \(quoted(text)); use degrees, or an angle in \(NearestName.list(Angle.units))")
    }
    guard range.contains(degrees) else { throw error(at: start, "found \(quoted(text)); use \(range)") }
    return degrees
  }

  mutating func readChoice<Choice: RawRepresentable & CaseIterable>(
    _: Choice.Type
  ) throws(DocumentError) -> Choice where Choice.RawValue == String {
    let name = try readName(among: Choice.allCases.map(\.rawValue))
    guard let choice = Choice(rawValue: name) else { preconditionFailure("the names are those of the cases") }
    return choice
  }

  mutating func readName(among names: [String]) throws(DocumentError) -> String {
    skipSpaces()
    let start = offset
    let name = try readString(NearestName.list(names.map { "\"\($0)\"" }))
    guard names.contains(name) else {
      throw error(at: start, "found \(quoted(name)); \(NearestName.hint(name, among: names))")
    }
    return name
  }
}

extension NumberRange {
  /// `a number in 0...1`, with the other forms that a file allows.
  fileprivate var words: String {
    let number = "a number\(isOpenBelow ? "," : " in") \(bounds)"
    guard let exception else { return number }
    return exception.isInfinite ? "\(number), or \"infinite\"" : "\(exception.short), or \(number)"
  }
}

extension ClosedRange<Double> {
  /// `0...1` rather than `0.0...1.0`.
  var words: String { NumberRange(self).bounds }
}

extension Double {
  /// `3` rather than `3.0`.
  var short: String { abs(self) < 1e12 ? Int(exactly: self).map(String.init) ?? "\(self)" : "\(self)" }
}
