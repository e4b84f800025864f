import ArgumentParser

/// What a scene may read beside the files that the command line names.
struct ReadOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A folder, or a file, that a scene may read beside its own folder and the working directory; may be given "
        + "several times.", valueName: "path"))
  var allowRead: [String] = []
}
