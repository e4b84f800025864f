import ArgumentParser

/// Additional files that a scene may read besides those named on the command line.
struct ReadOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A folder, or a file, that a scene may read beside its own folder and the working directory; may be given "
        + "several times.", valueName: "path"))
  var allowRead: [String] = []
}
