import MeshTransform

/// Times as texts: `2s`, `250ms`, `1.5min`.
enum TimeText {
  /// In seconds.
  static let units = ["s": 1.0, "ms": 0.001, "min": 60]
  static let allowed = "seconds as a number, or a time such as \"2s\" or \"250ms\""

  /// In seconds; nil for an unknown unit.
  static func seconds(_ value: Double, unit: String) -> Double? {
    // Dividing is correctly rounded: 250ms is exactly 0.25.
    unit == "ms" ? value / 1000 : units[unit].map { value * $0 }
  }
}

extension JSONReader {
  /// A number of a scene file: seconds may have a unit, and unbounded values may be `infinite`.
  mutating func readQuantity(in range: NumberRange) throws(DocumentError) -> Double {
    guard range.exception == .infinity else { return try readFinite(in: range) }
    return try readEndless { reader throws(DocumentError) in try reader.readFinite(in: range) }
  }

  private mutating func readFinite(in range: NumberRange) throws(DocumentError) -> Double {
    range.unit == .seconds ? try readSeconds(in: range) : try readNumber(in: range)
  }

  /// Seconds as a number, or a text with a unit.
  private mutating func readSeconds(in range: NumberRange) throws(DocumentError) -> Double {
    skipSpaces()
    let start = offset
    guard next == UInt8(ascii: "\"") else { return try readNumber(in: range) }
    let text = try readString()
    var cursor = TextCursor(text, subject: "time")
    guard let (value, unit) = try? cursor.takeQuantity(), cursor.isAtEnd,
      let seconds = TimeText.seconds(value, unit: unit)
    else { throw error(at: start, "found \(quoted(text)); use \(TimeText.allowed)") }
    guard range.contains(seconds) else {
      throw error(at: start, "found \(quoted(text)); use \(range)")
    }
    return seconds
  }

  /// A number, or `infinite`.
  private mutating func readEndless(
    _ read: (inout JSONReader) throws(DocumentError) -> Double
  ) throws(DocumentError) -> Double {
    skipSpaces()
    guard next == UInt8(ascii: "\"") else { return try read(&self) }
    var ahead = self
    let text = try ahead.readString()
    guard !["infinite", "infinity", "forever"].contains(text) else {
      self = ahead
      return .infinity
    }
    if text.first?.isLetter == true {
      throw error("found \(quoted(text)); use a number or \"infinite\"")
    }
    return try read(&self)
  }
}

extension JSONValue {
  /// A number, or `infinite`.
  static func endless(_ number: Double) -> JSONValue {
    number.isInfinite ? .string("infinite") : .number(number)
  }
}
