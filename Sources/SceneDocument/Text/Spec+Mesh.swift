import MeshTransform

extension Spec {
  /// Reads a mesh preset with its parameters: `ripple:waves=6`. The value of a first parameter with names may stand
  /// without its key: `style:arc,bend=0.5`. After the colon there may be nothing.
  package static func parse(mesh text: String) throws(SyntaxError) -> Spec {
    // A colon alone marks a name as that of a preset.
    let text = text.last == ":" && !text.dropLast().contains(":") ? String(text.dropLast()) : text
    return try parse(text, subject: "mesh") { name in
      let first = MeshPreset.all.first { $0.name == name }?.parameters.first
      return first?.names.isEmpty == false ? first?.name : nil
    }
  }
}
