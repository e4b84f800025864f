import Testing

@testable import meshrender

/// A command line whose first word is no command names the command that is meant.
struct CommandNameTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.writePicture(8, 6, to: "in.png")
    try folder.write("GIF89a\u{8}\0\u{6}\0", to: "in.gif")
    try folder.write(#"{"vertices": [], "faces": []}"#, to: "mesh.json")
    try folder.write("words", to: "plain")
  }

  @Test(arguments: [
    ("rendr in.png", "unknown command 'rendr'; did you mean 'render'?"),
    ("anmiate", "did you mean 'animate'?"), ("version", "did you mean '--version'?"),
    ("nothing", "unknown command 'nothing'; use render, animate"),
    ("help rendr", "unknown command 'rendr'; did you mean 'render'?"),
    ("help bogus", "unknown command 'bogus'; use render"),
    ("help render bogus", "'render' has no subcommand 'bogus'"),
  ])
  func anUnknownCommandNamesTheNearest(_ line: String, _ part: String) throws {
    try expectFailure(64, part, in: folder, arguments: line.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    (["in.png"], "meshrender render in.png -o out.png"),
    (["in.png", "-o", "x.png"], "meshrender render in.png -o x.png"),
    (["in.png", "--output=x.mp4"], "meshrender animate in.png --output=x.mp4"),
    (["in.png", "-o", "f-%03d.png"], "meshrender animate in.png -o f-%03d.png"),
    (["in.gif"], "meshrender animate in.gif -o out.mp4"),
    (["in.gif", "-o", "x.png"], "meshrender render in.gif -o x.png"),
    (["missing.mov"], "meshrender animate missing.mov -o out.mp4"),
    (["plain"], "meshrender render plain -o out.png"),
    (["-", "-o", "x.png"], "meshrender render - -o x.png"),
    (["mesh.json"], "meshrender inspect mesh.json"),
    (["mesh.json", "-o", "x.glb"], "meshrender convert mesh.json x.glb"),
    (["mesh.obj", "-o", "x.png"], "meshrender inspect mesh.obj --picture x.png"),
    (
      ["--text", "It's mesh", "-o", "x.png"],
      #"the command is missing before '--text'; write: meshrender render --text 'It'\''s mesh' -o x.png"#
    ),
    (["--mesh", "wave", "render", "in.png"], "meshrender render --mesh wave in.png"),
  ])
  func aMissingCommandIsNamedWithTheLine(_ arguments: [String], _ line: String) throws {
    try expectFailure(
      64, "the command is missing before '\(arguments[0])'", "\(line)\n", in: folder, arguments: arguments)
  }

  /// The parser derives a name that is not stated from the type, again and again, which takes milliseconds.
  @Test func everyCommandStatesItsName() {
    for command in Meshrender.configuration.subcommands { #expect(command.configuration.commandName != nil) }
  }

  @Test(arguments: [
    "", "help", "help render", "help help", "--help", "-h", "in.png --help", "--version", "render --help",
  ])
  func helpStays(_ line: String) throws {
    let run = try Tool.start(line.split(separator: " ").map(String.init), in: folder).wait()
    #expect(run.code == 0 && run.words.isEmpty && !run.output.isEmpty, "\(line): \(run.words)")
  }
}
