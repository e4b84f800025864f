/// The path of a file that a scene names, relative to the scene file.
public struct SceneReference: Hashable, Sendable {
  public var path: String
  /// Of the text that names it, in bytes of the scene file; 0 for one that is in no file.
  let offset: Int

  public init(_ path: String) { (self.path, offset) = (path, 0) }

  init(_ reader: inout JSONReader, _ expected: String) throws(DocumentError) {
    reader.skipSpaces()
    offset = reader.offset
    path = try reader.readString(expected)
    guard !path.isEmpty else { throw reader.error(at: offset, "the path is empty; use \(expected)") }
  }
}
