import MeshTransform

extension JSONField where Target: Sendable {
  /// The key of a property of the model.
  /// - Parameter owner: has the default value.
  init(_ property: Property<Target>, of owner: Target) {
    self.init(property, default: property.defaultValue(in: owner))
  }

  init(_ property: Property<Target>, default value: JSONKey.Default) {
    let key = JSONKey(
      property.key, property.schema, property.summary, unit: property.value.range?.unit.rawValue ?? "",
      default: value)
    self.init(key) { reader, target throws(DocumentError) in try reader.read(property, into: &target) }
  }
}

extension JSONField {
  /// The same key for an object that contains the target.
  /// - Parameter finish: Called after the value has been read.
  func within<Whole>(
    _ path: WritableKeyPath<Whole, Target> & Sendable,
    _ finish: @escaping @Sendable (inout Whole) -> Void = { _ in }
  ) -> JSONField<Whole> {
    JSONField<Whole>(key) { [read] reader, whole throws(DocumentError) in
      try read(&reader, &whole[keyPath: path])
      finish(&whole)
    }
  }
}

extension JSONReader {
  /// Reads a property's value.
  fileprivate mutating func read<Owner>(
    _ property: Property<Owner>, into owner: inout Owner
  ) throws(DocumentError) {
    switch property.value {
    case .number(let path, let range): owner[keyPath: path] = try readQuantity(in: range)
    case .angle(let path, let range): owner[keyPath: path] = .degrees(try readDegrees(in: range))
    case .flag(let path): owner[keyPath: path] = try readBoolean()
    case .color(let path): owner[keyPath: path] = try readColor()
    case .optionalNumber(let path, let range, _): owner[keyPath: path] = try readNumber(in: range)
    case .optionalColor(let path): owner[keyPath: path] = try readColor()
    case .point(let path, let range):
      let numbers = try readNumbers(["x", "y"], in: range)
      owner[keyPath: path] = Point(numbers[0], numbers[1])
    case .rect(let path, let range):
      owner[keyPath: path] = range.unit == .points ? try readBounds() : try readRect(in: range)
    case .point3D(let path, let range), .direction(let path, let range):
      let numbers = try readNumbers(["x", "y", "z"], in: range)
      owner[keyPath: path] = Point3D(numbers[0], numbers[1], numbers[2])
    case .choice(let choice): choice.write(&owner, try readName(among: choice.names))
    }
  }
}

extension Property {
  /// The schema of the value.
  fileprivate var schema: JSONValue {
    switch value {
    case .number(_, let range), .optionalNumber(_, let range, _): JSONSchema.quantity(range)
    case .angle(_, let range): JSONSchema.any(JSONSchema.number(range), JSONSchema.string)
    case .flag: JSONSchema.boolean
    case .color, .optionalColor: JSONSchema.color
    case .point(_, let range): JSONSchema.numbers(2, in: range)
    case .rect(_, let range): JSONSchema.numbers(4, in: range)
    case .point3D(_, let range), .direction(_, let range): JSONSchema.numbers(3, in: range)
    case .choice(let choice): JSONSchema.names(choice.values)
    }
  }

  /// The default of the key, whose value an owner has; a nil value has a default by its effect.
  func defaultValue(in owner: Owner) -> JSONKey.Default {
    if case .optionalNumber(_, _, let absent) = value { return .value(.number(absent)) }
    return members(of: owner).first.map { .value($0.value) } ?? .phrase("none")
  }

  /// The key and the owner's value as a scene file has them; empty for a nil value.
  func members(of owner: Owner) -> [(key: String, value: JSONValue)] {
    let json: JSONValue? =
      switch value {
      case .number(let path, _): .endless(owner[keyPath: path])
      case .optionalNumber(let path, _, _): owner[keyPath: path].map(JSONValue.number)
      case .angle(let path, _): .number(owner[keyPath: path].shortDegrees)
      case .flag(let path): .boolean(owner[keyPath: path])
      case .color(let path): owner[keyPath: path].json
      case .optionalColor(let path): owner[keyPath: path]?.json
      case .point(let path, _): owner[keyPath: path].json
      case .rect(let path, _): owner[keyPath: path].json
      case .point3D(let path, _), .direction(let path, _): owner[keyPath: path].json
      case .choice(let choice): .string(choice.read(owner))
      }
    return json.map { [(key, $0)] } ?? []
  }

  /// The same; also empty when the value equals that of another owner.
  func members(of owner: Owner, unlike other: Owner) -> [(key: String, value: JSONValue)] {
    isSame(in: owner, other) ? [] : members(of: owner)
  }
}
