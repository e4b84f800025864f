import ImageFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Folders, files and links below a temporary folder, all removed with it.
final class FolderTree {
  let path: String

  /// - `entries`: `in/` is a folder, `in/l -> ../out` a link, everything else a file with its name as its text.
  init(_ entries: [String]) throws {
    var template = Array("/tmp/ImageFilesTests.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError.current }
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    for entry in entries { try add(entry) }
  }

  func add(_ entry: String) throws {
    let parts = entry.split(separator: " ")
    if entry.utf8.last == UInt8(ascii: "/") {
      mkdir(file(entry), 0o755)
    } else if parts.count == 3 {
      symlink(String(parts[2]), file(String(parts[0])))
    } else {
      try OutputFile.path(file(entry)).write(Array(entry.utf8))
    }
  }

  func file(_ name: String) -> String { path + "/" + name }

  deinit { Self.remove(path) }

  private static func remove(_ path: String) {
    if let stream = opendir(path) {
      var names: [String] = []
      while let entry = readdir(stream) {
        names.append(
          withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
          })
      }
      closedir(stream)
      for name in names where name != "." && name != ".." {
        let inner = path + "/" + name
        var status = stat()
        if lstat(inner, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
          remove(inner)
        } else {
          unlink(inner)
        }
      }
    }
    rmdir(path)
  }
}
