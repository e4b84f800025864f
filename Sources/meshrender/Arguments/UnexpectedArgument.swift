import ArgumentParser
import MeshTransform

/// The sentence about an argument that a command does not have, in place of the parser's: it knows the options of the
/// other commands and the names that other programs use.
struct UnexpectedArgument {
  let sentence: String

  /// Fails for other errors of the parser.
  /// - Parameter arguments: the command's name and its arguments.
  init?(_ error: any Error, _ arguments: [String]) {
    let message = Meshrender.message(for: error)
    let quoted = message.split(separator: "'", omittingEmptySubsequences: false)
    guard let command = Self.commands.first(where: { $0._commandName == arguments.first }), quoted.count > 2
    else { return nil }
    let word = String(quoted[1])
    if message.hasPrefix("Unknown option ") {
      sentence = Self.sentence(aboutOption: word, of: command)
    } else if message.hasPrefix("Unexpected argument ") {
      sentence =
        "'\(word)' is one argument too many for '\(command._commandName)'; names and values with spaces need "
        + "quotation marks"
    } else {
      return nil
    }
  }

  /// What other programs call options of this one.
  private static let otherNames = [
    "--width": "--size", "--height": "--size", "--resize": "--size", "--zoom": "--scale",
    "--bg": "--background",
    "--out": "--output", "--rotate": "--transform", "--framerate": "--fps", "--frame-rate": "--fps",
    "--rate": "--fps", "--length": "--duration", "--seconds": "--duration", "--antialias": "--samples",
    "--msaa": "--samples", "--preset": "--mesh", "--warp": "--mesh", "--silent": "--quiet", "--at": "--time",
  ]

  private static var commands: [any ParsableCommand.Type] { Meshrender.configuration.subcommands }

  private static func sentence(aboutOption word: String, of command: any ParsableCommand.Type) -> String {
    let has = Set(OptionTable(of: command).indices.keys)
    let start = "'\(command._commandName)' has no option '\(word)'"
    let others = otherNames.filter { has.contains($0.value) }
    // Sorted, so that the message does not depend on the order in a set.
    // Dashes are no letters of a name.
    let names = (Array(has) + others.keys).filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }
    let near = NearestName.match(String(word.drop { $0 == "-" }), in: names.sorted()).map { "--" + $0 }
    if near != word, let other = owner(of: word, besides: command) {
      return "\(start); 'meshrender \(other)' has it"
    }
    if let near { return "\(start); did you mean '\(others[near] ?? near)'?" }
    return "\(start); 'meshrender help \(command._commandName)' lists those that it has"
  }

  /// The first command in the order of the help that has an option.
  private static func owner(of word: String, besides command: any ParsableCommand.Type) -> String? {
    guard word.hasPrefix("--") else { return nil }
    return commands.first {
      $0 != command && $0.configuration.shouldDisplay && OptionTable(of: $0).indices[word] != nil
    }?._commandName
  }
}
