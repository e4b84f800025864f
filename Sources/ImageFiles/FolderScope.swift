import CPNG

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Folders and single files, and the ways to them that the command line and the working directory name.
///
/// ``PathWalk`` follows names and links inside the folders. Outside, it follows only the ways that are recorded here: no
/// system call names another place. Nothing below `/proc`, `/sys` and `/dev` (but `/dev/shm`) is inside, unless an
/// allowed folder or file is there itself.
package struct FolderScope: Hashable, Sendable {
  struct Root: Hashable {
    /// Absolute, with links resolved.
    let components: [FilePath]
    /// Nil for a missing folder, which may be made later.
    let identity: FileIdentity?
    let isFolder: Bool
    let isAllowed: Bool

    var path: FilePath { FilePath(components: components) }
    var isOfSystem: Bool { FolderScope.isOfSystem(components) }
  }
  private(set) var roots: [Root] = []
  /// The targets of the symbolic links on the ways to the folders, by their absolute places.
  private(set) var links: [[FilePath]: FilePath] = [:]
  /// The working directory with its links resolved; nil for a removed one.
  let workingDirectory: [FilePath]?

  package init() {
    workingDirectory = Self.resolvedWorkingDirectory()
    // The shell's name of the working directory may lead through links.
    guard let text = getenv("PWD") else { return }
    let path = FilePath(
      bytes: UnsafeBufferPointer(start: text, count: strlen(text)).map(UInt8.init(bitPattern:)))
    guard path.isAbsolute, let resolved = try? resolve(path, mayBeMissing: false),
      resolved.components == workingDirectory
    else {
      links = [:]
      return
    }
  }

  /// The largest number of links on one way, as in Linux.
  static let linkLimit = 40

  /// Adds a folder, or a file.
  /// - Parameters:
  ///   - path: "." is the working directory.
  ///   - isAllowed: whether it is chosen explicitly, so that devices and files of the system are read, too.
  ///   - mayBeMissing: whether it is a folder that a run makes.
  /// - Returns: nil, or the reason why there is no such place.
  @discardableResult package mutating func add(
    _ path: FilePath, isAllowed: Bool = false, mayBeMissing: Bool = false
  ) -> SystemError? {
    do throws(SystemError) {
      let (components, status) = try resolve(path, mayBeMissing: mayBeMissing)
      let root = Root(
        components: components, identity: status?.identity, isFolder: status?.isFolder ?? true,
        isAllowed: isAllowed)
      if !roots.contains(root) { roots.append(root) }
      return nil
    } catch { return error }
  }

  /// Follows a trusted path to its end and records the links on it.
  private mutating func resolve(
    _ path: FilePath, mayBeMissing: Bool
  ) throws(SystemError) -> (components: [FilePath], status: FileStatus?) {
    // A zero byte would end the C string, which would then name another file.
    guard !path.isEmpty, !path.hasZero else { throw SystemError(code: ENOENT) }
    guard let start = path.isAbsolute ? [] : workingDirectory else { throw SystemError(code: ENOENT) }
    var (place, pending) = (start, Array(path.components.reversed()))
    var status: FileStatus? = try Self.status(of: place)
    var linkCount = 0
    while let name = pending.popLast() {
      if name == .dot || name == .twoDots {
        guard status?.isFolder ?? true else { throw SystemError(code: ENOTDIR) }
        if name == .twoDots {
          _ = place.popLast()
          status = try? Self.status(of: place)
        }
        continue
      }
      guard status?.isFolder ?? true else { throw SystemError(code: ENOTDIR) }
      let next = place + [name]
      var found = stat()
      guard fstatat(AT_FDCWD, FilePath(components: next).fileName, &found, AT_SYMLINK_NOFOLLOW) == 0 else {
        guard mayBeMissing, errno == ENOENT else { throw .current }
        (place, status) = (next, nil)
        continue
      }
      guard found.st_mode & S_IFMT == S_IFLNK else {
        (place, status) = (next, FileStatus(found))
        continue
      }
      linkCount += 1
      guard linkCount <= Self.linkLimit else { throw SystemError(code: ELOOP) }
      guard let target = FilePath(linkAt: FilePath(components: next)) else { throw .current }
      links[next] = target
      if target.isAbsolute { (place, status) = ([], try Self.status(of: [])) }
      pending += target.components.reversed()
    }
    return (place, status)
  }

  private static func status(of place: [FilePath]) throws(SystemError) -> FileStatus {
    var status = stat()
    guard stat(FilePath(components: place).fileName, &status) == 0 else { throw .current }
    return FileStatus(status)
  }

  private static func resolvedWorkingDirectory() -> [FilePath]? {
    let directory = descriptor_working_directory()
    let path = FilePath(directory == AT_FDCWD ? "." : "/proc/self/fd/\(directory)")
    guard let text = realpath(path.fileName, nil) else { return nil }
    defer { free(text) }
    return FilePath(bytes: UnsafeBufferPointer(start: text, count: strlen(text)).map(UInt8.init(bitPattern:)))
      .components.filter { $0 != .dot }
  }

  /// The innermost folder that contains a place.
  func root(of place: [FilePath]) -> Root? {
    let isOfSystem = Self.isOfSystem(place)
    return roots.filter { root in
      root.isFolder && place.starts(with: root.components)
        && (!isOfSystem || (root.isAllowed && root.isOfSystem))
    }.max { $0.components.count < $1.components.count }
  }

  /// Whether the file or folder itself is allowed, whatever its kind.
  func names(_ place: [FilePath]) -> Bool { roots.contains { $0.isAllowed && $0.components == place } }

  /// Whether the place is a folder on the way to one of the folders or links, or to the working directory.
  func isOnTheWay(_ place: [FilePath]) -> Bool {
    roots.contains { $0.components.starts(with: place) } || links.keys.contains { $0.starts(with: place) }
      || workingDirectory?.starts(with: place) == true
  }

  static func isOfSystem(_ place: [FilePath]) -> Bool {
    guard let first = place.first, systemFolders.contains(first) else { return false }
    return !(place.count > 1 && first == systemFolders[2] && place[1] == sharedMemory)
  }

  private static let systemFolders = [FilePath("proc"), FilePath("sys"), FilePath("dev")]
  private static let sharedMemory = FilePath("shm")
}

extension FilePath {
  /// The target of a symbolic link; nil for other files.
  package init?(linkAt path: FilePath) { self.init(linkIn: AT_FDCWD, path) }

  /// - `name`: in the directory; the empty name is that of the open link itself.
  init?(linkIn directory: Int32, _ name: FilePath) {
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      let length = buffer.withMemoryRebound(to: CChar.self) {
        readlinkat(directory, name.fileName, $0.baseAddress!, $0.count)
      }
      count = max(length, 0)
    }
    guard !bytes.isEmpty else { return nil }
    self.init(bytes: bytes)
  }
}
