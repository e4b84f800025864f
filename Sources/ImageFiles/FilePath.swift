/// The path of a file as the system has it: bytes, which need not be UTF-8.
///
/// Two paths are equal if all of their bytes are. The texts of paths are not compared: `String` has equal values for
/// names of different files, such as "é" as one character and as two.
public struct FilePath: Hashable, Sendable, CustomStringConvertible {
  /// Without a zero at the end.
  public let bytes: [UInt8]

  /// The path with these bytes.
  public init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// The path that a text means. Characters in U+10FE80...U+10FEFF stand for the bytes 0x80...0xFF.
  public init(_ text: String) {
    bytes = text.hasForeignBytes ? text.fileName.dropLast().map(UInt8.init(bitPattern:)) : Array(text.utf8)
  }

  /// The text that stands for the path.
  public var text: String { String(fileName: bytes) }

  /// The text for people.
  public var description: String { text.withReadableBytes }

  public func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    hasher.combine(0 as UInt8)
  }

  /// The bytes ended by a zero, for functions of the system.
  package var fileName: [CChar] { bytes.map(CChar.init(bitPattern:)) + [0] }

  package var isEmpty: Bool { bytes.isEmpty }
  package var isAbsolute: Bool { bytes.first == Self.slash }
  /// Whether a zero byte would end the path early, which would then name another file.
  package var hasZero: Bool { bytes.contains(0) }
  package var endsInSlash: Bool { bytes.last == Self.slash }

  private static let slash = UInt8(ascii: "/")

  /// The directory as a prefix: "a/b" gives "a/", "b" gives "".
  package var directory: FilePath {
    FilePath(bytes: bytes[..<(bytes.lastIndex(of: Self.slash).map { $0 + 1 } ?? 0)])
  }

  /// The part after the last slash.
  package var name: FilePath {
    FilePath(bytes: bytes[(bytes.lastIndex(of: Self.slash).map { $0 + 1 } ?? 0)...])
  }

  /// The path that a name or a link in this directory means: an absolute one stands for itself.
  package func reaching(_ other: FilePath) -> FilePath {
    if other.isAbsolute || bytes.isEmpty { return other }
    return FilePath(bytes: bytes + (endsInSlash ? [] : [Self.slash]) + other.bytes)
  }

  package static func + (a: FilePath, b: FilePath) -> FilePath { FilePath(bytes: a.bytes + b.bytes) }

  /// The names between slashes. A slash at the end counts as a last name ".": the path before it must be a directory.
  var components: [FilePath] {
    bytes.split(separator: Self.slash).map { FilePath(bytes: $0) } + (endsInSlash ? [.dot] : [])
  }

  /// The absolute path through these names.
  init(components: [FilePath]) {
    bytes = components.isEmpty ? [Self.slash] : components.reduce(into: []) { $0 += [Self.slash] + $1.bytes }
  }

  static let dot = FilePath(bytes: [UInt8(ascii: ".")])
  static let twoDots = FilePath(bytes: [UInt8(ascii: "."), UInt8(ascii: ".")])
}
