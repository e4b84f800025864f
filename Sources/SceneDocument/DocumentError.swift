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
  /// The argument at fault; nil for a fault of the file itself.
  public let argument: Argument?
  /// The offset of the first byte at fault in the text that was read; nil without ``line``.
  let offset: Int?

  /// A value that a command line or a table adds to a file.
  public enum Argument: Hashable, Sendable, CustomStringConvertible {
    /// A value in place of one of the file.
    case override(SceneOverride)
    /// The text of animations, as ``AnimationText`` reads it.
    case animation(String)

    /// `title.opacity=2`, or the text of animations in quotation marks.
    public var description: String {
      switch self {
      case .override(let override): override.description
      case .animation(let text): quoted(text)
      }
    }
  }

  /// A fault of a document, with its position if it has one.
  public init(
    name: String, line: Int? = nil, column: Int? = nil, path: String = "", problem: String,
    argument: Argument? = nil
  ) {
    (self.name, self.line, self.column) = (name, line, column)
    (self.path, self.problem, self.argument, offset) = (path, problem, argument, nil)
  }

  /// A fault at an offset of the text.
  init<Text: RandomAccessCollection<UInt8>>(
    name: String, in text: Text, at offset: Int, path: String, problem: String
  ) where Text.Index == Int {
    var (line, lineStart) = (1, text.startIndex)
    let before = text[..<min(offset, text.endIndex)]
    for (index, byte) in zip(before.indices, before) where byte == 0x0A {
      (line, lineStart) = (line + 1, index + 1)
    }
    // The column counts characters, not bytes: continuation bytes of UTF-8 are skipped.
    let column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
    (self.name, self.line, self.column) = (name, line, column)
    (self.path, self.problem, argument, self.offset) = (path, problem, nil, offset)
  }

  /// The same fault, caused by an argument.
  /// - Parameter path: the path of the value at fault; empty where the argument itself is the value.
  func caused(by argument: Argument, path: String) -> DocumentError {
    DocumentError(name: name, path: path, problem: problem, argument: argument)
  }

  /// `wave.json:3:14: vertices[3][2]: ...`, or `title.opacity=2: ...` for an argument at fault.
  public var description: String {
    var place = argument?.description ?? name.excerpt
    if argument == nil, let line, let column { place += ":\(line):\(column)" }
    return "\(place): \(path.isEmpty ? "" : path.excerpt(limit: 160) + ": ")\(problem)"
  }
}
