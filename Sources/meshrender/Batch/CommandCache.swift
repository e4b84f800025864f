import ArgumentParser
import MeshTransform

/// The parsed command lines of a worker: jobs often differ only in their inputs, in the values that they set and in their
/// outputs, and parsing takes 2.4 ms, a tenth of a small job.
///
/// Belongs to one thread.
final class CommandCache {
  private var commands: [[ByteString]: Render] = [:]
  private static let limit = 64

  /// The command of a job's arguments, as the parser returns it.
  ///
  /// The parser's time grows with the square of the number of arguments, so values to set do not pass through it.
  func command(_ arguments: [String]) throws -> any ParsableCommand {
    let parts = Parts(arguments)
    let key = parts.others.map { ByteString($0) }
    if let render = commands[key] {
      // For an invalid command the parser below throws the error.
      if let render = try? parts.applied(to: render) { return render }
    }
    let command = try CommandLineParser.parse(parts.withoutValues)
    if var command = command as? any BatchCommand {
      (command.set, command.setJSON) = (parts.set, parts.setJSON)
      try command.validateValues()
      return command
    }
    guard let render = command as? Render else { return command }
    if commands.count >= Self.limit { commands = [:] }
    commands[key] = render
    return try parts.applied(to: render)
  }

  /// The arguments of a ``BatchJob``, whose flags have their values after equals signs.
  private struct Parts {
    var others: [String] = []
    var output: String?
    /// After "--": the input, and of 'project' the points.
    var inputs: [String] = []
    var set: [String] = [], setJSON: [String] = []

    init(_ arguments: [String]) {
      let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
      for argument in arguments[..<end] {
        func value(of flag: String) -> String? {
          argument.dropping(bytesOf: flag).map { String($0) }
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
      inputs = Array(arguments[end...].dropFirst())
      // Commands with and without an input are two.
      if !inputs.isEmpty { others.append("--") }
    }

    /// The arguments but the values to set.
    var withoutValues: [String] {
      let flags = output.map { ["--output=\($0)"] } ?? []
      // The command comes first.
      return others.prefix(1) + flags + others.dropFirst() + inputs
    }

    func applied(to render: Render) throws -> Render {
      var render = render
      render.output.file = output
      render.content.input = inputs.first
      (render.content.set, render.content.setJSON) = (set, setJSON)
      try render.output.validate()
      try render.content.validate()
      try render.validate()
      return render
    }
  }
}
