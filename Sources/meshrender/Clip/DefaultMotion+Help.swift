import MeshTransform

extension DefaultMotion {
  /// The rules of the default motion, with the presets of the table.
  static var help: String {
    let others = MeshPreset.all.filter { Parameter(of: $0) == nil }.map(\.name).joined(separator: ", ")
    return """
      THE MESH MOVES by itself without --animate, --from and --gestures. A phase \
      (\(names(.phase))) runs through one turn in \(duration.shortText) s, as a loop, and an amount \
      (\(names(.amount))) goes from 0 to its given value, or to its largest. Over an image or a text an angle \
      (\(names(.angle))) and a bend (\(names(.bend))) go from 0 to their values, and all other meshes (\(others), mesh \
      files, displacements) bend in from flat. Over moving content these do not move. --motion \
      moves them there, and also together with --animate; --still moves none. One line on standard error lists all that \
      moves.
      """
  }

  private static func names(_ parameter: Parameter) -> String {
    parameter.presets.map(\.name).joined(separator: ", ")
  }
}
