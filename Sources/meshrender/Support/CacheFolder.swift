import Glibc

/// What precedes the start of a driver, before other threads start.
enum DriverStart {
  /// - Parameter keepsShaders: whether the driver may keep shaders on the disk.
  /// - Throws: ``Failure`` when the process lacks the memory for a driver.
  static func prepare(keepsShaders: Bool = true) throws(Failure) {
    try MemoryBudget.requireDriver()
    CacheFolder.prepare(keepsShaders: keepsShaders)
  }
}

/// The user's cache directory, in which the driver and ``ProgramCache`` keep shaders.
///
/// Mesa makes only the last folder of `XDG_CACHE_HOME`, and prints a message about a folder that it cannot use.
enum CacheFolder {
  /// Makes the folder of `XDG_CACHE_HOME` with its missing parents, for its owner only. Where that is impossible, shaders
  /// are not kept, and nothing is printed.
  ///
  /// Changes the environment: call it before other threads start.
  static func prepare(keepsShaders: Bool = true) {
    defer { if !keepsShaders || !hasRoom { setenv("MESA_SHADER_CACHE_DISABLE", "true", 1) } }
    guard let value = getenv("XDG_CACHE_HOME") else { return }
    // The XDG Base Directory Specification: an empty or relative path counts as unset.
    guard value[0] == CChar(UInt8(ascii: "/")) else {
      unsetenv("XDG_CACHE_HOME")
      return
    }
    make(value)
    var status = stat()
    let isUsable =
      stat(value, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && faccessat(AT_FDCWD, value, W_OK | X_OK, AT_EACCESS) == 0
    // A folder of Mesa's own has precedence.
    if !isUsable, getenv("MESA_SHADER_CACHE_DIR") == nil { setenv("MESA_SHADER_CACHE_DISABLE", "true", 0) }
  }

  /// Whether the file system of the driver's folder has room. Mesa maps a file without reserving its 1.3 MB, and on a full
  /// disk SIGBUS ends the process.
  private static var hasRoom: Bool {
    let names = ["MESA_SHADER_CACHE_DIR", "XDG_CACHE_HOME", "HOME"]
    guard let folder = names.lazy.compactMap({ getenv($0) }).first else { return true }
    return hasRoom(folder)
  }

  static func hasRoom(_ folder: UnsafePointer<CChar>) -> Bool {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return true }
    return UInt64(status.f_bavail) >= leastRoom / max(UInt64(status.f_frsize), 1)
  }

  /// In bytes.
  private static let leastRoom: UInt64 = 8 << 20

  /// Makes a folder and its missing parents. The path keeps its bytes, which need not be UTF-8.
  private static func make(_ path: UnsafePointer<CChar>) {
    let slash = CChar(UInt8(ascii: "/"))
    var bytes = Array(UnsafeBufferPointer(start: path, count: strlen(path) + 1))
    guard access(path, F_OK) != 0 else { return }
    for index in bytes.indices.dropFirst() where bytes[index] == slash || bytes[index] == 0 {
      let end = bytes[index]
      bytes[index] = 0
      let isMade = mkdir(bytes, 0o700) == 0 || errno == EEXIST
      bytes[index] = end
      guard isMade else { return }
    }
  }
}
