import Glibc
import ImageFiles
import MeshTransform
import SceneDocument

/// The results of a batch: lines on standard output, and in a journal.
struct ResultWriter {
  /// The descriptor of the journal; nil without one.
  private let journal: Int32?
  private let journalName: String
  /// Whether this run has made the journal.
  private let isJournalNew: Bool
  /// The jobs that the journal says are done.
  private let finished: FinishedJobs
  private let isOrdered: Bool
  /// Lines of later jobs, by their numbers; nil for a job of another shard.
  private var waiting: [Int: String] = [:]
  private var nextIndex = 0

  init(journal path: String?, isResuming: Bool, isOrdered: Bool) throws(Failure) {
    (self.isOrdered, isJournalNew) = (isOrdered, !isResuming)
    guard let path else {
      (journal, finished, journalName) = (nil, FinishedJobs(), "")
      return
    }
    journalName = path
    finished = isResuming ? try FinishedJobs(journal: path) : FinishedJobs()
    let mode = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (isResuming ? 0 : O_EXCL)
    let folders = OutputFolders()
    let failed = folders.make(above: FilePath(path))
    let descriptor = failed == 0 ? open(path.fileName, mode, 0o666) : -1
    if failed != 0 { errno = failed }
    guard descriptor >= 0 else {
      guard errno != EEXIST else {
        var status = stat()
        let isFile = stat(path.fileName, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        throw Failure(
          .usage,
          isFile
            ? "\(path.excerpt) exists; use --resume to continue the run of this journal, or use another file"
            : "\(path.excerpt) cannot be used as a journal; use another file")
      }
      throw Failure(.cannotCreate, "\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
    folders.keep()
    journal = descriptor
    if finished.endsWithinLine { try Self.write("\n", to: descriptor, path) }
  }

  var hasJournal: Bool { journal != nil }

  /// Removes the journal of a run that failed before its first result, so that the same command can run again.
  func removeEmptyJournal() {
    var status = stat()
    guard let journal, isJournalNew, fstat(journal, &status) == 0, status.st_size == 0 else { return }
    unlink(journalName.fileName)
  }

  /// Whether the journal has the same job as done, its inputs are unchanged and its output is the one that was written.
  func isDone(_ job: BatchJob, identity: String) -> Bool {
    guard let before = finished[job.id], before.identity == identity,
      before.output.isSameBytes(as: job.output),
      before.inputs.allSatisfy(InputList.isUnchanged)
    else { return false }
    return (try? SHA256.of(job.witnesses))??.digest == before.digest
  }

  /// - `kept`: done by an earlier run.
  /// - `left`: not begun.
  enum Status: String { case done, kept, failed, left }

  /// - `identity`: the digest of the job.
  mutating func add(
    _ status: Status, _ outcome: JobOutcome, index: Int, id: String, output: String?, identity: String?
  ) throws(Failure) {
    func milliseconds(_ seconds: Double) -> String { "\(Int(clamping: (1000 * seconds).rounded()))" }
    var members = [
      ("id", JSONText.string(id)), ("output", output.map(JSONText.string) ?? "null"),
      ("status", JSONText.string(status.rawValue)), ("code", "\(outcome.code)"),
    ]
    if !outcome.message.isEmpty { members.append(("message", JSONText.string(outcome.message))) }
    if !outcome.warnings.isEmpty {
      members.append(("warnings", JSONText.array(outcome.warnings.map(JSONText.string))))
    }
    if !outcome.notes.isEmpty {
      members.append(("notes", JSONText.array(outcome.notes.map(JSONText.string))))
    }
    if status == .done {
      members.append(
        (
          "milliseconds",
          JSONText.object([
            ("load", milliseconds(outcome.load)), ("draw", milliseconds(outcome.draw)),
            ("write", milliseconds(outcome.write)),
          ])
        ))
      if !outcome.digest.isEmpty {
        members += [("bytes", "\(outcome.byteCount)"), ("sha256", JSONText.string(outcome.digest))]
      }
    }
    if let journal, status == .done || status == .failed {
      var line = members
      if let identity { line.append(("job", JSONText.string(identity))) }
      line.append(("inputs", JSONText.array(outcome.inputs.map(JSONText.string))))
      try Self.write(JSONText.object(line) + "\n", to: journal, journalName)
    }
    let line = JSONText.object(members)
    guard isOrdered else { return try Console.result(line) }
    waiting[index] = line
  }

  /// Prints the lines whose turn has come.
  /// - `isPending`: whether a job, by its number, may still deliver a line.
  mutating func printOrdered(before end: Int, isPending: (Int) -> Bool) throws(Failure) {
    while nextIndex < end {
      if let line = waiting.removeValue(forKey: nextIndex) {
        try Console.result(line)
      } else if isPending(nextIndex) {
        return
      }
      nextIndex += 1
    }
  }

  private static func write(_ text: String, to descriptor: Int32, _ name: String) throws(Failure) {
    // One call, so that a line is whole or, on a full disk, cut off at its end.
    let bytes = Array(text.utf8)
    let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    guard count == bytes.count else {
      throw Failure(
        .inputOutput, "\(name) cannot be written: \(String(cString: strerror(count < 0 ? errno : ENOSPC)))")
    }
  }
}
