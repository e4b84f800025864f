import AnimationFiles
import ArgumentParser
import Glibc
import ImageFiles
import MeshTransform
import SceneDocument

/// The first word of the command line, which names the command.
///
/// Checked before the command line is parsed: the parser treats the name of a file, or a misspelled command, as an
/// unexpected argument of the root command.
enum CommandName {
  /// - Throws: ``Failure`` for a word that is no command, with the command that is probably meant.
  static func check(_ arguments: [String]) throws(Failure) {
    guard let first = arguments.first, !isCommand(first) else { return }
    if first == "help" { return try checkHelp(of: arguments.dropFirst().filter { !$0.hasPrefix("-") }) }
    // Help, version and completions belong to the root command.
    let isOfRoot: (String) -> Bool = { argument in
      rootFlags.contains(argument) || argument.hasPrefix("---")
        || argument.hasPrefix("--generate-completion-script")
    }
    guard !arguments.contains(where: isOfRoot) else { return }
    if first.hasPrefix("-") || isFile(first) { throw missing(arguments) }
    throw unknown(first)
  }

  private static let rootFlags: Set<String> = [
    "--version", "-h", "--help", "-help", "--help-hidden", "--experimental-dump-help",
  ]

  private static func isCommand(_ word: String) -> Bool {
    Meshrender.configuration.subcommands.contains { $0._commandName == word }
  }

  /// The names that the help lists.
  private static var shown: [String] {
    Meshrender.configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
  }

  private static func checkHelp(of words: [String]) throws(Failure) {
    guard let name = words.first else { return }
    guard isCommand(name) || name == "help" else { throw unknown(name) }
    guard words.count == 1 else {
      throw Failure(
        .usage,
        "'\(name)' has no subcommand '\(words[1])'; use 'meshrender help' with a single command")
    }
  }

  private static func unknown(_ word: String) -> Failure {
    let near = NearestName.match(word, in: shown + ["help", "--version", "--help"])
    let hint = near.map { "did you mean '\($0)'?" } ?? "use \(NearestName.list(shown))"
    return Failure(.usage, "unknown command '\(word)'; \(hint)")
  }

  /// A word with a dot or a slash, or the name of a file that exists.
  private static func isFile(_ word: String) -> Bool {
    word.contains(".") || word.contains("/") || access(word.fileName, F_OK) == 0
  }

  /// The error of a command line without a command, with the line to type.
  private static func missing(_ arguments: [String]) -> Failure {
    let first = arguments[0]
    let line: [String]
    if first != "-", first.hasPrefix("-"), let index = arguments.firstIndex(where: isCommand) {
      line = [arguments[index]] + arguments[..<index] + arguments[(index + 1)...]
    } else {
      line = IntendedCommand(arguments).line
    }
    let text = (["meshrender"] + line).map(\.quotedForShell).joined(separator: " ")
    return Failure(.usage, "the command is missing before '\(first)'; write: \(text)")
  }
}

/// The command that a command line without one probably means, by its input and its output.
private struct IntendedCommand {
  /// The command's name and its arguments.
  let line: [String]

  init(_ arguments: [String]) {
    let input = arguments.first { $0 == "-" || !$0.hasPrefix("-") } ?? ""
    let output = Self.output(of: arguments)
    if Self.isMesh(input) {
      line = Self.lineOfMesh(arguments, output)
    } else if let (_, output) = output {
      line = [Self.isClip(output) ? "animate" : "render"] + arguments
    } else if arguments.contains("--print-scene") {
      line = ["render"] + arguments
    } else {
      line =
        (Self.isMoving(input) ? ["animate"] : ["render"]) + arguments
        + ["-o", Self.isMoving(input) ? "out.mp4" : "out.png"]
    }
  }

  /// `inspect` and `convert` have other flags for what they write.
  private static func lineOfMesh(_ arguments: [String], _ output: (Range<Int>, String)?) -> [String] {
    guard let (range, output) = output else { return ["inspect"] + arguments }
    let isPicture = PictureFormat(suffixOf: output) != nil
    let others = Array(arguments[..<range.lowerBound] + arguments[range.upperBound...])
    return isPicture ? ["inspect"] + others + ["--picture", output] : ["convert"] + others + [output]
  }

  /// The value of `-o`, with its arguments.
  private static func output(of arguments: [String]) -> (Range<Int>, String)? {
    for (index, argument) in arguments.enumerated() {
      if argument == "-o" || argument == "--output", index + 1 < arguments.count {
        return (index..<index + 2, arguments[index + 1])
      }
      for flag in ["-o=", "--output="] where argument.hasPrefix(flag) {
        return (index..<index + 1, String(argument.dropFirst(flag.count)))
      }
    }
    return nil
  }

  /// A WebP can be a picture and a clip; it counts as a picture.
  private static func isClip(_ output: String) -> Bool {
    guard let kind = try? ClipKind.named(output: output, format: nil) else { return false }
    return kind != .webp
  }

  private static func isMoving(_ input: String) -> Bool {
    guard input != "-" else { return false }
    switch MovingFile(.path(input)) {
    case .gif, .y4m, .video, .animatedPNG, .animatedWebP: return true
    case nil: return (try? ClipKind.named(output: input, format: nil)) ?? .webp != .webp
    }
  }

  private static func isMesh(_ input: String) -> Bool {
    let name = input.lowercased()
    if [".obj", ".camesh", ".warp", ".data"].contains(where: name.hasSuffix) { return true }
    guard name.hasSuffix(".json"), let bytes = try? InputFile.path(input).readAll(limit: 1 << 20) else {
      return false
    }
    return DocumentKind(of: bytes) == .mesh
  }
}

extension String {
  /// The text as one word of a shell's command line.
  fileprivate var quotedForShell: String {
    let isPlain =
      !isEmpty
      && utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || Array("-_./:=,@%+".utf8).contains(byte)
      }
    return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}
