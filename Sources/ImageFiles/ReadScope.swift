import CPNG

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The folders from which a document may name files, for programs whose user does not choose those files.
///
/// Links are resolved before the check. Besides the folders, `allowed` holds explicitly chosen folders or files. Only
/// regular files are read, and none below `/proc`, `/sys` and `/dev` (except `/dev/shm`); a device, a pipe or a file
/// there must be in `allowed` itself, or in a folder of `allowed` at such a place.
public struct ReadScope: Hashable, Sendable {
  /// Absolute, with links resolved.
  private let folders: [String], allowed: [String]

  /// - Parameters:
  ///   - folders: "." is the working directory. A missing folder is ignored.
  ///   - allowed: folders, or single files.
  public init(folders: [String], allowed: [String] = []) {
    self.folders = folders.compactMap(Self.resolved)
    self.allowed = allowed.compactMap(Self.resolved)
  }

  /// The reason why a path of `folders` or `allowed` would be ignored; nil for an existing folder or file.
  package static func problem(of path: String) -> SystemError? {
    // A zero byte would end the C string, which would then name another file.
    guard !path.isEmpty, !path.utf8.contains(0) else { return SystemError(code: ENOENT) }
    return resolved(path) == nil ? .current : nil
  }

  /// Opens a file for reading.
  /// - Throws: ``InputFileError/outside(name:path:)`` and ``InputFileError/notAFile(name:kind:)`` besides the errors of
  ///   any file.
  func open(_ path: String) throws(InputFileError) -> Int32 {
    let resolved = try resolve(path)
    let isNamed = allowed.contains(resolved)
    var status = stat()
    guard stat(resolved.fileName, &status) == 0 else { throw InputFile.failure(.current, name: path) }
    // Opening a device or a pipe may have side effects, or block.
    try Self.check(status, name: path, isNamed: isNamed)
    let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | (isNamed ? 0 : O_NONBLOCK)
    let descriptor = openat(AT_FDCWD, resolved.fileName, flags)
    guard descriptor >= 0 else { throw InputFile.failure(.current, name: path) }
    // The file may have been replaced since the first check.
    do throws(InputFileError) {
      guard fstat(descriptor, &status) == 0 else { throw InputFile.failure(.current, name: path) }
      try Self.check(status, name: path, isNamed: isNamed)
      if let opened = Self.link("/proc/self/fd/\(descriptor)"), opened != resolved, !contains(opened) {
        throw .outside(name: path, path: opened)
      }
    } catch {
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Whether a folder may be listed.
  func checkFolder(_ path: String) throws(InputFileError) { _ = try resolve(path) }

  private func resolve(_ path: String) throws(InputFileError) -> String {
    // A zero byte would end the C string, which would then name another file.
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .missing(name: path) }
    if let resolved = Self.resolved(path) {
      guard contains(resolved) else { throw .outside(name: path, path: resolved) }
      return resolved
    }
    let error = SystemError.current
    // The error does not reveal whether a file outside exists.
    var (parent, above) = (OutputTarget.directory(of: path), String?.none)
    while above == nil, !parent.isEmpty, parent != "/" {
      above = Self.resolved(parent)
      parent = OutputTarget.directory(of: String(parent.dropLast()))
    }
    let base = above ?? Self.resolved(path.hasPrefix("/") ? "/" : ".") ?? "/"
    guard contains(base) else { throw .outside(name: path, path: path) }
    throw InputFile.failure(error, name: path)
  }

  private func contains(_ resolved: String) -> Bool {
    if Self.isOfSystem(resolved) {
      return allowed.contains { Self.isOfSystem($0) && Self.isInside(resolved, $0) }
    }
    return (folders + allowed).contains { Self.isInside(resolved, $0) }
  }

  private static func isInside(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder == "/" ? "/" : folder + "/")
  }

  private static func isOfSystem(_ path: String) -> Bool {
    !isInside(path, "/dev/shm") && ["/proc", "/sys", "/dev"].contains { isInside(path, $0) }
  }

  private static func check(_ status: stat, name: String, isNamed: Bool) throws(InputFileError) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .isDirectory(name: name)
    case _ where isNamed: break
    case S_IFIFO: throw .notAFile(name: name, kind: "a named pipe")
    case S_IFSOCK: throw .notAFile(name: name, kind: "a socket")
    default: throw .notAFile(name: name, kind: "a device")
    }
  }

  /// Relative paths refer to the directory of all input files.
  private static func resolved(_ path: String) -> String? {
    let directory = descriptor_working_directory()
    let isAsItIs = path.hasPrefix("/") || directory == AT_FDCWD
    guard let text = realpath((isAsItIs ? path : "/proc/self/fd/\(directory)/\(path)").fileName, nil) else {
      return nil
    }
    defer { free(text) }
    return String(
      fileName: UnsafeBufferPointer(start: text, count: strlen(text)).map(UInt8.init(bitPattern:)))
  }

  private static func link(_ path: String) -> String? {
    var text = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = text.withUnsafeMutableBytes { readlink(path.fileName, $0.baseAddress!, $0.count) }
    return count > 0 ? String(fileName: text[..<count]) : nil
  }
}
