import MeshTransform

extension JSONField where Target: Sendable {
  /// The key of a property of the model.
  init(_ property: Property<Target>) {
    self.init(property.key, property.schema) { reader, target throws(DocumentError) in
      try reader.read(property, into: &target)
    }
  }
}

extension JSONReader {
  /// Reads a property's value.
  fileprivate mutating func read<Owner>(
    _ property: Property<Owner>, into owner: inout Owner
  ) throws(DocumentError) {
    switch property.value {
    case .number(let path, let range): owner[keyPath: path] = try readNumber(in: range)
    case .angle(let path, let range): owner[keyPath: path] = .degrees(try readDegrees(in: range))
    case .flag(let path): owner[keyPath: path] = try readBoolean()
    case .color(let path): owner[keyPath: path] = try readColor()
    case .point3D(let path, let range), .direction(let path, let range):
      let numbers = try readNumbers(["x", "y", "z"], in: range)
      owner[keyPath: path] = Point3D(numbers[0], numbers[1], numbers[2])
    case .choice(let choice): choice.write(&owner, try readName(among: choice.names))
    }
  }
}

extension Property {
  /// What the published schema says of the value.
  fileprivate var schema: JSONValue {
    switch value {
    case .number(_, let range): JSONSchema.number(range)
    case .angle(_, let range): JSONSchema.any(JSONSchema.number(range), JSONSchema.string)
    case .flag: ["type": "boolean"]
    case .color: JSONSchema.color
    case .point3D(_, let range), .direction(_, let range): JSONSchema.numbers(3, in: range)
    case .choice(let choice): ["enum": .array(choice.names.map(JSONValue.string))]
    }
  }

  /// The key and the owner's value, as a scene file has them.
  func member(of owner: Owner) -> (key: String, value: JSONValue) {
    let json: JSONValue =
      switch value {
      case .number(let path, _): .number(owner[keyPath: path])
      case .angle(let path, _): .number(owner[keyPath: path].shortDegrees)
      case .flag(let path): .boolean(owner[keyPath: path])
      case .color(let path): owner[keyPath: path].json
      case .point3D(let path, _), .direction(let path, _): owner[keyPath: path].json
      case .choice(let choice): .string(choice.read(owner))
      }
    return (key, json)
  }
}
