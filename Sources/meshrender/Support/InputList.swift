import ImageFiles
import MeshTransform
import Synchronization

/// The files that a job reads.
final class InputList: Sendable {
  private struct Entry {
    let file: InputFile
    let path: FilePath
    /// See ``stamp(_:)``; nil for a missing file.
    let stamp: String?
    let status: FileStatus?

    init(_ file: InputFile, _ path: FilePath) {
      (self.file, self.path, stamp, status) = (file, path, InputList.stamp(file)?.text, file.status)
    }
  }
  /// The files as they were before they were read, in order.
  private let list = Mutex<[Entry]>([])
  /// Whether the job is to be repeated, so that its inputs are read again.
  let isRepeated: Bool

  init(isRepeated: Bool = false) { self.isRepeated = isRepeated }

  /// Collects the inputs of a job.
  @TaskLocal static var current: InputList?

  /// Adds a file, or all files of the pattern of a sequence, before they are read. Sources that are no files are not
  /// added.
  static func add(_ file: InputFile) {
    guard let current, let path = file.path else { return }
    current.list.withLock { list in
      if !list.contains(where: { $0.file == file }) { list.append(Entry(file, path)) }
    }
  }

  /// - Throws: ``Failure`` where the job would have to read standard input again.
  static func checkStandardInput() throws(Failure) {
    guard let current, current.isRepeated else { return }
    throw Failure(
      .usage, "standard input cannot be read again, but --watch reads all inputs again; use a file")
  }

  /// The stamp of standard input, which never counts as unchanged.
  static let standardInput = "::-"

  /// The stamps of the files; `::path` for a missing one, which never counts as unchanged.
  var stamps: [String] { list.withLock { $0.map { $0.stamp ?? "::\($0.path.text)" } } }

  var files: [InputFile] { list.withLock { $0.map(\.file) } }

  /// The states of the files that are there now, also of those of sequences.
  var states: Set<FileStatus> {
    Set(files.flatMap { Self.frames(of: $0) + [$0] }.compactMap(\.status))
  }

  /// The files of a sequence; none for other files.
  private static func frames(of pattern: InputFile) -> [InputFile] {
    guard let (names, numbers, scope) = sequence(pattern) else { return [] }
    return numbers.map { number in
      let path = FilePath(names.path(number))
      return scope.map { .confined(path, to: $0) } ?? .path(path)
    }
  }

  private static func sequence(
    _ pattern: InputFile
  ) -> (names: SequenceFileNames, numbers: ClosedRange<Int>, scope: ReadScope?)? {
    guard let text = pattern.path?.text, SequenceFileNames.isPattern(text) else { return nil }
    guard let names = try? SequenceFileNames(text),
      let numbers = try? names.existingNumbers(within: pattern.scope)
    else { return nil }
    return (names, numbers, pattern.scope)
  }

  /// The files that have changed, appeared or vanished since they were added.
  var changedPaths: [String] {
    list.withLock { $0 }.filter { $0.file.status != $0.status || Self.stamp($0.file)?.text != $0.stamp }
      .map(\.path.text)
  }

  /// The files that have vanished since they were added.
  var vanishedPaths: [String] {
    list.withLock { $0 }.filter { $0.stamp != nil && Self.stamp($0.file) == nil }.map(\.path.text)
  }

  /// What a file or a sequence was like: `size:state:path`, or `digest:count:path` of a sequence.
  private struct Stamp {
    let text: String
    /// As in earlier journals: `size:time:path`, or the digest of such.
    let earlier: String
  }

  /// Nil for a missing file.
  private static func stamp(_ file: InputFile) -> Stamp? {
    guard let path = file.path?.text else { return nil }
    if let status = file.status {
      return Stamp(text: "\(status.stamp):\(path)", earlier: "\(status.earlierStamp):\(path)")
    }
    guard let numbers = sequence(file)?.numbers else { return nil }
    var (text, earlier) = ("", "")
    for (number, frame) in zip(numbers, frames(of: file)) {
      guard let status = frame.status else { return nil }
      text += "\(number):\(status.stamp)\n"
      earlier += "\(number):\(status.earlierStamp)\n"
    }
    guard let digest = try? SHA256.of(Array(text.utf8)), let old = try? SHA256.of(Array(earlier.utf8)) else {
      return nil
    }
    return Stamp(text: "\(digest):\(numbers.count):\(path)", earlier: "\(old):\(numbers.count):\(path)")
  }

  /// Whether what a stamp describes is there and has not changed since.
  static func isUnchanged(_ stamp: String) -> Bool {
    guard stamp.utf8.first != UInt8(ascii: ":"), let now = Self.stamp(.path(path(of: stamp))) else {
      return false
    }
    return stamp.isSameBytes(as: now.text) || stamp.isSameBytes(as: now.earlier)
  }

  static func path(of stamp: String) -> String {
    // Of bytes: a colon and a combining character after it are one Character.
    let parts = stamp.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 ? String(Substring(parts[2])) : ""
  }
}

extension FileStatus {
  /// The size, the number and both times: a program can restore only the time of the content.
  fileprivate var stamp: String { "\(size):\(written),\(changed),\(identity.number)" }
  fileprivate var earlierStamp: String { "\(size):\(written)" }
}
