import MeshTransform

/// Why a document (a mesh file, a scene) can't be used.
public struct DocumentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's name as the user gave it.
  public let name: String
  /// The position of the first byte at fault, both counted from 1; nil when the fault has no single position.
  public let line: Int?, column: Int?
  /// The path of the value at fault: `vertices[3][2]`; empty for the top value.
  public let path: String
  /// A description of the fault and the allowed values.
  public let problem: String

  /// A fault of a document, with its position if it has one.
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
