import MeshTransform

/// Why a document (a mesh file, a scene) can't be used.
public struct DocumentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Of the file, as the user gave it.
  public let name: String
  /// The place of the first byte at fault, both counted from 1; nil where the fault has no single place.
  public let line: Int?, column: Int?
  /// Where the fault is in the document: `vertices[3][2]`; empty at its top.
  public let path: String
  /// What was found and what is allowed.
  public let problem: String

  public init(name: String, line: Int? = nil, column: Int? = nil, path: String = "", problem: String) {
    (self.name, self.line, self.column) = (name, line, column)
    (self.path, self.problem) = (path, problem)
  }

  /// `wave.json:3:14: vertices[3][2]: ...`
  public var description: String {
    var place = name.excerpt
    if let line, let column { place += ":\(line):\(column)" }
    return "\(place): \(path.isEmpty ? "" : path.excerpt(limit: 160) + ": ")\(problem)"
  }
}
