import ArgumentParser
import SceneDocument

/// Prints everything that users may write, from the tables of the code, as JSON: the manual is made from it.
struct ReferenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reference",
    abstract: "Print all commands, flags, keys, presets, key paths, formats and exit codes as JSON.",
    discussion: """
      EXAMPLE
        meshrender reference > reference.json
      """, shouldDisplay: false)

  /// The version of the members and their form.
  private static let form = 1

  func run() throws {
    var members = [
      ("reference", "\(Self.form)"), ("version", JSONText.string(Version.current)),
      // A tree of commands as argument-parser writes it for `--experimental-dump-help`.
      ("commandLine", Meshrender._dumpHelp()),
    ]
    members += Reference.members.map { ($0.key, $0.json) }
    members += [
      ("formats", JSONText.array(FileFormat.all.map(\.json))),
      ("exitCodes", JSONText.array(ExitStatus.all.map(\.json))),
      ("environment", JSONText.array(EnvironmentVariable.all.map(\.json))),
    ]
    let lines = members.map { "  \(JSONText.string($0.0)): \($0.1)" }
    try Console.report("{\n\(lines.joined(separator: ",\n"))\n}")
  }
}
