import Glibc
import Synchronization

/// The files that a job has read.
final class InputList: Sendable {
  /// The size and the time of each file before it was read, as `size:time:path`, in order.
  private let list = Mutex<[(path: String, stamp: String)]>([])

  /// Collects the inputs of a job of a batch.
  @TaskLocal static var current: InputList?

  /// Adds a file before it is read. The pattern of a sequence is no file, and counts as changed in a later run.
  static func add(_ path: String) {
    guard let current else { return }
    current.list.withLock { list in
      if !list.contains(where: { $0.path == path }) { list.append((path, stamp(path) ?? "::\(path)")) }
    }
  }

  var stamps: [String] { list.withLock { $0.map(\.stamp) } }

  /// Nil for a file that is not there.
  private static func stamp(_ path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return "\(status.st_size):\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec):\(path)"
  }

  /// Whether the file of a stamp is there and has not changed since.
  static func isUnchanged(_ stamp: String) -> Bool {
    let parts = stamp.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 && Self.stamp(String(parts[2])) == stamp
  }
}
