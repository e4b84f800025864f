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
  /// The numbers of jobs that it was asked for, and of those whose answer may come at once.
  private var asked: Set<Int> = [], unanswered: Set<Int> = []
  /// Whether it has all its threads.
  private(set) var isReady = false
  private let start = ContinuousClock.now
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

  /// Asks for the jobs that it has not begun, the last ones first; ``receive()`` delivers them.
  /// - Parameter count: the most jobs.
  /// - Returns: the number of jobs.
  @discardableResult
  func askBack(_ count: Int, where isWanted: (BatchJob) -> Bool = { _ in true }) -> Int {
    let wanted = jobs.reversed().filter { !asked.contains($0.index) && isWanted($0) }.prefix(count)
    for job in wanted {
      asked.insert(job.index)
      unanswered.insert(job.index)
      outgoing += WorkerMessage.takeBack(job.index).encoded
    }
    flush()
    return wanted.count
  }

  /// The number of jobs that it was asked for and may give back at once.
  var unansweredCount: Int { unanswered.count }

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

  /// What has become of a job.
  enum Report {
    case finished(BatchJob, JobOutcome)
    /// It has not begun, and is the batch's again.
    case given(BatchJob)
  }

  /// Reads the bytes that have come.
  /// - Returns: what they report; nil where the worker has ended.
  func receive() -> [Report]? {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    let count = child_process_read_some(process.output, &block, block.count, 1000)
    guard count > 0 else { return nil }
    received += block[..<count]
    var reports: [Report] = []
    while let message = WorkerMessage(taking: &received) {
      if message.isReady {
        (isReady, progress) = (true, .now)
      } else if let (index, answer) = message.answer {
        unanswered.remove(index)
        if answer == .given, let job = take(index) { reports.append(.given(job)) }
      } else if let (index, outcome) = message.outcome, let job = take(index) {
        progress = .now
        reports.append(.finished(job, outcome))
      }
    }
    if received.count > Self.largestMessage {
      kill()
      return nil
    }
    return reports
  }

  private func take(_ index: Int) -> BatchJob? {
    asked.remove(index)
    unanswered.remove(index)
    return jobs.firstIndex { $0.index == index }.map { jobs.remove(at: $0) }
  }

  /// Seconds since a job last began or finished; 0 for an idle worker.
  var stalledSeconds: Double { jobs.isEmpty ? 0 : progress.duration(to: .now).seconds }

  /// Seconds since its start; 0 once it is ready.
  var startingSeconds: Double { isReady ? 0 : start.duration(to: .now).seconds }

  func kill() { child_process_kill(&process) }

  /// The most bytes of a message that is not complete; results have a few kilobytes.
  private static let largestMessage = 64 << 20

  /// The longest time in which a worker ends that has nothing to do, in milliseconds.
  private static let endLimit: Int32 = 10_000

  /// Lets it finish what it has, and waits for its end. One that goes on although its pipe is closed, or for too long, is
  /// killed.
  /// - Returns: its exit status, or minus the number of a signal, and the end of its standard error.
  @discardableResult
  func end() -> (status: Int32, words: String) {
    child_process_close_input(&process)
    var place = pollfd(fd: process.output, events: 0, revents: 0)
    while poll(&place, 1, Self.endLimit) < 0, errno == EINTR {}
    kill()
    let status = child_process_wait(&process)
    var text = [CChar](repeating: 0, count: 2000)
    let count = child_process_last_words(&process, &text, text.count)
    let words = String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    child_process_close(&process)
    return (status, words.split(whereSeparator: \.isNewline).suffix(2).joined(separator: " | "))
  }
}
