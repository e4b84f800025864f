import ArgumentParser
import ImageFiles

/// Additional files that a scene may read besides those named on the command line.
struct ReadOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A folder or file that a scene may read in addition to its own folder and the working directory; may be "
        + "repeated.", valueName: "path"))
  var allowRead: [String] = []

  /// Checks that the paths exist.
  /// - Throws: ``Failure`` with the first one that does not: it would be ignored.
  func check() throws(Failure) {
    for path in allowRead {
      guard let problem = ReadScope.problem(of: path) else { continue }
      throw Failure(
        .inputMissing,
        "--allow-read is \(path.isEmpty ? "empty" : path.excerpt) (\(problem)); use an existing folder or file"
      )
    }
  }
}

/// A command with `--allow-read`.
protocol ReadingCommand {
  var reading: ReadOptions { get }
}
