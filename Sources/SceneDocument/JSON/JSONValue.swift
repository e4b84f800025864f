/// A JSON value to be written: a scene, a schema. Keys keep their order.
indirect enum JSONValue: Sendable {
  case number(Double)
  case string(String)
  case boolean(Bool)
  case array([JSONValue])
  case object([(key: String, value: JSONValue)])
  /// JSON text, written unchanged.
  case text(String)
}

extension JSONValue: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(floatLiteral value: Double) { self = .number(value) }
  init(integerLiteral value: Int) { self = .number(Double(value)) }
  init(stringLiteral value: String) { self = .string(value) }
  init(booleanLiteral value: Bool) { self = .boolean(value) }
  init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(elements.map { ($0, $1) }) }

  static func numbers(_ numbers: [Double]) -> JSONValue { .array(numbers.map(JSONValue.number)) }
}

extension JSONValue {
  /// The value over several lines, two spaces per level; arrays of scalars stay on one line.
  func written(indentedBy indentation: String = "") -> String {
    let inner = indentation + "  "
    switch self {
    case .number(let value):
      // -0 could be read as an integer, which has no signed zero.
      let isWhole = abs(value) < 1e15 && value == value.rounded() && (value != 0 || value.sign == .plus)
      return isWhole ? "\(Int(clamping: value))" : "\(value)"
    case .string(let text): return text.quotedAsJSON
    case .boolean(let value): return "\(value)"
    case .text(let text): return text
    case .array(let elements):
      if elements.isEmpty { return "[]" }
      if elements.allSatisfy(\.isPlain) {
        return "[" + elements.map { $0.written() }.joined(separator: ", ") + "]"
      }
      return "[\n"
        + elements.map { inner + $0.written(indentedBy: inner) }.joined(separator: ",\n")
        + "\n\(indentation)]"
    case .object(let members):
      if members.isEmpty { return "{}" }
      return "{\n"
        + members.map { inner + $0.key.quotedAsJSON + ": " + $0.value.written(indentedBy: inner) }
        .joined(separator: ",\n") + "\n\(indentation)}"
    }
  }

  private var isPlain: Bool {
    switch self {
    case .number, .string, .boolean: true
    case .array, .object, .text: false
    }
  }
}
