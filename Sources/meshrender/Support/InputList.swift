import Glibc
import ImageFiles
import Synchronization

/// The files that a job reads.
final class InputList: Sendable {
  private struct Entry {
    let path: String
    /// See ``stamp(_:)``; nil for a missing file.
    let stamp: String?
    let state: FileState?

    init(_ path: String) { (self.path, stamp, state) = (path, InputList.stamp(path), FileState(of: path)) }
  }
  /// The files as they were before they were read, in order.
  private let list = Mutex<[Entry]>([])
  /// Whether the job is to be repeated, so that its inputs are read again.
  let isRepeated: Bool

  init(isRepeated: Bool = false) { self.isRepeated = isRepeated }

  /// Collects the inputs of a job.
  @TaskLocal static var current: InputList?

  /// Adds a file, or all files of the pattern of a sequence, before they are read.
  static func add(_ path: String) {
    guard let current else { return }
    current.list.withLock { list in
      if !list.contains(where: { $0.path == path }) { list.append(Entry(path)) }
    }
  }

  /// - Throws: ``Failure`` where the job would have to read standard input again.
  static func checkStandardInput() throws(Failure) {
    guard let current, current.isRepeated else { return }
    throw Failure(
      .usage, "standard input cannot be read again, and --watch reads all inputs again; name a file")
  }

  /// The stamp of standard input, which never counts as unchanged.
  static let standardInput = "::-"

  var stamps: [String] { list.withLock { $0.map { $0.stamp ?? "::\($0.path)" } } }

  var paths: [String] { list.withLock { $0.map(\.path) } }

  /// The states of the files that are there now, also of those of sequences.
  var states: Set<FileState> {
    Set(
      paths.flatMap { SequenceFileNames.isPattern($0) ? Self.frames(of: $0) + [$0] : [$0] }
        .compactMap(FileState.init))
  }

  /// The paths of the files of a sequence.
  private static func frames(of pattern: String) -> [String] {
    guard let names = try? SequenceFileNames(pattern), let numbers = try? names.existingNumbers() else {
      return []
    }
    return numbers.map(names.path)
  }

  /// The files that have changed, appeared or vanished since they were added.
  var changedPaths: [String] {
    list.withLock { $0 }.filter { FileState(of: $0.path) != $0.state || Self.stamp($0.path) != $0.stamp }
      .map(\.path)
  }

  /// The files that have vanished since they were added.
  var vanishedPaths: [String] {
    list.withLock { $0 }.filter { $0.stamp != nil && Self.stamp($0.path) == nil }.map(\.path)
  }

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
    guard stat(path.fileName, &status) == 0 else { return nil }
    return "\(status.st_size):\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
  }

  /// Whether what a stamp describes is there and has not changed since.
  static func isUnchanged(_ stamp: String) -> Bool { Self.stamp(path(of: stamp)) == stamp }

  static func path(of stamp: String) -> String {
    let parts = stamp.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 ? String(parts[2]) : ""
  }
}
