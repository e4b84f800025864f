import ArgumentParser
import CAnimation
import GLRenderer
import Glibc
import ImageFiles
import MeshTransform

/// A worker of a batch: draws the jobs that come through standard input, with one renderer for all of them.
///
/// Three threads overlap: one reads the next job's files, the main thread draws, one encodes the last picture. A fourth
/// receives jobs and gives back those that have not begun. Messages are ``WorkerMessage``; the worker ends with its
/// input.
struct BatchWorker: ParsableCommand, ThreadedCommand {
  static let configuration = CommandConfiguration(commandName: "batch-worker", shouldDisplay: false)

  /// The process that ends this one with itself.
  @Option var parent: Int32
  /// Bytes of decoded images, meshes, fonts and textures that are kept.
  @Option var cache: Int
  /// The bytes of its ``MemoryBudget``, the flag of the batch that raises them, and their origin.
  @Option var memory: Int
  @Option var memoryFlag: String
  @Option var memoryNote = ""
  @Option var device: DeviceChoice = .automatic
  /// Its number among the workers of the batch.
  @Option var number = 0
  /// Whether the jobs are strangers', and what the worker may then read and write: see ``SandboxPaths``.
  @Flag var untrusted = false
  @Flag var allowMissingSandbox = false
  @Option(parsing: .unconditionalSingleValue) var readable: [String] = []
  @Option(parsing: .unconditionalSingleValue) var writable: [String] = []

  /// The number of jobs that a worker has at once: one for each of the three threads.
  static let depth = 3

  func run() throws {
    child_process_end_with_parent()
    guard getppid() == parent else { return }
    MemoryBudget.current = MemoryBudget(limit: memory, flag: memoryFlag, note: memoryNote)
    MemoryBudget.current.enforce()
    CacheFolder.prepare()
    if untrusted {
      Untrusted.begin()
      var paths = SandboxPaths()
      (paths.readable, paths.writable) = (readable, writable)
      // The arguments of jobs are strangers' as well.
      InputFile.argumentScope = ReadScope(folders: ["."], allowed: readable)
      paths.drawsOnDevices = device != .software
      try Sandbox.enter(paths, allowsMissing: allowMissingSandbox)
    }
    let (input, results) = (Self.take(STDIN_FILENO), Self.take(STDOUT_FILENO))
    Renderer.keepFreedMemory()
    // A job has at least three quarters of the memory for itself.
    let cache = min(cache, memory / 4)
    // Textures have what decoded images, meshes and fonts leave, and at least a quarter.
    let inputs = InputCache(limit: cache - cache / 4)
    InputCache.current = inputs
    let (loaded, drawn) = (Handover<LoadedJob>(), Handover<DrawnJob>())
    let (jobs, isWritten) = (WorkerJobs(), ConditionMutex(false))
    let messages = ConditionMutex(results)
    // One message at a time.
    let send: @Sendable (WorkerMessage) -> Void = { message in
      messages.change { if !message.write(to: $0) { _exit(0) } }
    }
    try Self.start {
      Self.eachMessage(from: input) { message in
        if let job = message.job { jobs.add(job) }
        if let index = message.wanted { send(WorkerMessage(jobs.takeBack(index), of: index)) }
      }
      jobs.end()
    }
    try Self.start {
      let commands = CommandCache()
      while let job = jobs.next() {
        let read = LoadedJob(job, commands)
        if jobs.finishReading(job.index) {
          loaded.put(read)
        } else {
          send(WorkerMessage(.given, of: job.index))
        }
      }
      loaded.put(nil)
    }
    try Self.start {
      while let job = drawn.take() { send(WorkerMessage(job.written(), of: job.loaded.job.index)) }
      isWritten.change { $0 = true }
    }
    send(.ready)
    let opened = OpenedRenderer(device, worker: number, programCache: .ofRun, warn: Console.warn)
    while let job = loaded.take() {
      guard jobs.begin(job.job.index) else { continue }
      drawn.put(job.drawn(opened))
      // Nothing shows the images of shared files again.
      if !job.inputs.files.contains(where: \.isShared) {
        opened.keepTextures(limit: cache - inputs.byteCount)
      }
    }
    drawn.put(nil)
    isWritten.wait { $0 ? () : nil }
  }

  private static func start(_ work: @escaping @Sendable () -> Void) throws(Failure) {
    let result = Threads.startOwn(work)
    guard result == 0 else { throw ProcessLimits.noThread(result) }
  }

  /// Moves a standard stream to another descriptor, so that nothing else reads or writes it.
  private static func take(_ stream: Int32) -> Int32 {
    let descriptor = fcntl(stream, F_DUPFD_CLOEXEC, 10)
    let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
    dup2(nowhere, stream)
    close(nowhere)
    return descriptor
  }

  private static func eachMessage(from descriptor: Int32, _ body: (WorkerMessage) -> Void) {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      while let message = WorkerMessage(taking: &bytes) { body(message) }
      let count = read(descriptor, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      bytes += block[..<count]
    }
  }
}

/// A place for one value between two threads.
private final class Handover<Value: Sendable>: Sendable {
  private let place = ConditionMutex<Value??>(nil)

  /// Waits for an empty place.
  /// - Parameter value: nil for the end.
  func put(_ value: Value?) {
    place.wait { place -> Void? in
      guard place == nil else { return nil }
      place = .some(value)
      return ()
    }
  }

  func take() -> Value? {
    place.wait { place -> Value?? in
      defer { place = nil }
      return place
    }
  }
}

/// A job whose files have been read.
private struct LoadedJob: Sendable {
  let job: BatchJob
  /// The warnings and the files of the job.
  let messages = MessageList(), inputs = InputList()
  fileprivate(set) var outcome = JobOutcome()
  private(set) var command = Command.failed

  enum Command: Sendable {
    case render(Render, PreparedPicture)
    case other(any BatchCommand)
    case failed
  }

  init(_ job: BatchJob, _ commands: CommandCache) {
    self.job = job
    let start = ContinuousClock.now
    switch collecting({ try Self.command(job, commands) }) {
    case .success(let command): self.command = command
    case .failure(let failure): outcome = JobOutcome(failure)
    }
    outcome.load = start.duration(to: .now).seconds
  }

  private static func command(_ job: BatchJob, _ commands: CommandCache) throws -> Command {
    let command = try commands.command(job.arguments)
    if Untrusted.isOn { try (command as? any SandboxedCommand)?.access.checkFlags() }
    switch command {
    case let render as Render: return .render(render, try render.prepared(scene: job.sceneFile))
    case let command as any BatchCommand: return .other(command)
    default: throw Failure(.usage, "a job renders, animates, maps, makes passes or projects points")
    }
  }

  /// Calls `work` with the warnings and the names of files collected for this job.
  private func collecting<Value>(_ work: () throws -> Value) -> Result<Value, Failure> {
    do {
      return .success(
        try Console.$messages.withValue(messages) {
          try InputList.$current.withValue(inputs) { try work() }
        })
    } catch { return .failure((error as? Failure) ?? Failure(parsing: error)) }
  }

  /// Draws the picture, or the whole clip with its file.
  func drawn(_ opened: OpenedRenderer) -> DrawnJob {
    let start = ContinuousClock.now
    let result = collecting { () throws -> Image? in
      switch command {
      case .render(let render, let prepared):
        // Another thread encodes the whole picture.
        return try render.drawn(prepared, opened, inBands: false, Stopwatch(isOn: false))
      case .other(let command):
        try command.run(scene: job.sceneFile, in: opened)
        return nil
      case .failed: return nil
      }
    }
    var drawn = DrawnJob(loaded: self, picture: nil)
    switch result {
    case .success(let picture): drawn.picture = picture
    case .failure(let failure):
      let load = outcome.load
      drawn.loaded.outcome = JobOutcome(failure)
      drawn.loaded.outcome.load = load
    }
    drawn.loaded.outcome.draw = start.duration(to: .now).seconds
    return drawn
  }

  /// Writes the picture, if it is not written yet.
  func written(_ picture: Image?) -> JobOutcome {
    var outcome = outcome
    if outcome.code == 0 {
      let start = ContinuousClock.now
      let result = collecting { () throws -> (digest: String, count: Int)? in
        if let picture, case .render(let render, let prepared) = command {
          try render.write(picture, prepared, Stopwatch(isOn: false))
        }
        // Without the library a result has no digest.
        return try? SHA256.of(job.witnesses)
      }
      switch result {
      case .success(let file): (outcome.digest, outcome.byteCount) = (file?.digest ?? "", file?.count ?? 0)
      case .failure(let failure): outcome.fail(failure)
      }
      outcome.write = start.duration(to: .now).seconds
    }
    (outcome.warnings, outcome.notes, outcome.inputs) = (messages.all, messages.notes, inputs.stamps)
    return outcome
  }
}

/// A job whose picture has been drawn.
private struct DrawnJob: Sendable {
  var loaded: LoadedJob
  /// The picture to write; nil after an error, and for an output that has been written already.
  var picture: Image?

  func written() -> JobOutcome { loaded.written(picture) }
}

extension BatchJob {
  /// The scene in place as a file in memory.
  fileprivate var sceneFile: InputFile? {
    scene.map { .memory(Array($0.utf8), name: "the scene of job \(id.excerpt)") }
  }
}
