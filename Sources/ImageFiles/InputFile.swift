import CPNG

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A source of bytes.
public enum InputFile: Hashable, Sendable, CustomStringConvertible {
  /// A file by its path, relative to the working directory.
  case path(FilePath)
  /// A file named by a document, readable only inside certain folders.
  case confined(FilePath, to: ReadScope)
  /// The standard input of the process, to its end.
  case standardInput
  /// Bytes in memory; errors call them `name`.
  case memory([UInt8], name: String)

  /// A file by the text of its path.
  public static func path(_ text: String) -> InputFile { .path(FilePath(text)) }
  /// A file by the text of its path, readable only inside certain folders.
  public static func confined(_ text: String, to scope: ReadScope) -> InputFile {
    .confined(FilePath(text), to: scope)
  }

  /// A command-line argument: "-" is standard input, anything else a path, which is confined to ``argumentScope``.
  public init(argument: String) {
    self =
      argument == "-"
      ? .standardInput : Self.argumentScope.map { .confined(argument, to: $0) } ?? .path(argument)
  }

  /// The folders in which arguments may name files, for a process whose arguments are not its user's; nil for all. Set
  /// once, before other threads start.
  package nonisolated(unsafe) static var argumentScope: ReadScope?

  /// Resolves the relative paths of all input files against the current working directory from now on.
  ///
  /// Some drivers change the working directory while they load, possibly in parallel with a thread that opens files.
  /// For programs that never change it themselves; call it before other threads start.
  public static func keepWorkingDirectory() { descriptor_keep_working_directory() }

  /// The name in error messages.
  public var description: String {
    switch self {
    case .path(let path), .confined(let path, _):
      path.isEmpty ? "the file with the empty name" : path.description
    case .standardInput: "standard input"
    case .memory(_, let name): name
    }
  }

  /// Nil for a source that is not a file.
  public var path: FilePath? {
    switch self {
    case .path(let path), .confined(let path, _): path
    case .standardInput, .memory: nil
    }
  }

  /// The folders that must contain the file; nil for any.
  package var scope: ReadScope? {
    if case .confined(_, let scope) = self { scope } else { nil }
  }

  /// Whether this is the path of a file of any kind but a folder.
  package var isExistingFile: Bool { status.map { !$0.isFolder } ?? false }

  /// Whether this is one of ``SharedFiles``.
  package var isShared: Bool { path.map(SharedFiles.contains) ?? false }

  /// The state of the file, links followed. Nil for a missing file, for one that may not be read because it is outside,
  /// and for a source that is not a file.
  package var status: FileStatus? {
    switch self {
    case .path(let path):
      guard !path.hasZero else { return nil }
      var status = stat()
      return fstatat(descriptor_working_directory(), path.fileName, &status, 0) == 0
        ? FileStatus(status) : nil
    case .confined(let path, let scope): return scope.status(of: path)
    case .standardInput, .memory: return nil
    }
  }

  /// All bytes of the file.
  /// - Throws: ``InputFileError/tooLarge(name:limit:)`` when there are more than `limit` bytes; no more than that are
  ///   kept.
  public func readAll(limit: Int = .max) throws(InputFileError) -> [UInt8] {
    if case .memory(let bytes, let name) = self {
      guard bytes.count <= limit else { throw .tooLarge(name: name, limit: limit) }
      return bytes
    }
    let file = try Descriptor.reading(self)
    return try withExtendedLifetime(file) { () throws(InputFileError) in
      var bytes = try file.read(upTo: min(file.expectedSize, limit))
      var block = [UInt8](repeating: 0, count: 256 * 1024)
      while true {
        let count = descriptor_read(file.number, &block, block.count)
        guard count >= 0 else { throw file.failure(.current) }
        guard count > 0 else { return bytes }
        guard count <= limit - bytes.count else { throw .tooLarge(name: description, limit: limit) }
        bytes.append(contentsOf: block[..<count])
      }
    }
  }
}

extension InputFile {
  /// A file open for reading, closed by its owner; standard input stays open.
  package struct Descriptor: ~Copyable {
    package let number: Int32
    /// The reported size of the file in bytes; 0 when it is unknown, as for a pipe.
    package let expectedSize: Int
    private let file: InputFile
    private let isDirectory: Bool

    private init(_ number: Int32, of file: InputFile) {
      var status = stat()
      let isRegular = fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      (self.file, self.number, expectedSize) = (file, number, isRegular ? Int(status.st_size) : 0)
      isDirectory = status.st_mode & S_IFMT == S_IFDIR
    }

    /// Bytes in memory count as standard input here; the caller must handle them first.
    package static func reading(_ file: InputFile) throws(InputFileError) -> Descriptor {
      let descriptor = Descriptor(try open(file), of: file)
      // Opening a directory succeeds; reading it would fail later.
      guard !descriptor.isDirectory else { throw .isDirectory(name: file.description) }
      return descriptor
    }

    private static func open(_ file: InputFile) throws(InputFileError) -> Int32 {
      if case .confined(let path, let scope) = file { return try scope.open(path) }
      guard case .path(let path) = file else { return STDIN_FILENO }
      // A zero byte would end the C string, which would then name another file.
      guard !path.hasZero else { throw .missing(name: file.description) }
      let number = openat(descriptor_working_directory(), path.fileName, O_RDONLY | O_CLOEXEC)
      guard number >= 0 else { throw InputFile.failure(.current, name: file.description) }
      return number
    }

    deinit { if number != STDIN_FILENO { close(number) } }

    /// The next bytes, fewer only at the end of the file.
    func read(upTo size: Int) throws(InputFileError) -> [UInt8] {
      var error: SystemError?
      // descriptor_read writes the bytes that the array counts.
      let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        while count < size {
          let more = descriptor_read(number, buffer.baseAddress! + count, size - count)
          if more < 0 { error = .current }
          guard more > 0 else { return }
          count += more
        }
      }
      if let error { throw failure(error) }
      return bytes
    }

    func failure(_ error: SystemError) -> InputFileError {
      InputFile.failure(error, name: file.description)
    }
  }

  static func failure(_ error: SystemError, name: String) -> InputFileError {
    switch error.code {
    case ENOENT, ENOTDIR, ENAMETOOLONG: .missing(name: name)
    case EISDIR: .isDirectory(name: name)
    case EACCES, EPERM: .permissionDenied(name: name)
    default: .unreadable(name: name, error)
    }
  }
}
