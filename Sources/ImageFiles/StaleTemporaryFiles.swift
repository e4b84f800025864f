import CPNG
import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Temporary files of ``FileWriter`` whose process was killed.
///
/// A writer holds a lock on its temporary file, which the system releases when the process ends. The next process that
/// writes into the same directory removes the temporary files that are not locked, so they do not accumulate.
enum StaleTemporaryFiles {
  private static let prefix = ".meshrender-", suffix = ".tmp"
  private static let lock = DispatchSemaphore(value: 1)
  /// Directories that this process has cleaned; guarded by `lock`.
  private nonisolated(unsafe) static var visited: Set<FilePath> = []

  /// A random name for a temporary file.
  static func randomName() -> FilePath {
    FilePath(prefix + String(UInt64.random(in: .min ... .max), radix: 36) + suffix)
  }

  /// Removes the stale files of a directory, once in the life of the process.
  /// - Parameter directory: with a slash at its end; "" is the current one.
  static func remove(from directory: FilePath) {
    lock.wait()
    let isNew = visited.insert(directory).inserted
    lock.signal()
    if isNew { removeAll(from: directory) }
  }

  /// Removes the stale files of a directory now.
  static func removeAll(from directory: FilePath) {
    guard let stream = opendir((directory.isEmpty ? .dot : directory).fileName) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { text in
          FilePath(bytes: UnsafeBufferPointer(start: text, count: strlen(text)).map(UInt8.init(bitPattern:)))
        }
      }
      if name.bytes.starts(with: prefix.utf8), name.bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
      {
        removeIfStale(directory + name)
      }
    }
  }

  private static func removeIfStale(_ path: FilePath) {
    // Only regular files are temporary files; opening a pipe must not block.
    let descriptor = open(path.fileName, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      descriptor_lock(descriptor, false)
    else { return }
    unlink(path.fileName)
  }
}
