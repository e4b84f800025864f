import ArgumentParser
import MeshTransform

/// The sentence about an argument that a command does not have or understand, in place of the parser's: it knows the
/// options of the other commands, the names that other programs use, and what an option is for.
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
        "'\(word)' is an unexpected argument of '\(command._commandName)'; names and values with spaces need "
        + "quotation marks"
    } else if message.hasPrefix("The value '"), quoted.count >= 5,
      let values = OptionValues(message, option: quoted[3], of: command)
    {
      sentence =
        "'\(quoted[3])' cannot be '\(word.excerpt)'; \(NumberWithUnit(word)?.remedy ?? values.advice)"
    } else if message.hasPrefix("Missing value for "),
      let name = word.split(separator: " ").first.map(String.init),
      let place = arguments.lastIndex(of: name), arguments.indices.contains(place + 1)
    {
      sentence =
        "'\(word)' has no value: '\(arguments[place + 1].excerpt)' looks like an option; write a value that starts with a "
        + "minus sign as \(name)=\(arguments[place + 1].excerpt)"
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
    "--frames-per-second": "--fps", "--repeat": "--loop", "--repeat-count": "--loop", "--loops": "--loop",
    "--atlas": "--sheet-json", "--atlas-json": "--sheet-json", "--spritesheet": "--sheet",
    "--sprite-sheet": "--sheet", "--sprites": "--sheet", "--tile": "--sheet", "--columns": "--sheet",
    "--trim": "--sheet-trim", "--gap": "--sheet-gap", "--spacing": "--sheet-gap",
  ]

  /// What other programs do by an option, and this one by others.
  private static let otherWays = [
    "--map": (
      "--displace",
      "--displace moves the content by an image, and 'meshrender map' writes where each pixel comes from"
    ),
    "--delay": ("--fps", "--fps is the number of frames in a second: 10 shows each for 100 ms"),
    "--frame-delay": ("--fps", "--fps is the number of frames in a second: 10 shows each for 100 ms"),
    "--speed": ("--duration", "--duration is the time of the whole clip, such as 2s"),
    "--transparent": (
      "--background", "what nothing covers is transparent, unless --background gives it a color"
    ),
  ]

  private static var commands: [any ParsableCommand.Type] { Meshrender.configuration.subcommands }

  private static func sentence(aboutOption word: String, of command: any ParsableCommand.Type) -> String {
    var has = Set(OptionTable(of: command).indices.keys)
    if command == Batch.self { has.formUnion(OptionTable(of: Render.self).indices.keys) }
    let start = "'\(command._commandName)' has no option '\(word)'"
    if command == Convert.self, ["-o", "--output", "--out"].contains(word) {
      return "\(start); the second argument is the output: meshrender convert in.obj out.json"
    }
    if let (option, way) = otherWays[word], has.contains(option) { return "\(start); \(way)" }
    let others = otherNames.filter { has.contains($0.value) }
    // Sorted, so that the message does not depend on the order in a set.
    // Dashes are no letters of a name.
    let names = (Array(has) + others.keys).filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }
    let near = NearestName.match(String(word.drop { $0 == "-" }), in: names.sorted()).map { "--" + $0 }
    if near != word, let other = owner(of: word, besides: command) {
      return "\(start); 'meshrender \(other)' has it"
    }
    if let near { return "\(start); did you mean '\(others[near] ?? near)'?" }
    return "\(start); 'meshrender help \(command._commandName)' lists its options"
  }

  /// The first command in the order of the help that has an option.
  private static func owner(of word: String, besides command: any ParsableCommand.Type) -> String? {
    guard word.hasPrefix("--") else { return nil }
    return commands.first {
      $0 != command && $0.configuration.shouldDisplay && OptionTable(of: $0).indices[word] != nil
    }?._commandName
  }
}
