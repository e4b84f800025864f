#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a path leads to, which decides how it is written.
enum OutputTarget {
  /// A file to be replaced, or created if `existing` is nil. No link: `path` is what links led to.
  case file(path: String, existing: Existing?)
  /// A pipe, a terminal, a device: written as it is, since replacing it would destroy it.
  case direct(path: String)

  struct Existing { let mode: mode_t, owner: uid_t, group: gid_t }

  init(_ path: String, name: String) throws(OutputFileError) {
    // A C string would end at a zero byte and name another file.
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .cannotCreate(name: name, SystemError(code: ENOENT))
    }
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
      // These links lead to open descriptors, whose text need not be a path.
      guard !path.hasPrefix("/proc/"), !path.hasPrefix("/dev/fd/") else {
        self = .direct(path: path)
        return
      }
      guard let status = Self.status(path, followingLinks: false) else {
        guard errno == ENOENT else { throw .cannotCreate(name: name, .current) }
        self = .file(path: path, existing: nil)
        return
      }
      guard status.st_mode & S_IFMT == S_IFLNK else {
        // Renaming asks only the directory, but a file without write permission asks to be left alone.
        guard faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 else {
          throw .cannotCreate(name: name, .current)
        }
        let existing = Existing(mode: status.st_mode & 0o777, owner: status.st_uid, group: status.st_gid)
        self = .file(path: path, existing: existing)
        return
      }
      path = try Self.follow(path, name: name)
    }
    throw .cannotCreate(name: name, SystemError(code: ELOOP))
  }

  /// The directory of a path as a prefix: "a/b" gives "a/", "b" gives "".
  static func directory(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  private static func status(_ path: String, followingLinks: Bool) -> stat? {
    var status = stat()
    return fstatat(AT_FDCWD, path, &status, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  private static func follow(_ link: String, name: String) throws(OutputFileError) -> String {
    var text = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = text.withUnsafeMutableBytes { readlink(link, $0.baseAddress!, $0.count) }
    guard count >= 0 else { throw .cannotCreate(name: name, .current) }
    let target = String(decoding: text[..<count], as: UTF8.self)
    return target.hasPrefix("/") ? target : directory(of: link) + target
  }
}
