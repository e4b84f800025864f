import CPNG

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The missing directories above an output, which are made with it.
///
/// They are removed again, if they are empty, by ``removeEmpty()``, when the value is released without ``keep()``, and
/// when a signal ends the process. Unchecked: calls are serialized.
package final class OutputFolders: @unchecked Sendable {
  /// The directories that were made, outermost first, with their places in the list of what a signal removes.
  private var made: [(path: FilePath, slot: Int32)] = []

  package init() {}

  deinit {
    removeEmpty()
    keep()
  }

  /// Makes the missing directories above a path.
  /// - Returns: 0, or the `errno` of the directory that cannot be made. Those above it are removed again.
  package func make(above path: FilePath) -> Int32 {
    let directory = path.directory
    guard !directory.isEmpty, access(directory.fileName, F_OK) != 0 else { return 0 }
    for slash in directory.bytes.indices where directory.bytes[slash] == UInt8(ascii: "/") {
      let part = FilePath(bytes: directory.bytes[..<slash])
      guard !part.isEmpty else { continue }
      // Registered first, so that a signal between the two calls removes the directory.
      let slot = temporary_files_remember_directory(part.fileName)
      if mkdir(part.fileName, 0o777) == 0 {
        made.append((part, slot))
        continue
      }
      let error = errno
      temporary_files_forget(slot)
      guard error != EEXIST, access(part.fileName, F_OK) != 0 else { continue }
      removeEmpty()
      return error
    }
    return 0
  }

  /// Leaves the directories where they are.
  package func keep() {
    for folder in made { temporary_files_forget(folder.slot) }
    made = []
  }

  /// Removes the directories that have nothing in them. A later call removes those that still had.
  package func removeEmpty() {
    var left: [(path: FilePath, slot: Int32)] = []
    for folder in made.reversed() {
      if rmdir(folder.path.fileName) == 0 || errno == ENOENT {
        temporary_files_forget(folder.slot)
      } else {
        left.insert(folder, at: 0)
      }
    }
    made = left
  }
}
