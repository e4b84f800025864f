import ArgumentParser
import MapFiles

/// The passes of a clip's frames.
struct ClipPassOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Also write passes of each frame, as 'meshrender passes' does: the names of the files with {pass} and a number, such as "
        + "truth/{pass}-%04d.npy.", valueName: "pattern"))
  var passes: String?

  @OptionGroup var choice: PassChoiceOptions

  func validate() throws {
    guard let passes else {
      if !choice.given.isEmpty {
        throw ValidationError("--pass chooses passes; add --passes with the names of their files.")
      }
      return
    }
    try PassChoiceOptions.check(passes, choice, flag: "--passes")
    if let problem = names?.problemOfNumber {
      throw ValidationError("--passes is \(passes): \(problem).")
    }
  }

  /// Names of files for the passes; nil without them.
  var names: PassNames? { passes.map(PassNames.init) }
}
