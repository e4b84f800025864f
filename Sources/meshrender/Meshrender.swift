import ArgumentParser
import ImageFiles

/// The tool: `meshrender render | animate | new | schema | meshes | lights | validate | inspect | …`.
struct Meshrender: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "meshrender",
    abstract: "Bend images and text with mesh transforms, in perspective and lit, without a display.",
    discussion: """
      EXAMPLE
        meshrender render --text "Hello, mesh" --mesh wave \\
          --background white -o hello.png

      'meshrender --version --verbose' lists the driver and the libraries in use.
      """,
    version: Version.current,
    subcommands: [
      Render.self, Animate.self, New.self, Schema.self, Meshes.self, Lights.self, Validate.self, Convert.self,
      Inspect.self, Subdivide.self, MapCommand.self, PassesCommand.self, Fit.self, Project.self,
      HitCommand.self, Info.self, Warm.self,
      Batch.self, Completions.self,
      ReferenceCommand.self, BatchWorker.self, CompleteWords.self,
    ])
}

@main
enum Main {
  static func main() {
    StandardStreams.reserve()
    InputFile.keepWorkingDirectory()
    StandardStreams.silenceDrivers()
    Interrupts.install()
    do {
      try ProcessLimits.requireStack()
      try ProcessLimits.requireArguments()
      try ProcessLimits.requireDescriptors()
      var command = try CommandLineParser.parse(CommandLine.fileNameArguments)
      MemoryBudget.current.enforce()
      if command is any ThreadedCommand { try ProcessLimits.requireThreads() }
      try (command as? any SandboxedCommand)?.enterSandbox()
      try command.run()
    } catch let failure as Failure {
      end(failure)
    } catch let code as ExitCode {
      Meshrender.exit(withError: code)  // all has been said
    } catch  where Meshrender.exitCode(for: error) == .success {
      // The help text that the user requested.
      do { try report(Meshrender.fullMessage(for: error)) } catch { end(error) }
    } catch { end(Failure(parsing: error)) }
  }

  private static func report(_ text: String) throws(Failure) {
    if text == Version.current, VersionReport.isRequested { return try VersionReport.write() }
    try Console.report(text)
  }

  private static func end(_ failure: Failure) -> Never {
    Console.write("Error: \(failure.sentence)")
    Meshrender.exit(withError: ExitCode(failure.kind.rawValue))
  }
}
