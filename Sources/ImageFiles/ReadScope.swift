#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The folders from which a document may name files, for programs whose user does not choose those files.
///
/// Links are followed first; the place that they lead to counts. Nothing outside is looked at: a name outside gives the
/// same error whatever is there. Outside, only the links are known through which the folders themselves were named.
/// Besides the folders, `allowed` holds explicitly chosen folders or files. Only regular files are read, and none below
/// `/proc`, `/sys` and `/dev` (except `/dev/shm`); a device, a pipe or a file there must be in `allowed` itself, or in a
/// folder of `allowed` at such a place, or one of ``SharedFiles``.
public struct ReadScope: Hashable, Sendable {
  private let scope: FolderScope

  /// - Parameters:
  ///   - folders: "." is the working directory. A missing folder is ignored.
  ///   - allowed: folders, or single files.
  public init(folders: [String], allowed: [String] = []) {
    self.init(folders: folders.map(FilePath.init), allowed: allowed.map(FilePath.init))
  }

  package init(folders: [FilePath], allowed: [FilePath]) {
    var scope = FolderScope()
    for folder in folders { scope.add(folder) }
    for path in allowed { scope.add(path, isAllowed: true) }
    self.scope = scope
  }

  /// The reason why a path of `folders` or `allowed` would be ignored; nil for an existing folder or file.
  package static func problem(of path: String) -> SystemError? {
    var scope = FolderScope()
    return scope.add(FilePath(path), isAllowed: true)
  }

  /// Opens a file for reading.
  /// - Throws: ``InputFileError/outside(name:)`` and ``InputFileError/notAFile(name:kind:)`` besides the errors of any
  ///   file.
  func open(_ path: FilePath) throws(InputFileError) -> Int32 {
    let name = path.description
    if SharedFiles.contains(path) {
      let descriptor = Self.openShared(path)
      guard descriptor >= 0 else { throw InputFile.failure(.current, name: name) }
      return descriptor
    }
    let end = try find(path)
    // Opening a device or a pipe may have side effects, or block.
    if let status = end.status { try Self.check(status, name: name, isNamed: end.isNamed) }
    let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | (end.isNamed ? 0 : O_NONBLOCK)
    let descriptor = openat(end.folder, end.name.fileName, flags)
    guard descriptor >= 0 else { throw InputFile.failure(.current, name: name) }
    // The file may have been replaced since the first check.
    do throws(InputFileError) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw InputFile.failure(.current, name: name) }
      try Self.check(status, name: name, isNamed: end.isNamed)
    } catch {
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Opens a folder for listing.
  func openFolder(_ path: FilePath) throws(InputFileError) -> Int32 {
    let end = try find(path)
    let descriptor = openat(
      end.folder, end.name.fileName, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw InputFile.failure(.current, name: path.description) }
    return descriptor
  }

  /// Nil for a file that is missing, or outside.
  func status(of path: FilePath) -> FileStatus? {
    guard SharedFiles.contains(path) else { return (try? find(path))?.status.map(FileStatus.init) }
    var status = stat()
    return fstatat(AT_FDCWD, path.fileName, &status, 0) == 0 ? FileStatus(status) : nil
  }

  private static func openShared(_ path: FilePath) -> Int32 {
    openat(AT_FDCWD, path.fileName, O_RDONLY | O_CLOEXEC)
  }

  /// The folders and names of the links that a path leads through, and of the file, as far as they are inside.
  package func entries(of path: FilePath) -> [(folder: FilePath, name: FilePath)] {
    guard let end = try? find(path, mayBeMissing: true) else { return [] }
    return end.entries.map { ($0.folder, $0.name) }
  }

  private func find(
    _ path: FilePath, mayBeMissing: Bool = false
  ) throws(InputFileError) -> PathWalk.End {
    let name = path.description
    // A zero byte would end the C string, which would then name another file.
    guard !path.isEmpty, !path.hasZero, path.bytes.count < Int(PATH_MAX) else { throw .missing(name: name) }
    do throws(PathWalk.Problem) {
      return try PathWalk(path, in: scope, mayBeMissing: mayBeMissing).end()
    } catch {
      switch error {
      case .outside: throw .outside(name: name)
      case .system(let error): throw InputFile.failure(error, name: name)
      }
    }
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
}
