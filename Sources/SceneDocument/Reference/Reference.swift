import MeshTransform

/// Everything that may be written in scene files and texts, as JSON: the reference of the tool is made from it.
///
/// All facts are those of the tables by which files and texts are read.
package enum Reference {
  /// The members of the reference, in order: names and JSON texts.
  package static var members: [(key: String, json: String)] {
    values.map { ($0.key, $0.value.written(indentedBy: "  ")) }
  }

  static var values: [(key: String, value: JSONValue)] {
    [
      ("objects", .array(ReferenceObject.all.map(\.json))),
      ("presets", .array(MeshPreset.all.map(\.reference))),
      ("lights", .array(Light.Kind.allCases.map(\.reference))),
      ("surface", .array(Surface.properties.map { $0.reference(of: Surface()) })),
      ("keyPaths", .array(KeyPathEntry.all.map(\.reference))),
      ("transforms", .array(TransformFunction.all.map(\.reference))),
      ("angleUnits", .array(Angle.units.map(JSONValue.string))),
      ("timeUnits", .array(TimeText.units.keys.sorted().map(JSONValue.string))),
      ("timing", .array(ReferenceEntry.timing.map(\.json))),
      ("animationOptions", .array(ReferenceEntry.animationOptions.map(\.json))),
      ("colors", .array(ReferenceEntry.colors.map(\.json))),
      ("colorNames", .object(NamedColors.values.sorted { $0.key < $1.key }.map { ($0.key, hex($0.value)) })),
    ]
  }

  private static func hex(_ value: UInt32) -> JSONValue {
    let digits = String(value, radix: 16)
    return .string("#" + String(repeating: "0", count: 6 - digits.count) + digits)
  }
}

extension MeshPreset {
  fileprivate var reference: JSONValue {
    [
      "name": .string(name), "summary": .string(summary.sentence),
      "parameters": .array(MeshKeys.parameters(of: self).map { $0.reference(path: "mesh.\($0.name)") }),
    ]
  }
}

extension Light.Kind {
  fileprivate var reference: JSONValue {
    let light = Light(self)
    return [
      "name": .string(rawValue), "summary": .string(summary.sentence),
      "properties": .array(Light.properties(of: self).map { $0.reference(of: light) }),
    ]
  }
}

extension Property {
  /// The facts of the property in files and texts.
  fileprivate func reference(of owner: Owner) -> JSONValue {
    let field = JSONField(self, of: owner).key.reference(path: key)
    guard case .object(let members) = field else { return field }
    var names: [(key: String, value: JSONValue)] = [("keyPath", .string(keyPath)), ("text", .string(name))]
    if let shortName { names.append(("short", .string(shortName))) }
    return .object(members + names)
  }
}

extension KeyPathEntry {
  fileprivate var reference: JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("name", .string(keyPath)), ("type", .string(kind.description)), ("summary", .string(summary.sentence)),
    ]
    if !unit.isEmpty { members.append(("unit", .string(unit))) }
    if let range {
      members += [("minimum", .number(range.lowerBound)), ("maximum", .number(range.upperBound))]
    }
    if !presets.isEmpty { members.append(("presets", .array(presets.map(JSONValue.string)))) }
    return .object(members)
  }
}

extension TransformFunction {
  fileprivate var reference: JSONValue {
    [
      "name": .string(name), "example": .string(example), "summary": .string(summary.sentence),
      "arguments": .array(counts.sorted().map { .number(Double($0)) }),
      "parameters": .array(parameters.map { .string(String($0.allowed.dropFirst("use ".count))) }),
    ]
  }
}
