import MeshTransform

extension MorphShape {
  /// The extensions of the mesh files that may have shapes.
  private static let endings = [".json", ".gltf", ".glb"]

  /// A mesh file with weights of its shapes after a colon: `face.glb:smile=0.7,blink=1`, or a time of its key frames:
  /// `arm.json:time=0.5`. Without such a part the whole text is the path.
  package static func parse(file text: String) throws(SyntaxError) -> (path: String, shape: MorphShape) {
    guard let colon = colon(in: text) else { return (text, MorphShape()) }
    var shape = MorphShape()
    for entry in try Spec.parse(unnamed: String(text[text.index(after: colon)...]), subject: "mesh").entries {
      let value = try entry.number()
      guard shape.set(entry.key, value) else { throw entry.error(allowed: range.words) }
    }
    return (String(text[..<colon]), shape)
  }

  /// The path of a mesh file without the weights after it.
  package static func path(of text: String) -> String {
    colon(in: text).map { String(text[..<$0]) } ?? text
  }

  /// The weights and times that are allowed.
  static let range = -1e6...1e6

  /// Sets a weight, or the time; false where the value is out of range.
  mutating func set(_ name: String, _ value: Double) -> Bool {
    guard Self.range.contains(value) else { return false }
    if name == Self.timeName { time = value } else { self[name] = value }
    return true
  }

  private static func colon(in text: String) -> String.Index? {
    text.utf8.indices.first { index in
      guard text.utf8[index] == UInt8(ascii: ":"), text.utf8[index...].contains(UInt8(ascii: "=")) else {
        return false
      }
      let path = text[..<index].lowercased()
      return endings.contains { path.hasSuffix($0) && path.utf8.count > $0.utf8.count }
    }
  }
}

extension JSONReader {
  /// `{"smile": 0.7}`, the weights of shapes by their names, and perhaps a time.
  mutating func readMorphShape() throws(DocumentError) -> MorphShape {
    var shape = MorphShape()
    try readObject("weights of a mesh file's shapes by their names, such as {\"smile\": 0.7}") {
      reader, key throws(DocumentError) in
      if try reader.readComment(key) { return }
      let value = try reader.readNumber(in: MorphShape.range)
      _ = shape.set(key, value)
    }
    return shape
  }
}
