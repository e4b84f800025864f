import ArgumentParser
import Glibc
import ImageFiles

/// Parses the command line of the process or of a batch's job, with checks that the parser lacks.
enum CommandLineParser {
  /// The parser's time grows with the square of the number of arguments.
  private static let argumentLimit = 2000

  /// - Parameter arguments: what follows the program's name.
  /// - Throws: ``Failure``, or an error of the parser.
  static func parse(_ arguments: [String]) throws -> any ParsableCommand {
    guard arguments.count <= argumentLimit else {
      throw Failure(
        .usage,
        "there are \(arguments.count) arguments; use \(argumentLimit) at most, and set more values by a job of "
          + "'meshrender batch'")
    }
    try CommandName.check(arguments)
    let command: any ParsableCommand
    do { command = try Meshrender.parseAsRoot(arguments) } catch {
      if let collected = JobFlags.collected(in: arguments) { return try parse(collected) }
      throw UnexpectedArgument(error, arguments).map { Failure(.usage, $0.sentence) } ?? error
    }
    try RepeatedOptions.check(arguments, of: command)
    try (command as? any ReadingCommand)?.reading.check()
    return command
  }
}

extension CommandLine {
  /// What follows the program's name, with the bytes of file names: see ``Swift/String/init(fileName:)``.
  static var fileNameArguments: [String] {
    (1..<max(1, Int(argc))).compactMap { index in
      unsafeArgv[index].map { text in
        String(
          fileName: UnsafeBufferPointer(start: text, count: strlen(text)).lazy.map(UInt8.init(bitPattern:)))
      }
    }
  }
}
