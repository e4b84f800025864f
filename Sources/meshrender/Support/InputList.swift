import Glibc
import ImageFiles
import Synchronization

/// The files that a job reads.
final class InputList: Sendable {
  /// The stamps of files before they were read, in order: see ``stamp(_:)``.
  private let list = Mutex<[(path: String, stamp: String)]>([])

  /// Collects the inputs of a job.
  @TaskLocal static var current: InputList?

  /// Adds a file, or all files of the pattern of a sequence, before they are read.
  static func add(_ path: String) {
    guard let current else { return }
    current.list.withLock { list in
      if !list.contains(where: { $0.path == path }) { list.append((path, stamp(path) ?? "::\(path)")) }
    }
  }

  /// The stamp of standard input, which never counts as unchanged.
  static let standardInput = "::-"

  var stamps: [String] { list.withLock { $0.map(\.stamp) } }

  /// The stamp of a file (`size:time:path`) or of a sequence (`digest:count:path`); nil for a missing one.
  private static func stamp(_ path: String) -> String? {
    if let stamp = sizeAndTime(of: path) { return "\(stamp):\(path)" }
    guard SequenceFileNames.isPattern(path), let names = try? SequenceFileNames(path),
      let numbers = try? names.existingNumbers()
    else { return nil }
    var text = ""
    for number in numbers {
      guard let stamp = sizeAndTime(of: names.path(number)) else { return nil }
      text += "\(number):\(stamp)\n"
    }
    guard let digest = try? SHA256.of(Array(text.utf8)) else { return nil }
    return "\(digest):\(numbers.count):\(path)"
  }

  private static func sizeAndTime(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return "\(status.st_size):\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
  }

  /// Whether what a stamp describes is there and has not changed since.
  static func isUnchanged(_ stamp: String) -> Bool { Self.stamp(path(of: stamp)) == stamp }

  static func path(of stamp: String) -> String {
    let parts = stamp.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 ? String(parts[2]) : ""
  }
}
