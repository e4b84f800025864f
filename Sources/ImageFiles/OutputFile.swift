/// A destination of bytes.
public enum OutputFile: Hashable, Sendable, CustomStringConvertible {
  /// A file by its path, relative to the working directory; replaced as a whole if it exists.
  case path(FilePath)
  /// A numbered file by its path: replaced as a whole if it exists. A link, a pipe or a device of that name is replaced by
  /// the file, too, because the user named none of them.
  case entry(FilePath)
  /// The standard output of the process.
  case standardOutput

  /// A file by the text of its path.
  public static func path(_ text: String) -> OutputFile { .path(FilePath(text)) }

  /// A command-line argument: "-" is standard output, anything else a path.
  public init(argument: String) { self = argument == "-" ? .standardOutput : .path(argument) }

  /// The name in error messages.
  public var description: String {
    switch self {
    case .path(let path), .entry(let path): path.isEmpty ? "the file with the empty name" : path.description
    case .standardOutput: "standard output"
    }
  }

  /// Writes all bytes or, if the target is a file, keeps the previous content: see ``FileWriter``.
  public func write(_ bytes: [UInt8]) throws(OutputFileError) {
    let writer = try FileWriter(self)
    try bytes.withUnsafeBufferPointer { bytes throws(OutputFileError) in
      try writer.write(UnsafeRawBufferPointer(bytes))
    }
    try writer.commit()
  }
}
