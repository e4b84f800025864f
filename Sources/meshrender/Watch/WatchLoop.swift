import MeshTransform

/// Repeats a run whenever a file that it reads changes, until a signal ends the process.
struct WatchLoop {
  /// The file that the run writes, as it is named in messages.
  let output: String
  let verbosity: VerbosityOptions
  private let folders = FolderWatch()
  private let clock = ContinuousClock()

  init(output: String, _ verbosity: VerbosityOptions) { (self.output, self.verbosity) = (output, verbosity) }

  /// Milliseconds without an event after which an edit is complete, and the longest wait for that: editors write several
  /// files, or one in several steps, and a file may be missing in between.
  private static let (quiet, patience): (Int32, Duration) = (50, .seconds(1))

  /// Runs `draw` now and after each change.
  ///
  /// - Parameters:
  ///   - mayWait: whether the loop goes on after a failure of the first run.
  ///   - draw: reads everything again and writes the output.
  /// - Throws: a failure of the first run that no change of a file can repair.
  func run(mayWait: (Failure) -> Bool, draw: () throws -> Void) throws -> Never {
    var changes: [String] = []
    var (isFirst, hasWarned) = (true, false)
    var warnings: [String] = []
    while true {
      let (inputs, messages) = (InputList(isRepeated: true), MessageList())
      let start = clock.now
      let result = Result {
        try InputList.$current.withValue(inputs) { try Console.$messages.withValue(messages) { try draw() } }
      }
      // The same warnings after every edit would hide new ones.
      for warning in messages.all where !warnings.contains(warning) { Console.writeWarning(warning) }
      warnings = messages.all
      switch result {
      case .success: report(start.duration(to: clock.now), after: changes, isFirst ? inputs : nil)
      case .failure(let error):
        let failure = (error as? Failure) ?? Failure(parsing: error)
        guard !isFirst || mayWait(failure) else { throw failure }
        Console.write("Error: \(failure.sentence)")
      }
      isFirst = false
      folders.watch(inputs.files)
      if let problem = folders.problem, !hasWarned {
        hasWarned = true
        verbosity.warnOfShowing(
          "the system reports no changes of files (\(problem)); they are checked four times per second")
      }
      changes = waitForChange(of: inputs)
    }
  }

  /// - Parameter first: the inputs of the first run; nil after another one.
  private func report(_ duration: Duration, after changes: [String], _ first: InputList?) {
    guard !verbosity.quiet else { return }
    let time = "\(Int(clamping: (duration / .milliseconds(1)).rounded())) ms"
    if let first {
      let count = first.files.count
      Console.write(
        "Drew \(output) in \(time); watching \(count) \(count == 1 ? "file" : "files"), Ctrl-C ends")
    } else {
      Console.write("Drew \(output) in \(time): \(Self.words(changes))")
    }
  }

  /// `scene.json changed`, `a.png and 3 more changed`.
  static func words(_ changes: [String]) -> String {
    guard let first = changes.first else { return "a file changed" }
    return first.excerpt + (changes.count > 1 ? " and \(changes.count - 1) more" : "") + " changed"
  }

  /// Waits until inputs differ from what was read and the edit is complete.
  /// - Returns: the files that have changed.
  private func waitForChange(of inputs: InputList) -> [String] {
    while true {
      while inputs.changedPaths.isEmpty { _ = folders.wait(folders.interval) }
      settle(inputs)
      // An edit may leave a file as it was.
      let changes = inputs.changedPaths
      if !changes.isEmpty { return changes }
    }
  }

  private func settle(_ inputs: InputList) {
    let end = clock.now + Self.patience
    while clock.now < end {
      let isQuiet = !folders.wait(Self.quiet)
      if isQuiet, inputs.vanishedPaths.isEmpty { return }
    }
  }
}
