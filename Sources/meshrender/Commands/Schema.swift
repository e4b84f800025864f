import ArgumentParser
import SceneDocument

/// Prints the JSON schema of a file format, for editors and validators.
struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of scene or mesh files.",
    discussion: """
      EXAMPLE
        meshrender schema scene > scene.schema.json
      """)

  enum Document: String, CaseIterable, ExpressibleByArgument { case scene, mesh }

  @Argument(help: ArgumentHelp("Which: scene or mesh.", valueName: "document"))
  var document = Document.scene

  func run() throws {
    try Console.report(document == .scene ? SceneSchema.scene : SceneSchema.mesh)
  }
}
