import ArgumentParser

/// The parsed command lines of a worker: jobs often differ only in the values that they set and in their outputs, and
/// parsing takes 2.4 ms, a tenth of a small job.
///
/// Belongs to one thread.
final class CommandCache {
  private var commands: [[String]: Render] = [:]
  private static let limit = 64

  /// The command of a job's arguments, as the parser returns it.
  func command(_ arguments: [String]) throws -> any ParsableCommand {
    let parts = Parts(arguments)
    if var render = commands[parts.others] {
      render.output.file = parts.output
      (render.content.set, render.content.setJSON) = (parts.set, parts.setJSON)
      // For an invalid command the parser below throws the error.
      if (try? render.output.validate()) != nil, (try? render.content.validate()) != nil { return render }
    }
    let command = try CommandLineParser.parse(arguments)
    guard let render = command as? Render else { return command }
    if commands.count >= Self.limit { commands = [:] }
    commands[parts.others] = render
    return render
  }

  /// The arguments of a ``BatchJob``, whose flags have their values after equals signs.
  private struct Parts {
    var others: [String] = []
    var output: String?
    var set: [String] = [], setJSON: [String] = []

    init(_ arguments: [String]) {
      let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
      for argument in arguments[..<end] {
        func value(of flag: String) -> String? {
          argument.hasPrefix(flag) ? String(argument.dropFirst(flag.count)) : nil
        }
        if let value = value(of: "--output=") {
          output = value
        } else if let value = value(of: "--set=") {
          set.append(value)
        } else if let value = value(of: "--set-json=") {
          setJSON.append(value)
        } else {
          others.append(argument)
        }
      }
      others += arguments[end...]
    }
  }
}
