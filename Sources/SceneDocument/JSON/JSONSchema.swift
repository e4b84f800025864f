import MeshTransform

/// Building blocks of the published schemas.
enum JSONSchema {
  static func number(_ range: ClosedRange<Double>) -> JSONValue { number(NumberRange(range)) }

  static func number(_ range: NumberRange) -> JSONValue {
    .object([
      ("type", "number"), (range.isOpenBelow ? "exclusiveMinimum" : "minimum", .number(range.lowerBound)),
      ("maximum", .number(range.upperBound)),
    ])
  }

  /// The schema of the values that ``JSONReader/readQuantity(in:)`` reads.
  static func quantity(_ range: NumberRange) -> JSONValue {
    var forms = [number(range)]
    if let exception = range.exception, exception.isFinite {
      forms.insert(["const": .number(exception)], at: 0)
    }
    if range.unit == .seconds {
      forms.append(string)
    } else if range.exception == .infinity {
      forms.append(["const": "infinite"])
    }
    return forms.count == 1 ? forms[0] : .object([("anyOf", .array(forms))])
  }

  static func integer(_ range: ClosedRange<Double>) -> JSONValue {
    ["type": "integer", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)]
  }

  /// Exactly `count` numbers.
  static func numbers(_ count: Int, in range: ClosedRange<Double> = -1e9...1e9) -> JSONValue {
    numbers(count, in: NumberRange(range))
  }

  static func numbers(_ count: Int, in range: NumberRange) -> JSONValue {
    array(of: number(range), count: count...count)
  }

  static func array(of items: JSONValue, count: ClosedRange<Int>) -> JSONValue {
    [
      "type": "array", "items": items, "minItems": .number(Double(count.lowerBound)),
      "maxItems": .number(Double(count.upperBound)),
    ]
  }

  static func array(of items: JSONValue) -> JSONValue { ["type": "array", "items": items] }

  /// One of several names with their meanings, which editors show.
  static func names(_ names: [ValueName]) -> JSONValue {
    .object([
      (
        "anyOf",
        .array(
          names.map {
            .object([("const", .string($0.name)), ("description", .string($0.summary.sentence))])
          })
      )
    ])
  }

  static let string: JSONValue = ["type": "string"]
  static let boolean: JSONValue = ["type": "boolean"]
  static let color: JSONValue = reference("color")

  static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/$defs/\(name)")] }

  static func any(_ schemas: JSONValue...) -> JSONValue { ["anyOf": .array(schemas)] }

  /// An object with these keys and comments only.
  static func object(_ properties: [(key: String, value: JSONValue)], required: [String] = []) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("type", "object"), ("properties", .object(properties)),
      ("patternProperties", ["^//": string]), ("additionalProperties", false),
    ]
    if !required.isEmpty { members.append(("required", .array(required.map(JSONValue.string)))) }
    return .object(members)
  }

  static func object(_ keys: [JSONKey]) -> JSONValue {
    object(keys.map { ($0.name, $0.schema) }, required: keys.filter(\.isRequired).map(\.name))
  }

  static func object<Target>(_ fields: [JSONField<Target>]) -> JSONValue { object(fields.map(\.key)) }
}
