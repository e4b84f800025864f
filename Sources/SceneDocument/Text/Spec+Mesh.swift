import MeshTransform

extension Spec {
  /// Reads a mesh preset with its parameters: `ripple:waves=6`. The value of a first parameter with names may stand
  /// without its key: `style:arc,bend=0.5`. After the colon there may be nothing. Upper and lower case do not matter.
  package static func parse(mesh text: String) throws(SyntaxError) -> Spec {
    // A colon alone marks a name as that of a preset.
    let text = text.last == ":" && !text.dropLast().contains(":") ? String(text.dropLast()) : text
    let spec = try parse(text, subject: "mesh") { name in
      let first = MeshPreset.spelled(name)?.parameters.first
      return first?.names.isEmpty == false ? first?.name : nil
    }
    guard let preset = MeshPreset.spelled(spec.name) else { return spec }
    return spec.spelled(preset.name, among: preset.parameters.map(\.name))
  }
}

extension MeshPreset {
  /// The preset with a name in upper or lower case; nil if there is none.
  package static func spelled(_ name: some StringProtocol) -> MeshPreset? {
    let name = name.lowercased()
    return all.first { $0.name.lowercased() == name }
  }
}
