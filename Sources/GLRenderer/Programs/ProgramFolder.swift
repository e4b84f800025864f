#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The files of a ``ProgramCache``. No error is reported: a file that cannot be read or written counts as missing.
///
/// Each program has a file of its own: opening and reading one takes little, a picture needs one to three, and
/// processes that write at the same time need no coordination.
struct ProgramFolder {
  let path: String
  /// The largest file in bytes; programs take 10 to 30 KB with their sources.
  static let largestFile = 262_144
  /// Number of files that are kept, the most recent ones.
  static let capacity = 128

  private static let ending = ".program"
  private static let unfinished = ".unfinished"

  /// Fails for a path with a zero byte: as a C string it would end there and name another folder.
  init?(path: String) {
    guard !path.utf8.contains(0) else { return nil }
    self.path = path
  }

  /// Whether the directory exists and belongs to the user that this process runs as.
  static func isOurs(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
  }

  /// Whether the directory exists and only the user of this process can change it.
  private static func isPrivate(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
      && status.st_mode & 0o022 == 0
  }

  private func file(_ name: String) -> String { path + "/" + name + Self.ending }

  /// The bytes of a file that only this user can have written; nil without such a file.
  func load(_ name: String) -> [UInt8]? {
    guard Self.isPrivate(path) else { return nil }
    // Opening a pipe of that name must not block.
    let descriptor = open(file(name), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      status.st_mode & 0o022 == 0, (1...Self.largestFile).contains(Int(status.st_size))
    else { return nil }
    let size = Int(status.st_size)
    var isWhole = false
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = max(0, read(descriptor, buffer.baseAddress, size))
      isWhole = count == size
    }
    return isWhole ? bytes : nil
  }

  /// Stores a file completely or not at all, and removes the oldest files beyond the capacity.
  func store(_ bytes: [UInt8], _ name: String) {
    guard bytes.count <= Self.largestFile, makeDirectory() else { return }
    let temporary =
      path + "/" + name + "-" + String(UInt64.random(in: .min ... .max), radix: 36) + Self.unfinished
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return }
    let isWhole = write(descriptor, bytes, bytes.count) == bytes.count
    // The file is not synced: the remains of a crash of the machine fail the checksum.
    guard close(descriptor) == 0, isWhole, rename(temporary, file(name)) == 0 else {
      unlink(temporary)
      return
    }
    prune()
  }

  /// Creates the folder for its owner only.
  private func makeDirectory() -> Bool {
    if Self.isPrivate(path) { return true }
    if mkdir(path, 0o700) != 0, errno == ENOENT, let end = path.lastIndex(of: "/"),
      mkdir(String(path[..<end]), 0o700) == 0
    {
      mkdir(path, 0o700)
    }
    return Self.isPrivate(path)
  }

  /// Removes the oldest files beyond the capacity. Files with other suffixes are never removed.
  private func prune() {
    guard let directory = opendir(path) else { return }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if name.hasSuffix(Self.ending) || name.hasSuffix(Self.unfinished) { names.append(path + "/" + name) }
    }
    guard names.count > Self.capacity else { return }
    let aged = names.map { name in
      var status = stat()
      guard lstat(name, &status) == 0 else { return (name: name, second: 0, nanosecond: 0) }
      return (name: name, second: status.st_mtim.tv_sec, nanosecond: status.st_mtim.tv_nsec)
    }
    let oldest = aged.sorted { ($0.second, $0.nanosecond) < ($1.second, $1.nanosecond) }
    for file in oldest.dropLast(Self.capacity) { unlink(file.name) }
  }
}
