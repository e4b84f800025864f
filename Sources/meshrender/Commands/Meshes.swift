import ArgumentParser
import MeshTransform

/// Lists the presets as text or JSON.
struct Meshes: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "meshes",
    abstract: "List the mesh presets with their parameters, defaults and ranges.",
    discussion: """
      EXAMPLES
        meshrender meshes
        meshrender meshes ripple
        meshrender meshes style
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
    let defaultWidth = max(6, parameters.map(\.shownDefault.count).max() ?? 0)
    let lines = parameters.map { parameter in
      let name = parameter.name.padded(to: width)
      return
        "    \(name)  \(parameter.shownDefault.padded(to: defaultWidth))  \(parameter.summary) (\(parameter.shownRange))"
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
  fileprivate var shownDefault: String { names.isEmpty ? defaultValue.shortText : text(of: defaultValue) }

  fileprivate var shownRange: String {
    guard names.isEmpty else { return names.joined(separator: ", ") }
    return "\(range.lowerBound.shortText)...\(range.upperBound.shortText)" + (unit.isEmpty ? "" : " \(unit)")
  }

  fileprivate var json: String {
    let head = [("name", JSONText.string(name)), ("summary", JSONText.string(summary))]
    guard names.isEmpty else {
      return JSONText.object(
        head + [
          ("default", JSONText.string(shownDefault)), ("names", JSONText.array(names.map(JSONText.string))),
        ])
    }
    return JSONText.object(
      head + [
        ("unit", JSONText.string(unit)), ("default", defaultValue.shortText),
        ("minimum", range.lowerBound.shortText), ("maximum", range.upperBound.shortText),
        ("integer", "\(isInteger)"),
      ])
  }
}
