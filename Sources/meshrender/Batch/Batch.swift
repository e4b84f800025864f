import ArgumentParser
import GLRenderer
import MeshTransform

/// Draws a list of jobs with several workers.
struct Batch: ParsableCommand, ThreadedCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Render or animate a list of jobs on all cores; a crash fails only its own job.",
    usage:
      "meshrender batch <jobs.jsonl> [<options>]\n       meshrender batch --csv <table.csv> --template <scene.json> -o <pattern>",
    discussion: """
      A JOB is one line of JSON: a scene (a file, or inline) with values to set in it, or the flags of 'meshrender \
      render' without their dashes, and an output. "command" is render, or animate for a clip, map, \
      passes, or project, which moves the list of "points". Names in a scene are relative to its folder, all others to the \
      working directory.

        {"scene": "mug.json", "set": {"title.opacity": 0.5}, "output": "mug.jpg"}
        {"id": "7", "text": "Ana", "mesh": "wave", "fit": true, "output": "7.png"}
        {"command": "project", "input": "a.png", "mesh": "wave", "points": "a.csv", "output": "b.csv"}

      A TABLE of values separated by commas, semicolons or tabs has paths of the scene as its header, one job in \
      each row; the column id names the job. An empty field keeps the scene's own value. The columns quality, dpi, \
      scale, format and those named by a flag, such as --background, are flags of the job. -o names the outputs, with the \
      job's values in braces.

        meshrender batch --csv orders.csv --template mug.json -o "out/{id}.jpg" --quality 85

      FLAGS of 'meshrender render' apply to every job that does not set them itself.

      OUTPUTS of the list, in the key or the column output, must be below the folder of -o or of --output-root, or \
      else below the working directory, after following links.

      RESULTS are lines of JSON on standard output, in the order of the list: id, output, status (done, kept, failed, left), \
      exit code, message, warnings, notes, milliseconds of each stage, size and SHA-256 of the output (of passes, of all files and of their digests). The exit code is \
      0 if all jobs are done, 75 if some failed. SIGTERM and Ctrl-C let running jobs finish, and skip the others; --grace \
      limits the time.

      WORKERS are processes that keep their renderer and decoded images, meshes, fonts and textures. One that crashes or exceeds a limit is \
      replaced, its jobs run again one by one, and the job that fails alone is reported. With --journal the results are \
      kept in a file, with which --resume skips finished jobs: same job, same inputs, same output.
      """)

  @Argument(
    help: ArgumentHelp("The jobs, one line of JSON each; '-' is standard input.", valueName: "jobs.jsonl"))
  var list: String?

  @Option(
    help: ArgumentHelp("A table of jobs instead of JSON; '-' is standard input.", valueName: "table.csv"))
  var csv: String?

  @Option(
    help: ArgumentHelp(
      "The encoding of the table: utf-8, utf-16 or windows-1252; a byte order mark overrides it. Default: utf-8.",
      valueName: "encoding"))
  var csvEncoding: TextEncoding?

  @Option(
    help: ArgumentHelp(
      "The effect of an empty field of the table: keep the value of the scene, or set an empty one.",
      valueName: "keep|set"))
  var emptyCells: EmptyCells?

  enum EmptyCells: String, CaseIterable, ExpressibleByArgument { case keep, set }

  @Option(help: ArgumentHelp("The scene of jobs that do not specify one.", valueName: "scene.json"))
  var template: String?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "The output of jobs that do not specify one, with their values in braces: \"out/{id}.jpg\".",
      valueName: "pattern"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The folder that contains all outputs of the jobs. Default: that of -o, or else the working directory.",
      valueName: "folder"))
  var outputRoot: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Set a value in the scene of every job; may be given repeated.", valueName: "path=value"))
  var set: [String] = []

  /// The flags of 'render' for every job, which ``JobFlags`` collects.
  @Option(parsing: .unconditionalSingleValue, help: .hidden) var jobFlag: [String] = []

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp(
      "The number of workers. Default: the number of cores, at most 4 for each GPU that draws. To run several batches on one machine, set LP_NUM_THREADS=0, so that each worker draws on one core.",
      valueName: "count"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "The memory for decoded images, meshes, fonts, textures and flattened layers of all workers together, such as 2G. Default: 512M.",
      valueName: "bytes"),
    transform: ByteCount.init(argument:))
  var cache = ByteCount(512 << 20)

  @Option(
    help: ArgumentHelp(
      "The maximum time without a result of a busy worker, such as 30s; then it is stopped, its jobs run again one by one, and a job that takes longer alone fails. Default: none.",
      valueName: "time"),
    transform: Moment.init)
  var jobTimeout: Moment?

  @Option(
    help: ArgumentHelp(
      "The maximum time for running jobs after SIGTERM or Ctrl-C, such as 10s; then they are stopped and skipped. Default: none.",
      valueName: "time"),
    transform: Moment.init)
  var grace: Moment?

  @Option(
    help: ArgumentHelp(
      "The maximum memory of all workers together, such as 8G, in addition to that of the program and its driver in each. Default: three quarters of the free memory, or of the control group's limit.",
      valueName: "bytes"),
    transform: ByteCount.init(argument:))
  var maxMemory: ByteCount?

  @Option(
    help: ArgumentHelp(
      "The maximum memory of a worker, such as 2G; a job that needs more fails. Default: its share of --max-memory.",
      valueName: "bytes"),
    transform: ByteCount.init(argument:))
  var jobMemory: ByteCount?

  @Flag var failures = FailurePolicy.keepGoing

  enum FailurePolicy: String, EnumerableFlag {
    case keepGoing, failFast

    static func help(for value: FailurePolicy) -> ArgumentHelp? {
      value == .keepGoing
        ? "Continue with the other jobs after one has failed."
        : "Start no further jobs after one has failed."
    }
  }

  @Flag(help: "Print results as jobs finish, not in the order of the list.")
  var asFinished = false

  @Option(help: ArgumentHelp("A file to which results are appended, for --resume.", valueName: "file"))
  var journal: String?

  @Flag(
    help: "Skip jobs that are done according to the journal, if their inputs and outputs have not changed.")
  var resume = false

  @Option(
    help: ArgumentHelp(
      "Run one part of the jobs, such as 2/8: the second, the tenth and so on.", valueName: "i/n"),
    transform: Shard.init)
  var shard: Shard?

  @OptionGroup var trust: UntrustedOptions
  @OptionGroup var reading: ReadOptions

  @Option(help: .device) var device: DeviceChoice = .automatic
  @Flag(name: .shortAndLong, help: "Show no progress and no summary.") var quiet = false
  @Flag(help: "Turn every warning of a job into an error: the job fails with 65 and writes nothing.")
  var strict = false

  func validate() throws {
    guard list != nil || csv != nil else {
      throw ValidationError(
        "There are no jobs; use a file with one job per line, '-' for standard input, or --csv.")
    }
    if csv == nil, csvEncoding != nil || emptyCells != nil {
      throw ValidationError(
        "\(csvEncoding != nil ? "--csv-encoding" : "--empty-cells") applies only to a table; add --csv.")
    }
    if csv != nil {
      guard template != nil else {
        throw ValidationError("--csv sets values of a scene; add --template.")
      }
      guard output != nil else { throw ValidationError("--csv needs outputs; use -o \"out/{id}.png\".") }
    }
    if let jobs, !(1...Self.workerLimit).contains(jobs) {
      throw ValidationError("--jobs is \(jobs); use 1...\(Self.workerLimit).")
    }
    if let jobTimeout, jobTimeout.seconds == 0 {
      throw ValidationError("--job-timeout is 0; use a time above 0.")
    }
    for (flag, memory) in [("--max-memory", maxMemory), ("--job-memory", jobMemory)] {
      guard let memory, memory.bytes < Self.leastMemory.bytes else { continue }
      throw ValidationError("\(flag) is \(memory); a small picture needs \(Self.leastMemory).")
    }
    if resume, journal == nil {
      throw ValidationError("--resume needs the journal of the previous run; add --journal.")
    }
  }

  /// What the workers may read and write: the working directory, the template's folder, `--allow-read`, and the folder
  /// of the outputs.
  private var sandboxPaths: SandboxPaths {
    get throws(Failure) {
      // The folder before the first value in braces.
      let folder =
        outputRoot ?? output.map { SandboxPaths.folder(of: String($0.prefix { $0 != "{" }) + "_") } ?? "."
      return try SandboxPaths(
        CommandAccess(scene: template, allowed: reading.allowRead, outputs: [folder + "/"], device: device))
    }
  }

  static let workerLimit = 60
  /// The least memory of a worker.
  private static let leastMemory = ByteCount(32 << 20)

  func run() throws {
    // Not in validate(), which comes before the error of an unknown flag whose value is taken for a list.
    if let list, csv != nil {
      throw Failure(
        .usage,
        "'\(list.excerpt)' is an unexpected argument: the jobs come from --csv; names and values with spaces need "
          + "quotation marks")
    }
    let sandbox = trust.isOn ? try sandboxPaths : nil
    if trust.isOn, !trust.allowMissingSandbox { try Sandbox.requireAllParts() }
    try JobFlags.check(jobFlag, scene: template, output: output)
    let template = BatchTemplate(
      scene: template, output: output, outputRoot: outputRoot, journal: journal, set: set, flags: jobFlag,
      setsEmptyCells: emptyCells == .set,
      isStrict: strict, allowed: reading.allowRead, isUntrusted: trust.isOn)
    let source = try JobSource(
      csv ?? list ?? "-", isTable: csv != nil, encoding: csvEncoding ?? .utf8, template, shard
    ) {
      if !quiet { Console.warn($0) }
    }
    let warn = { (sentence: String) in if !quiet { Console.warn(sentence) } }
    let memory = memory(
      ofWorkers: jobs
        ?? Self.workers(cores: SystemMemory.coreCount, gpus: Renderer.gpuCount(for: device)), warn)
    // Workers have the same limits.
    try MemoryBudget.requireDriver()
    let count = try ProcessLimits.workers(memory.workers, warn: warn)
    let results = try ResultWriter(journal: journal, isResuming: resume, isOrdered: !asFinished)
    let runner = BatchRunner(
      source: source, results: results,
      options: BatchRunner.Options(
        workers: count, cache: cache.bytes / count, memory: memory.each,
        timeout: jobTimeout?.seconds ?? (trust.isOn ? Untrusted.seconds : nil), grace: grace?.seconds,
        sandbox: sandbox.map { $0.arguments(allowsMissing: trust.allowMissingSandbox) } ?? [],
        failFast: failures == .failFast, device: device, isQuiet: quiet))
    do { try runner.run() } catch {
      results.removeEmptyJournal()
      throw error
    }
  }

  /// The default number of workers. A GPU draws the most pictures a second for four of them: it runs one context at a
  /// time, and the others wait.
  static func workers(cores: Int, gpus: Int) -> Int {
    min(cores, gpus > 0 ? 4 * gpus : cores, workerLimit)
  }

  /// The memory of each worker, and the number of workers, fewer where the parts would be too small.
  private func memory(ofWorkers count: Int, _ warn: (String) -> Void) -> (each: MemoryBudget, workers: Int) {
    let all = maxMemory.map { MemoryBudget(limit: $0.bytes) } ?? MemoryBudget.share
    let workers = max(1, min(count, all.limit / Self.leastMemory.bytes))
    if workers < count {
      warn(
        "the memory of \(all.text) is enough for \(workers) of \(count) workers; raise \(all.flag) for more")
    }
    let each = all.divided(by: workers)
    if let jobMemory, jobMemory.bytes < each.limit {
      return (MemoryBudget(limit: jobMemory.bytes, flag: "--job-memory"), workers)
    }
    guard trust.isOn, jobMemory == nil, Untrusted.memory < each.limit else { return (each, workers) }
    return (Untrusted.budget(flag: "--job-memory"), workers)
  }
}
