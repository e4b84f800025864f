import ArgumentParser

struct VerbosityOptions: ParsableArguments {
  @OptionGroup(title: "Messages") var warnings: WarningOptions
  var quiet: Bool { warnings.quiet }
  var strict: Bool { warnings.strict }

  @Flag(
    name: .shortAndLong,
    help: """
      Print the device, the time of each stage, the memory and GL objects of a frame and, for a single picture, its \
      render graph: passes, items and draw calls.
      """)
  var verbose = false

  func validate() throws {
    if quiet && verbose {
      throw ValidationError("--quiet and --verbose contradict each other; use one of them.")
    }
  }

  func warn(_ sentence: String) { warnings.warn(sentence) }

  /// A warning about something besides the output, such as how it is shown: `--strict` does not make it an error.
  func warnOfShowing(_ sentence: String) {
    if !quiet { Console.warn(sentence) }
  }

  /// See ``WarningOptions/requireNone()``.
  func requireNoWarning() throws(Failure) { try warnings.requireNone() }

  /// One line about a choice that the flags leave open.
  func note(_ sentence: String) {
    if !quiet { Console.note(sentence) }
  }
}
