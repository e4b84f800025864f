import Glibc
import ImageFiles

/// The identity, the size and the times of a file: equal as long as the file has not changed.
struct FileState: Hashable {
  private let device: UInt, number: UInt, size: Int
  private let written: Time, changed: Time

  private struct Time: Hashable {
    let seconds: Int, nanoseconds: Int

    init(_ time: timespec) { (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec) }
  }

  /// Follows links. Fails for a missing file.
  init?(of path: String) {
    var status = stat()
    guard stat(path.fileName, &status) == 0 else { return nil }
    (device, number, size) = (status.st_dev, status.st_ino, status.st_size)
    // The second time also changes with the owner and the permissions.
    (written, changed) = (Time(status.st_mtim), Time(status.st_ctim))
  }
}
