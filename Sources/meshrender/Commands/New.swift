import ArgumentParser
import Glibc
import ImageFiles
import SceneDocument

/// Writes a starter scene.
struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Write a commented scene to start from.",
    discussion: """
      It needs no other files. Keys that begin with // are comments.

      EXAMPLE
        meshrender new scene.json
        meshrender render scene.json -o scene.png
        meshrender new --animated moving.json
        meshrender animate moving.json --fps 8 -o moving.webp
      """)

  @Argument(help: ArgumentHelp("The scene file to write; '-' is standard output.", valueName: "file"))
  var file = "-"

  @Flag(help: "A scene that moves, for 'meshrender animate'.") var animated = false

  func validate() throws { try OutputEnding.require([".json"], of: file, for: "a scene file") }

  func run() throws {
    let starter = animated ? SceneFile.animatedStarter : SceneFile.starter
    guard file != "-" else { return try Console.report(String(starter.dropLast())) }
    // An existing file is never replaced.
    guard access(file.fileName, F_OK) != 0 else {
      throw Failure(.cannotCreate, "\(file) already exists; use another name, or remove it first")
    }
    try CommandAccess(outputs: [file]).requireFolders()
    do { try OutputFile(argument: file).write(Array(starter.utf8)) } catch { throw Failure(error) }
  }
}
