import ArgumentParser

/// The tool: `meshrender render | meshes | validate | info`.
struct Meshrender: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "meshrender",
    abstract: "Bend images and text with mesh transforms, in perspective and lit, without a display.",
    discussion: """
      EXAMPLE
        meshrender render --text "Hello, mesh" --mesh wave --background white -o hello.png
      """,
    version: "0.1.0",
    subcommands: [Render.self, Meshes.self, Validate.self, Info.self])
}

@main
enum Main {
  static func main() {
    Interrupts.install()
    do {
      var command = try Meshrender.parseAsRoot()
      try command.run()
    } catch let failure as Failure {
      Console.write("Error: \(failure.sentence)")
      Meshrender.exit(withError: ExitCode(failure.kind.rawValue))
    } catch {
      Meshrender.exit(withError: error)
    }
  }
}
