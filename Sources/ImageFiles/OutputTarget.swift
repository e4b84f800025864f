#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The target of a path, which determines how it is written.
enum OutputTarget {
  /// A file to replace, or to create if `existing` is nil. `path` has its links resolved.
  case file(path: FilePath, existing: Existing?)
  /// A pipe, a terminal or a device, which is written in place; replacing it would destroy it.
  case direct(path: FilePath)

  struct Existing { let mode: mode_t, owner: uid_t, group: gid_t }

  init(_ path: FilePath, name: String) throws(OutputFileError) {
    // A zero byte would end the C string, which would then name another file.
    guard !path.isEmpty, !path.hasZero else {
      throw .cannotCreate(name: name, SystemError(code: ENOENT))
    }
    guard !path.endsInSlash else { throw .isDirectory(name: name) }
    if let status = Self.status(path, followingLinks: true) {
      switch status.st_mode & S_IFMT {
      case S_IFDIR: throw .isDirectory(name: name)
      case S_IFREG: break
      default:
        self = .direct(path: path)
        return
      }
    }
    var path = path
    for _ in 0..<40 {  // as many links as Linux follows
      // These links refer to open descriptors, whose text is not always a path.
      guard !path.bytes.starts(with: "/proc/".utf8), !path.bytes.starts(with: "/dev/fd/".utf8) else {
        self = .direct(path: path)
        return
      }
      guard let status = Self.status(path, followingLinks: false) else {
        guard errno == ENOENT else { throw .cannotCreate(name: name, .current) }
        self = .file(path: path, existing: nil)
        return
      }
      guard status.st_mode & S_IFMT == S_IFLNK else {
        self = try .replacing(path, status, name: name)
        return
      }
      guard let target = FilePath(linkAt: path) else { throw .cannotCreate(name: name, .current) }
      path = path.directory.reaching(target)
    }
    throw .cannotCreate(name: name, SystemError(code: ELOOP))
  }

  /// A name in a folder, whatever it leads to.
  init(entry path: FilePath, name: String) throws(OutputFileError) {
    guard !path.isEmpty, !path.hasZero else {
      throw .cannotCreate(name: name, SystemError(code: ENOENT))
    }
    let status = Self.status(path, followingLinks: false)
    guard path.endsInSlash || status.map({ $0.st_mode & S_IFMT == S_IFDIR }) == true else {
      self = try .replacing(path, status, name: name)
      return
    }
    throw .isDirectory(name: name)
  }

  /// - `status`: of the entry; nil for a missing one.
  private static func replacing(
    _ path: FilePath, _ status: stat?, name: String
  ) throws(OutputFileError) -> OutputTarget {
    guard let status, status.st_mode & S_IFMT == S_IFREG else { return .file(path: path, existing: nil) }
    // Renaming requires write permission only for the directory; a file without write permission is left unchanged.
    guard faccessat(AT_FDCWD, path.fileName, W_OK, AT_EACCESS) == 0 else {
      throw .cannotCreate(name: name, .current)
    }
    let existing = Existing(mode: status.st_mode & 0o777, owner: status.st_uid, group: status.st_gid)
    return .file(path: path, existing: existing)
  }

  private static func status(_ path: FilePath, followingLinks: Bool) -> stat? {
    var status = stat()
    return fstatat(AT_FDCWD, path.fileName, &status, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW) == 0
      ? status : nil
  }
}
