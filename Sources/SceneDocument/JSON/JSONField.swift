import MeshTransform

/// A key of an object: the decoder and the schema of its value.
///
/// One table of fields is the decoder, the list of known keys and the schema of an object.
struct JSONField<Target>: Sendable {
  let name: String
  let schema: JSONValue
  let read: @Sendable (inout JSONReader, inout Target) throws(DocumentError) -> Void

  init(
    _ name: String, _ schema: JSONValue,
    _ read: @escaping @Sendable (inout JSONReader, inout Target) throws(DocumentError) -> Void
  ) {
    (self.name, self.schema, self.read) = (name, schema, read)
  }
}

extension JSONField {
  static func number(
    _ name: String, _ path: WritableKeyPath<Target, Double> & Sendable, _ range: ClosedRange<Double>
  ) -> JSONField {
    JSONField(name, JSONSchema.number(range)) { reader, target throws(DocumentError) in
      target[keyPath: path] = try reader.readNumber(in: range)
    }
  }

  static func boolean(_ name: String, _ path: WritableKeyPath<Target, Bool> & Sendable) -> JSONField {
    JSONField(name, ["type": "boolean"]) { reader, target throws(DocumentError) in
      target[keyPath: path] = try reader.readBoolean()
    }
  }

  static func point(_ name: String, _ path: WritableKeyPath<Target, Point> & Sendable) -> JSONField {
    JSONField(name, JSONSchema.numbers(2)) { reader, target throws(DocumentError) in
      let numbers = try reader.readNumbers(["x", "y"])
      target[keyPath: path] = Point(numbers[0], numbers[1])
    }
  }

  static func color(_ name: String, _ path: WritableKeyPath<Target, Color> & Sendable) -> JSONField {
    JSONField(name, JSONSchema.color) { reader, target throws(DocumentError) in
      target[keyPath: path] = try reader.readColor()
    }
  }

  /// One of the names of an enumeration.
  static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ path: WritableKeyPath<Target, Choice> & Sendable
  ) -> JSONField where Choice.RawValue == String {
    JSONField(name, ["enum": .array(Choice.allCases.map { .string($0.rawValue) })]) {
      reader, target throws(DocumentError) in
      target[keyPath: path] = try reader.readChoice(Choice.self)
    }
  }
}

extension JSONReader {
  /// Reads an object by its table of keys into `target`. A key that begins with `//` is a comment: its value is any
  /// string.
  /// - Returns: the offset of each key, by name.
  @discardableResult
  mutating func readFields<Target>(
    _ fields: [JSONField<Target>], into target: inout Target, _ expected: String
  ) throws(DocumentError) -> [String: Int] {
    var offsets: [String: Int] = [:]
    try readObject(expected) { reader, key throws(DocumentError) in
      if try reader.readComment(key) { return }
      guard let field = fields.first(where: { $0.name == key }) else {
        throw reader.unknownKey(key, among: fields.map(\.name))
      }
      offsets[key] = reader.keyOffset
      try field.read(&reader, &target)
    }
    return offsets
  }

  /// Reads the value of a comment; false when the key is not a comment.
  mutating func readComment(_ key: String) throws(DocumentError) -> Bool {
    guard key.hasPrefix("//") else { return false }
    _ = try readString("a string, as the key begins a comment")
    return true
  }

  func unknownKey(_ key: String, among names: [String]) -> DocumentError {
    error(at: keyOffset, "this key is unknown; \(NearestName.hint(key, among: names))")
  }

  /// A fault of a key or its value after its object has been read.
  func error(at place: Int?, key: String, _ problem: String) -> DocumentError {
    var reader = self
    reader.path.append(.key(key))
    return reader.error(at: place, problem)
  }
}
