extension JSONKey {
  /// The facts of the key.
  /// - Parameter path: the place of the key in a file.
  func reference(path: String) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("name", .string(name)), ("path", .string(path)), ("type", .string(form.typeName)),
      ("summary", .string(summary.sentence)),
    ]
    if !unit.isEmpty { members.append(("unit", .string(unit))) }
    if let number = form.numberForm {
      for key in ["minimum", "exclusiveMinimum", "maximum"] {
        if let bound = number[key] { members.append((key, bound)) }
      }
    }
    switch defaultValue {
    case .required: members.append(("required", true))
    case .value(let value): members.append(("default", value))
    case .phrase(let phrase): members.append(("defaultText", .string(phrase)))
    }
    if !form.names.isEmpty {
      members.append(
        (
          "values",
          .array(form.names.map { ["name": .string($0.name), "summary": .string($0.summary)] })
        ))
    }
    return .object(members)
  }
}

extension JSONValue {
  subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members.first { $0.key == key }?.value } else { nil }
  }

  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
  fileprivate var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

  /// The names of a form that is one of several, with their meanings.
  fileprivate var names: [(name: String, summary: String)] {
    (self["anyOf"]?.elements ?? []).compactMap { form in
      guard let name = form["const"]?.text, let summary = form["description"]?.text else { return nil }
      return (name, summary)
    }
  }

  /// The form of the numbers: its own, or that of its elements or alternatives.
  fileprivate var numberForm: JSONValue? {
    if let type = self["type"]?.text, type == "number" || type == "integer" { return self }
    if let items = self["items"] { return items.numberForm }
    return (self["anyOf"]?.elements ?? []).lazy.compactMap(\.numberForm).first
  }

  /// The type of the values that a form describes, as a phrase: `number`, `array of 4 numbers`, `string or layer`.
  fileprivate var typeName: String {
    if let reference = self["$ref"]?.text { return String(reference.split(separator: "/").last ?? "") }
    if !names.isEmpty { return "name" }
    if let forms = self["anyOf"]?.elements {
      var types: [String] = []
      for form in forms where form["const"]?.text != nil || form["const"] == nil {
        let type = form["const"]?.text.map(\.quotedAsJSON) ?? form.typeName
        if !types.contains(type) { types.append(type) }
      }
      return types.joined(separator: " or ")
    }
    if let types = self["type"]?.elements { return types.compactMap(\.text).joined(separator: " or ") }
    guard self["type"]?.text == "array", let items = self["items"] else { return self["type"]?.text ?? "any" }
    let plural = items.typeName.split(separator: " ", maxSplits: 1)
    let noun = ([String(plural.first ?? "") + "s"] + plural.dropFirst().map(String.init)).joined(
      separator: " ")
    let (least, most) = (self["minItems"]?.count, self["maxItems"]?.count)
    guard let least, let most else { return "array of \(noun)" }
    return least == most ? "array of \(least) \(noun)" : "array of \(least) to \(most) \(noun)"
  }

  private var count: Int? { if case .number(let number) = self { Int(exactly: number) } else { nil } }
}
