/// Where bytes go.
public enum OutputFile: Hashable, Sendable, CustomStringConvertible {
  case path(String)
  case standardOutput

  /// A command-line argument: "-" is standard output, all else a path.
  public init(argument: String) { self = argument == "-" ? .standardOutput : .path(argument) }

  /// As errors call it.
  public var description: String {
    switch self {
    case .path(let path): path.isEmpty ? "the file with the empty name" : path
    case .standardOutput: "standard output"
    }
  }

  /// Writes all bytes or, where the target is a file, leaves what was there: see ``FileWriter``.
  public func write(_ bytes: [UInt8]) throws(OutputFileError) {
    let writer = try FileWriter(self)
    try bytes.withUnsafeBufferPointer { bytes throws(OutputFileError) in
      try writer.write(UnsafeRawBufferPointer(bytes))
    }
    try writer.commit()
  }
}
