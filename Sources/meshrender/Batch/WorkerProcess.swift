import CAnimation
import Glibc

/// A worker of a batch, seen from the batch.
final class WorkerProcess {
  private var process: child_process
  private var received: [UInt8] = []
  /// Bytes that the worker has not taken yet.
  private var outgoing: ArraySlice<UInt8> = []
  /// The jobs that it has, the oldest first.
  private(set) var jobs: [BatchJob] = []
  /// The time of its start, or of the last job that it was given while idle or finished.
  private var progress = ContinuousClock.now

  /// - Parameter arguments: those of ``BatchWorker``.
  init(_ arguments: [String]) throws(Failure) {
    process = child_process()
    let words: [UnsafeMutablePointer<CChar>?] = (["/proc/self/exe", "batch-worker"] + arguments).map {
      strdup($0)
    }
    defer { for word in words { free(word) } }
    let pointers = words.map { $0.map { UnsafePointer($0) } } + [nil]
    let result = pointers.withUnsafeBufferPointer { child_process_start_peer($0.baseAddress!, &process) }
    guard result == 0 else {
      throw Failure(.unavailable, "a worker cannot be started: \(String(cString: strerror(result)))")
    }
    // A worker that is busy must not stop the batch.
    _ = fcntl(process.input, F_SETFL, O_NONBLOCK)
  }

  var isIdle: Bool { jobs.isEmpty }

  /// Readable when results have come, or when the worker has ended.
  var descriptor: Int32 { process.output }

  /// Gives it a job; where it has ended, ``receive()`` says so.
  func give(_ job: BatchJob) {
    if jobs.isEmpty { progress = .now }
    jobs.append(job)
    outgoing += WorkerMessage(job).encoded
    flush()
  }

  /// The descriptor of its input, and whether bytes wait for it to be writable.
  var input: Int32 { process.input }
  var hasOutgoing: Bool { !outgoing.isEmpty }

  /// Writes what the worker takes now.
  func flush() {
    while !outgoing.isEmpty {
      let count = outgoing.withUnsafeBytes { Glibc.write(process.input, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        // It has ended, which shows when its results are read.
        if errno != EAGAIN { outgoing = [] }
        return
      }
      outgoing = outgoing.dropFirst(count)
    }
    outgoing = []
  }

  /// Reads the bytes that have come.
  /// - Returns: the finished jobs; nil where the worker has ended.
  func receive() -> [(BatchJob, JobOutcome)]? {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    let count = child_process_read_some(process.output, &block, block.count, 1000)
    guard count > 0 else { return nil }
    received += block[..<count]
    progress = .now
    var finished: [(BatchJob, JobOutcome)] = []
    while let (index, outcome) = WorkerMessage(taking: &received)?.outcome {
      guard let place = jobs.firstIndex(where: { $0.index == index }) else { continue }
      finished.append((jobs.remove(at: place), outcome))
    }
    return finished
  }

  /// Seconds since a job last began or finished; 0 for an idle worker.
  var stalledSeconds: Double { jobs.isEmpty ? 0 : progress.duration(to: .now).seconds }

  func kill() { child_process_kill(&process) }

  /// Lets it finish what it has, and waits for its end.
  /// - Returns: its exit status, or minus the number of a signal, and the end of its standard error.
  @discardableResult
  func end() -> (status: Int32, words: String) {
    let status = child_process_wait(&process)
    var text = [CChar](repeating: 0, count: 2000)
    let count = child_process_last_words(&process, &text, text.count)
    let words = String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    child_process_close(&process)
    return (status, words.split(whereSeparator: \.isNewline).suffix(2).joined(separator: " | "))
  }
}
