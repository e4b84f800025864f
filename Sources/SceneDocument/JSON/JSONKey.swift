import MeshTransform

/// A key of an object of a file with its documentation: the source of the published schema and of the reference.
struct JSONKey: Sendable {
  let name: String
  /// The form of the value, without documentation.
  let form: JSONValue
  /// The meaning, a phrase without a period.
  let summary: String
  /// The unit of the numbers; empty if there is none.
  let unit: String
  let defaultValue: Default

  /// The effect of leaving a key out.
  enum Default: Sendable {
    /// An error: the key must be given.
    case required
    case value(JSONValue)
    /// A default that is no constant, or none at all, as a phrase.
    case phrase(String)
  }

  init(_ name: String, _ form: JSONValue, _ summary: String, unit: String = "", default value: Default) {
    (self.name, self.form, self.summary, self.unit, defaultValue) = (name, form, summary, unit, value)
  }

  /// The form with its documentation, for editors.
  var schema: JSONValue {
    guard case .object(var members) = form else { return form }
    var text = unit.isEmpty ? summary.sentence : "\(summary) (\(unit))".sentence
    if case .phrase(let phrase) = defaultValue { text += " Default: \(phrase)." }
    members.append(("description", .string(text)))
    if case .value(let value) = defaultValue { members.append(("default", value)) }
    return .object(members)
  }

  var isRequired: Bool { if case .required = defaultValue { true } else { false } }
}

extension String {
  /// The phrase as a sentence. A first word with capitals, such as sRGB, stays as it is.
  var sentence: String {
    let word = prefix { $0 != " " && $0 != "-" }
    guard let first, !word.contains(where: \.isUppercase) else { return self + "." }
    return first.uppercased() + dropFirst() + "."
  }
}
