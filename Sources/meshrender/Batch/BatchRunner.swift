import ArgumentParser
import CAnimation
import GLRenderer
import Glibc
import ImageFiles

/// Gives jobs to workers and collects what becomes of them, on one thread.
final class BatchRunner {
  struct Options {
    var workers: Int
    /// Bytes of decoded images, meshes, fonts and textures in each worker.
    var cache: Int
    /// The memory of each worker.
    var memory: MemoryBudget
    /// Seconds of a job; nil for no limit.
    var timeout: Double?
    /// Seconds of running jobs after a signal; nil for no limit.
    var grace: Double?
    /// The arguments by which a worker enters the sandbox; empty without one.
    var sandbox: [String]
    var failFast: Bool
    var device: DeviceChoice
    var isQuiet: Bool
  }

  private var source: JobSource
  private var results: ResultWriter
  private let options: Options
  /// The number of workers, lowered where the system starts no more.
  private var workerCount: Int
  private var workers: [WorkerProcess] = []
  /// Jobs that a worker had when it ended, which run again one by one.
  private var retries: [BatchJob] = []
  /// Jobs that a worker has given back before they began.
  private var returned: ArraySlice<BatchJob> = []
  /// The numbers of jobs that run, or wait to run again, alone.
  private var alone: Set<Int> = []
  private var identities: [Int: String] = [:]
  /// The next job of the list, read ahead.
  private var upcoming: BatchJob?
  private var isListAtEnd = false
  /// The signal that ended the run and its time; nil while it goes on.
  private var signal: (number: Int32, time: ContinuousClock.Instant)?
  private var hasFailedFast = false
  private var (doneCount, keptCount, failedCount, leftCount) = (0, 0, 0, 0)
  /// Of the jobs that are done, those with warnings, which only the results hold.
  private var warnedCount = 0
  /// The numbers of jobs that are neither finished nor failed.
  private var pending: Set<Int> = []
  private let progress: Progress

  init(source: JobSource, results: ResultWriter, options: Options) {
    (self.source, self.results, self.options) = (source, results, options)
    workerCount = options.workers
    progress = Progress(total: nil, quiet: options.isQuiet, unit: "jobs")
  }

  /// - Throws: ``Failure`` where the run itself fails, an exit code of 75 where some jobs failed.
  func run() throws {
    // Each worker draws on its own cores: Mesa's thread that calls waits for those that draw, or draws itself.
    let share = SystemMemory.coreCount / options.workers
    setenv("LP_NUM_THREADS", "\(share > 1 ? share : 0)", 0)
    let signals = Interrupts.receive(within: options.grace)
    defer { for worker in workers { worker.kill() } }
    while true {
      try readList()
      try dispatch()
      try results.printOrdered(before: source.count) { pending.contains($0) }
      progress.show(doneCount + keptCount + failedCount)
      if pending.isEmpty, isOver { break }
      try wait(signals)
    }
    progress.clear()
    for worker in workers { worker.end() }
    workers = []
    try finish()
  }

  /// Whether no further job begins.
  private var isOver: Bool {
    isStopped || (isListAtEnd && upcoming == nil && retries.isEmpty && returned.isEmpty)
  }
  /// Whether jobs that have not begun are left.
  private var isStopped: Bool { hasFailedFast || signal != nil }

  /// Reads the next job of the list, and settles those that need no worker.
  private func readList() throws {
    while upcoming == nil, !isListAtEnd, !isStopped {
      switch try source.next() {
      case .end: isListAtEnd = true
      case .waiting: return
      case .error(let index, let error): try settle(error, index)
      case .job(let job):
        let identity = results.hasJournal ? try SHA256.of(Array(job.identity.utf8)) : nil
        identities[job.index] = identity
        if let identity, results.isDone(job, identity: identity) {
          try settle(.kept, JobOutcome(), index: job.index, id: job.id, output: job.output)
        } else {
          pending.insert(job.index)
          upcoming = job
        }
      }
    }
  }

  /// Gives jobs to workers, to those with the fewest first.
  private func dispatch() throws {
    while !isStopped {
      if let job = retries.first {
        guard let worker = try freeWorker(limit: 1) else { break }
        retries.removeFirst()
        worker.give(job)
        continue
      }
      guard returned.first != nil || upcoming != nil else { return shareWaitingJobs() }
      guard let worker = try freeWorker(limit: BatchWorker.depth) else { return }
      if let job = returned.popFirst() {
        worker.give(job)
        continue
      }
      guard let job = upcoming else { return }
      upcoming = nil
      worker.give(job)
      try readList()
    }
    guard isStopped else { return }
    for worker in workers { worker.askBack(.max) }
    try settleLeft()
  }

  /// Asks for as many jobs as workers are idle: of those that wait behind others, which may take long.
  private func shareWaitingJobs() {
    let started = workers.filter(\.isIdle).count + workerCount - workers.count
    var idle = started - workers.reduce(0) { $0 + $1.unansweredCount }
    for worker in workers.sorted(by: { $0.jobs.count > $1.jobs.count }) where idle > 0 {
      // The first one is running.
      let first = worker.jobs.first?.index
      idle -= worker.askBack(idle) { $0.index != first }
    }
  }

  /// Settles the jobs that will not begin: those that wait, and the rest of a list that is a file.
  private func settleLeft() throws {
    for job in retries + returned + [upcoming].compactMap({ $0 }) { try settleLeft(job) }
    (retries, returned, upcoming) = ([], [], nil)
    while !isListAtEnd {
      switch try source.next() {
      case .job(let job): try settleLeft(job)
      case .error(let index, let error): try settle(error, index)
      case .end: isListAtEnd = true
      case .waiting:
        guard source.isFile else {
          isListAtEnd = true
          break
        }
        try source.read()
      }
    }
  }

  private func settle(_ error: BatchJobError, _ index: Int) throws {
    try settle(
      .failed, JobOutcome(code: Failure.Kind.badData.rawValue, message: error.problem), index: index,
      id: error.id, output: nil)
  }

  private func settleLeft(_ job: BatchJob) throws {
    try settle(.left, JobOutcome(code: 75), index: job.index, id: job.id, output: job.output)
  }

  /// The worker with the fewest jobs, of those with fewer than `limit`; starts one where all have some.
  private func freeWorker(limit: Int) throws(Failure) -> WorkerProcess? {
    let free = workers.filter { worker in
      worker.jobs.count < limit && !worker.jobs.contains { alone.contains($0.index) }
    }
    let best = free.min { $0.jobs.count < $1.jobs.count }
    if best?.isIdle == true || workers.count >= workerCount { return best }
    // The parser takes the argument after an empty value for the value.
    let note = options.memory.note.isEmpty ? [] : ["--memory-note=\(options.memory.note)"]
    do {
      let worker = try WorkerProcess(
        [
          "--parent", "\(getpid())", "--cache", "\(options.cache)", "--memory", "\(options.memory.limit)",
          "--memory-flag=\(options.memory.flag)", "--device", options.device.description,
          "--number", "\(workers.count)",
        ] + note + options.sandbox)
      workers.append(worker)
      return worker
    } catch {
      // The system's limits may allow fewer workers.
      guard !workers.isEmpty else { throw error }
      if !options.isQuiet { Console.warn("\(error.sentence); \(workers.count) continue") }
      workerCount = workers.count
      return best
    }
  }

  /// Waits for results, a signal, more of the list, or a time limit.
  private func wait(_ signals: Int32) throws {
    var places = workers.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    let outgoing = workers.filter(\.hasOutgoing)
    places.append(pollfd(fd: signals, events: Int16(POLLIN), revents: 0))
    places += outgoing.map { pollfd(fd: $0.input, events: Int16(POLLOUT), revents: 0) }
    let list = upcoming == nil && !isOver ? source.readable : nil
    if let list { places.append(pollfd(fd: list, events: Int16(POLLIN), revents: 0)) }
    let milliseconds = timeLeft.map { Int32(clamping: min(($0 * 1000).rounded(.up) + 1, 1e6)) } ?? -1
    let count = poll(&places, nfds_t(places.count), milliseconds)
    guard count >= 0 || errno == EINTR else { return }
    if places[workers.count].revents != 0 { receiveSignal(signals) }
    if list != nil, places.last!.revents != 0 { try source.read() }
    for worker in outgoing { worker.flush() }
    for (worker, place) in zip(workers, places) where place.revents != 0 {
      guard let reports = worker.receive() else {
        try replace(worker, nil)
        continue
      }
      for report in reports {
        switch report {
        case .finished(let job, let outcome): try settle(outcome, job)
        case .given(let job): returned.append(job)
        }
      }
    }
    try endLateWorkers()
  }

  /// The seconds up to the next time limit; nil without one.
  private var timeLeft: Double? {
    var times = workers.filter { !$0.isReady }.map { Double(Self.startLimit) - $0.startingSeconds }
    if let limit = options.timeout {
      times += workers.filter { !$0.isIdle }.map { limit - $0.stalledSeconds }
    }
    if let limit = options.grace, let signal { times.append(limit - signal.time.duration(to: .now).seconds) }
    return times.min().map { max(0, $0) }
  }

  /// The longest time in which a worker starts its threads, in seconds; it takes milliseconds.
  private static let startLimit = 30

  private func endLateWorkers() throws {
    if let limit = options.grace, let signal, signal.time.duration(to: .now).seconds >= limit {
      for worker in workers {
        worker.kill()
        for job in worker.jobs { try settleLeft(job) }
        worker.end()
      }
      workers = []
    }
    for worker in workers where worker.startingSeconds > Double(Self.startLimit) {
      worker.kill()
      try replace(worker, "it has not started within \(Self.startLimit) s")
    }
    guard let limit = options.timeout else { return }
    for worker in workers where worker.stalledSeconds > limit {
      worker.kill()
      try replace(worker, "it took longer than --job-timeout, \(limit) s; simplify it, or raise the limit")
    }
  }

  private func receiveSignal(_ descriptor: Int32) {
    var byte: UInt8 = 0
    guard read(descriptor, &byte, 1) == 1 else { return }
    signal = (Int32(byte), .now)
    progress.clear()
    if !options.isQuiet {
      Console.write("Interrupted: finishing the running jobs; press Ctrl-C again to stop at once")
    }
  }

  /// Takes the jobs of a worker that has ended: the only one has failed, several run again alone.
  /// - `reason`: why it was ended; nil where it ended by itself.
  private func replace(_ worker: WorkerProcess, _ reason: String?) throws {
    workers.removeAll { $0 === worker }
    let jobs = worker.jobs
    let (status, words) = worker.end()
    guard worker.isReady else { return try replaceUnready(jobs, reason, status, words) }
    // One that was killed runs again, if it was not alone for that.
    let mayRunAgain = reason == nil && status < 0 && jobs.first.map { !alone.contains($0.index) } ?? false
    guard jobs.count > 1 || mayRunAgain else {
      if let job = jobs.first {
        if let violation = Sandbox.violation(status, words) { return try settle(violation, job) }
        try settle(
          reason.map { JobOutcome(code: Failure.Kind.badData.rawValue, message: $0) }
            ?? Self.outcome(status, words), job)
      }
      return
    }
    alone.formUnion(jobs.map(\.index))
    retries += jobs
  }

  /// Gives the jobs of a worker that has ended before it could begin one to the others.
  private func replaceUnready(_ jobs: [BatchJob], _ reason: String?, _ status: Int32, _ words: String) throws
  {
    returned += jobs
    let sentence = reason ?? Self.sentence(words) ?? (words.isEmpty ? Self.end(status) : words)
    let kind = Failure.Kind(rawValue: status) ?? .unavailable
    guard workers.contains(where: \.isReady) else {
      throw Failure(kind, "a worker cannot start: \(sentence)")
    }
    workerCount = max(1, workers.count)
    if !options.isQuiet { Console.warn("a worker cannot start: \(sentence); \(workers.count) continue") }
  }

  /// The outcome of a job whose worker has ended by itself.
  private static func outcome(_ status: Int32, _ words: String) -> JobOutcome {
    // A worker that exceeds its memory ends with a sentence.
    if status == Failure.Kind.badData.rawValue, let sentence = sentence(words) {
      return JobOutcome(code: status, message: sentence)
    }
    return JobOutcome(
      code: Failure.Kind.internalFault.rawValue,
      message: "the worker ended while it ran alone (\(end(status))\(words.isEmpty ? "" : ": \(words)")); "
        + "the machine may be out of memory, or this is a bug")
  }

  private static func end(_ status: Int32) -> String {
    status < 0 ? "signal \(-status)" : "exit status \(status)"
  }

  /// The sentence of an error that a worker has written; nil for other words.
  private static func sentence(_ words: String) -> String? {
    words.hasPrefix("Error: ") ? String(words.dropFirst(7)) : nil
  }

  private func settle(_ outcome: JobOutcome, _ job: BatchJob) throws {
    // The jobs beside it may have taken the memory.
    if outcome.isOfMemory, alone.insert(job.index).inserted { return retries.append(job) }
    alone.remove(job.index)
    var outcome = outcome
    outcome.message = source.sentence(outcome.message, of: job)
    try settle(
      outcome.code == 0 ? .done : .failed, outcome, index: job.index, id: job.id, output: job.output)
  }

  private func settle(
    _ status: ResultWriter.Status, _ outcome: JobOutcome, index: Int, id: String, output: String?
  ) throws {
    pending.remove(index)
    source.finish(index)
    switch status {
    case .done:
      doneCount += 1
      if !outcome.warnings.isEmpty { warnedCount += 1 }
    case .left: leftCount += 1
    case .kept: keptCount += 1
    case .failed:
      failedCount += 1
      if options.failFast { hasFailedFast = true }
    }
    progress.clear()
    try results.add(
      status, outcome, index: index, id: id, output: output, identity: identities.removeValue(forKey: index))
  }

  private func finish() throws {
    let kept = keptCount > 0 ? ", \(keptCount) kept" : ""
    let left = leftCount > 0 ? ", \(leftCount) left" : ""
    let warned = warnedCount > 0 ? ", \(warnedCount) of them with warnings" : ""
    let summary = "\(doneCount) done\(warned)\(kept), \(failedCount) failed\(left)"
    if let signal {
      if !options.isQuiet {
        Console.write("Interrupted: \(summary); with --journal, the same command with --resume continues")
      }
      results.removeEmptyJournal()
      Interrupts.end(signal.number)
    }
    if source.count == 0, !options.isQuiet { Console.warn("\(source.name) has no jobs") }
    if !options.isQuiet { Console.write(summary) }
    if failedCount > 0 { throw ExitCode(ExitStatus.someJobsFailed) }
  }
}
