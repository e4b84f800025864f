import MeshTransform

/// The path of a file that a scene names, relative to the scene file.
public struct SceneReference: Hashable, Sendable {
  /// The path as the file states it.
  public var path: String
  /// The offset of the path's text in bytes of the scene file; 0 for a path that is not from a file.
  let offset: Int

  /// Paths are equal if their bytes are.
  public static func == (a: SceneReference, b: SceneReference) -> Bool {
    a.path.isSameBytes(as: b.path) && a.offset == b.offset
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ByteString(path))
    hasher.combine(offset)
  }

  /// A reference that is in no file.
  public init(_ path: String) { (self.path, offset) = (path, 0) }

  init(_ reader: inout JSONReader, _ expected: String) throws(DocumentError) {
    reader.skipSpaces()
    offset = reader.offset
    path = try reader.readString(expected)
    guard !path.isEmpty else { throw reader.error(at: offset, "the path is empty; use \(expected)") }
  }
}
