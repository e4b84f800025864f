import MeshTransform

/// A key of an object: its documentation, and the decoder of its value.
///
/// One table of fields is the decoder, the list of known keys, the schema of an object and its reference.
struct JSONField<Target>: Sendable {
  let key: JSONKey
  let read: @Sendable (inout JSONReader, inout Target) throws(DocumentError) -> Void

  var name: String { key.name }

  init(
    _ key: JSONKey, _ read: @escaping @Sendable (inout JSONReader, inout Target) throws(DocumentError) -> Void
  ) {
    (self.key, self.read) = (key, read)
  }

  init(
    _ name: String, _ form: JSONValue, _ summary: String, unit: String = "", default value: JSONKey.Default,
    _ read: @escaping @Sendable (inout JSONReader, inout Target) throws(DocumentError) -> Void
  ) {
    self.init(JSONKey(name, form, summary, unit: unit, default: value), read)
  }
}

extension JSONField {
  static func number(
    _ name: String, _ path: WritableKeyPath<Target, Double> & Sendable, _ range: ClosedRange<Double>,
    _ summary: String, unit: String = "", default value: JSONKey.Default
  ) -> JSONField {
    JSONField(name, JSONSchema.number(range), summary, unit: unit, default: value) {
      reader, target throws(DocumentError) in
      target[keyPath: path] = try reader.readNumber(in: range)
    }
  }

  static func boolean(
    _ name: String, _ path: WritableKeyPath<Target, Bool> & Sendable, _ summary: String,
    default value: Bool = false
  ) -> JSONField {
    JSONField(name, JSONSchema.boolean, summary, default: .value(.boolean(value))) {
      reader, target throws(DocumentError) in
      target[keyPath: path] = try reader.readBoolean()
    }
  }

  static func point(
    _ name: String, _ path: WritableKeyPath<Target, Point> & Sendable, _ summary: String,
    unit: String = "", default value: JSONKey.Default
  ) -> JSONField {
    JSONField(name, JSONSchema.numbers(2), summary, unit: unit, default: value) {
      reader, target throws(DocumentError) in
      let numbers = try reader.readNumbers(["x", "y"])
      target[keyPath: path] = Point(numbers[0], numbers[1])
    }
  }

  static func color(
    _ name: String, _ path: WritableKeyPath<Target, Color> & Sendable, _ summary: String,
    default value: JSONKey.Default
  ) -> JSONField {
    JSONField(name, JSONSchema.color, summary, default: value) { reader, target throws(DocumentError) in
      target[keyPath: path] = try reader.readColor()
    }
  }

  /// One of the names of an enumeration.
  static func choice<Choice: NamedValue>(
    _ name: String, _ path: WritableKeyPath<Target, Choice> & Sendable, _ summary: String,
    default value: JSONKey.Default
  ) -> JSONField {
    JSONField(name, JSONSchema.names(Choice.valueNames), summary, default: value) {
      reader, target throws(DocumentError) in
      target[keyPath: path] = try reader.readChoice(Choice.self)
    }
  }
}

extension JSONReader {
  /// Reads an object by its table of keys into `target`. A key that begins with `//` is a comment: its value is any
  /// string.
  /// - Parameter inner: keys whose values are objects, and the keys of these objects, which may be given by mistake.
  /// - Returns: the offset of each key of the table.
  @discardableResult
  mutating func readFields<Target>(
    _ fields: [JSONField<Target>], into target: inout Target, _ expected: String,
    inner: @autoclosure () -> [(key: String, keys: [String])] = []
  ) throws(DocumentError) -> KeyOffsets {
    var offsets = KeyOffsets()
    try readObject(expected) { reader, key throws(DocumentError) in
      if try reader.readComment(key) { return }
      guard let field = fields.firstIndex(where: { $0.key.name == key }) else {
        if let owner = inner().first(where: { $0.keys.contains(key) })?.key {
          throw reader.error(
            at: reader.keyOffset,
            "this key belongs in \"\(owner)\"; write \"\(owner)\": {\"\(key)\": ...}")
        }
        throw reader.unknownKey(key, among: fields.map(\.name))
      }
      _ = offsets.insert(key, at: reader.keyOffset)
      try fields[field].read(&reader, &target)
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
