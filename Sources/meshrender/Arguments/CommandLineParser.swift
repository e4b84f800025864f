import ArgumentParser

/// Parses the command line of the process or of a batch's job, with checks that the parser lacks.
enum CommandLineParser {
  /// - Parameter arguments: what follows the program's name.
  /// - Throws: ``Failure``, or an error of the parser.
  static func parse(_ arguments: [String]) throws -> any ParsableCommand {
    try CommandName.check(arguments)
    let command = try Meshrender.parseAsRoot(arguments)
    try RepeatedOptions.check(arguments, of: command)
    return command
  }
}
