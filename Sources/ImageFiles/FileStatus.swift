#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The identity, the size and the times of a file: equal as long as the file has not changed.
package struct FileStatus: Hashable, Sendable {
  package let identity: FileIdentity
  package let size: Int
  /// The time of the last change of the content, and of the content or its properties. Programs can set only the first.
  package let written: Time, changed: Time
  package let isRegular: Bool
  package let isFolder: Bool

  package struct Time: Hashable, Sendable, CustomStringConvertible {
    package let seconds: Int, nanoseconds: Int

    init(_ time: timespec) { (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec)) }

    package var description: String { "\(seconds).\(nanoseconds)" }
  }

  init(_ status: stat) {
    identity = FileIdentity(status)
    size = Int(status.st_size)
    #if canImport(Darwin)
      (written, changed) = (Time(status.st_mtimespec), Time(status.st_ctimespec))
    #else
      (written, changed) = (Time(status.st_mtim), Time(status.st_ctim))
    #endif
    isRegular = status.st_mode & S_IFMT == S_IFREG
    isFolder = status.st_mode & S_IFMT == S_IFDIR
  }
}

/// A file or a folder, whatever its names.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64, number: UInt64

  init(_ status: stat) {
    (device, number) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino))
  }
}
