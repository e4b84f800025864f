import CPNG

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Follows a path through the folders of a ``FolderScope``, one name after another.
///
/// Each name is opened in its folder, which is open, without following links; the text of a link is followed in the same
/// way. So the path stays inside whatever is renamed meanwhile, and names outside are never given to the system: there,
/// the walk goes only through what the scope has recorded.
struct PathWalk: ~Copyable {
  enum Problem: Error {
    /// The path leads out of the folders.
    case outside
    case system(SystemError)
  }

  private let scope: FolderScope
  private let mayBeMissing: Bool
  /// Whether the path has a beginning: a removed working directory has none.
  private let hasStart: Bool
  /// The names from the top of the file system to the current folder.
  private var place: [FilePath] = []
  /// The names that follow, the next one last.
  private var pending: [FilePath]
  /// The folder of the scope that contains the place; nil outside.
  private var root: FolderScope.Root?
  /// The descriptor of the deepest folder of the place that exists; -1 outside, and below a missing root.
  private var folder: Int32 = -1
  /// The folders from the root to ``folder``.
  private var above: [FileIdentity] = []
  /// The number of names of the place that do not exist.
  private var missing = 0
  private var linkCount = 0
  private var stepCount = 0
  /// The places of the links that were followed.
  private var links: [Entry] = []

  /// More names than a path and its links have.
  private static let stepLimit = 1 << 17

  /// A name in a folder.
  struct Entry: Hashable {
    let folder: FilePath, name: FilePath
  }

  /// - Parameter mayBeMissing: whether names that do not exist are followed as if they were folders.
  init(_ path: FilePath, in scope: FolderScope, mayBeMissing: Bool = false) {
    (self.scope, self.mayBeMissing) = (scope, mayBeMissing)
    pending = path.components.reversed()
    hasStart = path.isAbsolute || scope.workingDirectory != nil
    if !path.isAbsolute { place = scope.workingDirectory ?? [] }
  }

  deinit { if folder >= 0 { close(folder) } }

  /// The end of a path.
  struct End: ~Copyable {
    /// Absolute, without links.
    let place: FilePath
    /// The folder of the file; AT_FDCWD where the name is absolute. -1 for a missing one.
    let folder: Int32
    /// The name in the folder; "." for the folder itself.
    let name: FilePath
    /// Nil for a missing file.
    let status: stat?
    /// Whether the scope names the file itself.
    let isNamed: Bool
    /// The places of the links on the way, and of the file.
    let entries: [Entry]

    deinit { if folder >= 0 { close(folder) } }
  }

  /// - Throws: ``Problem/outside`` without looking at anything outside.
  consuming func end() throws(Problem) -> End {
    guard hasStart else { throw .system(SystemError(code: ENOENT)) }
    try settle()
    while let name = pending.popLast() {
      switch name {
      case .dot: break
      case .twoDots: try ascend()
      default: if let end = try step(name) { return end }
      }
    }
    guard let root, !FolderScope.isOfSystem(place) || root.isOfSystem else { throw .outside }
    var status: stat?
    if missing == 0, folder >= 0 {
      var found = stat()
      guard fstat(folder, &found) == 0 else { throw .system(.current) }
      status = found
    }
    return makeEnd(.dot, status)
  }

  private mutating func makeEnd(_ name: FilePath, _ status: stat?) -> End {
    let owned = status == nil ? -1 : folder
    if owned >= 0 { folder = -1 }
    let path = FilePath(components: place)
    return End(
      place: path, folder: owned, name: name, status: status, isNamed: scope.names(place),
      entries: links + [Entry(folder: path.directory, name: path.name)])
  }

  /// Enters the folder of the scope that contains the place, if there is one.
  private mutating func settle() throws(Problem) {
    leave()
    guard let found = scope.root(of: place) else { return }
    pending += place[found.components.count...].reversed()
    (place, root) = (found.components, found)
    folder = descriptor_open_place(AT_FDCWD, found.path.fileName)
    guard folder >= 0 else {
      // A folder that a run makes was missing before, too.
      if found.identity == nil, errno == ENOENT { return }
      throw .system(.current)
    }
    let status = try status(of: folder)
    // Another folder in its place may lead elsewhere.
    guard status.isFolder, found.identity == nil || found.identity == status.identity else { throw .outside }
    above = [status.identity]
  }

  private mutating func leave() {
    if folder >= 0 { close(folder) }
    (folder, root, above, missing) = (-1, nil, [], 0)
  }

  private func status(of descriptor: Int32) throws(Problem) -> FileStatus {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(.current) }
    return FileStatus(status)
  }

  private mutating func ascend() throws(Problem) {
    guard !place.isEmpty else { return }
    place.removeLast()
    if missing > 0 {
      missing -= 1
    } else if above.count > 1 {
      let parent = descriptor_open_place(folder, FilePath.twoDots.fileName)
      guard parent >= 0 else { throw .system(.current) }
      close(folder)
      folder = parent
      above.removeLast()
      // A folder that was moved has another one above it.
      guard try status(of: parent).identity == above.last else { throw .outside }
    } else {
      try settle()
    }
  }

  /// Follows one name.
  /// - Returns: the end, for a file that is no folder.
  private mutating func step(_ name: FilePath) throws(Problem) -> End? {
    stepCount += 1
    guard stepCount <= Self.stepLimit else { throw .system(SystemError(code: ELOOP)) }
    let next = place + [name]
    // /dev is passed through on the way to /dev/shm.
    guard let root, !FolderScope.isOfSystem(next + pending.suffix(1)) || root.isOfSystem else {
      return try stepOutside(next)
    }
    if missing > 0 || folder < 0 { return stepBelowMissing(next) }
    let descriptor = descriptor_open_place(folder, name.fileName)
    guard descriptor >= 0 else {
      let error = SystemError.current
      guard mayBeMissing, error.code == ENOENT else { throw .system(error) }
      return stepBelowMissing(next)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let error = SystemError.current
      close(descriptor)
      throw .system(error)
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      close(folder)
      (folder, place) = (descriptor, next)
      above.append(FileIdentity(status))
      return nil
    case S_IFLNK:
      let target = FilePath(linkIn: descriptor, FilePath(bytes: []))
      close(descriptor)
      guard let target else { throw .system(SystemError(code: ENOENT)) }
      links.append(Entry(folder: FilePath(components: place), name: name))
      try follow(target)
      return nil
    default:
      close(descriptor)
      guard pending.isEmpty else { throw .system(SystemError(code: ENOTDIR)) }
      place = next
      return makeEnd(name, status)
    }
  }

  private mutating func stepBelowMissing(_ next: [FilePath]) -> End? {
    place = next
    missing += 1
    return pending.isEmpty ? makeEnd(next[next.count - 1], nil) : nil
  }

  /// Outside, only recorded links, files and folders are known.
  private mutating func stepOutside(_ next: [FilePath]) throws(Problem) -> End? {
    leave()
    if let target = scope.links[next] {
      try follow(target)
      return nil
    }
    place = next
    if let file = scope.roots.first(where: { !$0.isFolder && $0.components == next }) {
      guard pending.isEmpty else { throw .system(SystemError(code: ENOTDIR)) }
      var status = stat()
      guard fstatat(AT_FDCWD, file.path.fileName, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
        throw .system(.current)
      }
      return End(
        place: file.path, folder: AT_FDCWD, name: file.path, status: status, isNamed: file.isAllowed,
        entries: links + [Entry(folder: file.path.directory, name: file.path.name)])
    }
    try settle()
    guard root != nil || scope.isOnTheWay(place) else { throw .outside }
    return nil
  }

  private mutating func follow(_ target: FilePath) throws(Problem) {
    linkCount += 1
    guard linkCount <= FolderScope.linkLimit else { throw .system(SystemError(code: ELOOP)) }
    pending += target.components.reversed()
    guard target.isAbsolute else { return }
    place = []
    try settle()
  }
}
