import ArgumentParser
import MeshTransform

/// Lists the presets as text or JSON.
struct Meshes: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the mesh presets with their parameters, defaults and ranges.",
    discussion: """
      EXAMPLES
        meshrender meshes
        meshrender meshes ripple
      """)

  @Argument(help: ArgumentHelp("Only this preset.", valueName: "preset"))
  var preset: String?

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let presets = try selected()
    if json {
      try Console.report(JSONText.array(presets.map(\.json)))
    } else {
      try Console.report(presets.map(\.description).joined(separator: "\n\n"))
    }
  }

  private func selected() throws(Failure) -> [MeshPreset] {
    guard let preset else { return MeshPreset.all }
    do { return [try MeshPreset.named(preset)] } catch { throw Failure(.usage, error.description) }
  }
}

extension MeshPreset {
  fileprivate var description: String {
    let width = parameters.map(\.name.count).max() ?? 0
    let lines = parameters.map { parameter in
      let name = parameter.name.padded(to: width)
      let unit = parameter.unit.isEmpty ? "" : " \(parameter.unit)"
      return "    \(name)  \(parameter.defaultValue.short.padded(to: 6))  \(parameter.summary)"
        + " (\(parameter.range.lowerBound.short)...\(parameter.range.upperBound.short)\(unit))"
    }
    return (["\(name): \(summary)"] + lines).joined(separator: "\n")
  }

  fileprivate var json: String {
    JSONText.object([
      ("name", JSONText.string(name)), ("summary", JSONText.string(summary)),
      ("parameters", JSONText.array(parameters.map(\.json))),
    ])
  }
}

extension MeshPreset.Parameter {
  fileprivate var json: String {
    JSONText.object([
      ("name", JSONText.string(name)), ("summary", JSONText.string(summary)),
      ("unit", JSONText.string(unit)), ("default", defaultValue.short),
      ("minimum", range.lowerBound.short), ("maximum", range.upperBound.short),
      ("integer", "\(isInteger)"),
    ])
  }
}
