import Glibc
import ImageFiles
import MeshTransform
import SceneDocument

/// The jobs that the journal of an earlier run says are done. Only the places of their lines are kept, so that a journal
/// of a million jobs takes little memory.
struct FinishedJobs {
  /// Open until the process ends; -1 without a journal.
  private var descriptor: Int32 = -1
  private var lines: [ByteString: Range<Int>] = [:]
  /// Whether the last line was cut off when an earlier run was killed.
  private(set) var endsWithinLine = false

  /// A finished job in the journal.
  struct Job {
    let identity: String, output: String, digest: String
    let inputs: [String]
  }

  /// The longest line, as of a list of jobs.
  private static let lineLimit = 64 << 20

  /// No jobs.
  init() {}

  /// The finished jobs of a journal, none where it is missing. A last line that was cut off does not count.
  init(journal path: String) throws(Failure) {
    descriptor = open(path.fileName, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 || errno != ENOENT else { return }
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      throw Failure(.inputOutput, "\(path) cannot be read: \(String(cString: strerror(errno)))")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(.usage, "\(path.excerpt) cannot be used as a journal; use another file")
    }
    let isJournal = try index(path)
    guard isJournal else {
      throw Failure(
        .badData, "\(path) contains no results of a batch; use the --journal of a batch, or a new file")
    }
  }

  /// Finds the lines of finished jobs.
  /// - Returns: false for a file of other content.
  private mutating func index(_ path: String) throws(Failure) -> Bool {
    var (rest, start, isJournal) = ([UInt8](), 0, false)
    while let block = read(start + rest.count..<start + rest.count + 1 << 20), !block.isEmpty {
      // The end of a long line is sought in its last block.
      var (scanned, begin) = (rest.count, 0)
      rest += block
      while let end = rest[scanned...].firstIndex(of: 0x0A) {
        if note(rest[begin..<end], at: start + begin) { isJournal = true }
        (begin, scanned) = (end + 1, end + 1)
      }
      rest.removeFirst(begin)
      start += begin
      guard rest.count <= Self.lineLimit else {
        throw Failure(
          .badData,
          "\(path) has a line of more than \(ByteCount(Self.lineLimit)); use the --journal of a batch")
      }
    }
    if note(rest[...], at: start) { isJournal = true }
    endsWithinLine = !rest.isEmpty
    return isJournal || start + rest.count == 0
  }

  /// - Returns: whether the line is a result.
  private mutating func note(_ line: ArraySlice<UInt8>, at offset: Int) -> Bool {
    var isResult = false
    Self.parse(Array(line)) { id, status, job in
      isResult = status != nil
      lines[id] = job == nil ? nil : offset..<offset + line.count
    }
    return isResult
  }

  /// The finished job of an identifier; nil where there is none.
  subscript(id: String) -> Job? {
    guard let range = lines[ByteString(id)], let line = read(range) else { return nil }
    var found: Job?
    Self.parse(line) { _, _, job in found = job }
    return found
  }

  private func read(_ range: Range<Int>) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: range.count)
    let count = pread(descriptor, &bytes, bytes.count, range.lowerBound)
    guard count >= 0 else { return nil }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  private static func parse(_ line: [UInt8], _ body: (ByteString, _ status: String?, Job?) -> Void) {
    line.withUnsafeBufferPointer { buffer in
      let json = JSONScanner(buffer)
      guard let object = json.value(at: 0), json.isObject(object) else { return }
      func text(_ key: String) -> String? { json.member(key, of: object).flatMap(json.string(at:)) }
      guard let id = text("id") else { return }
      let status = text("status")
      guard status == "done", let job = text("job"), let output = text("output"), let digest = text("sha256"),
        let inputs = json.member("inputs", of: object)
      else { return body(ByteString(id), status, nil) }
      let paths = json.elements(of: inputs).compactMap(json.string(at:))
      body(ByteString(id), status, Job(identity: job, output: output, digest: digest, inputs: paths))
    }
  }
}
