/// How the sublayers of one superlayer, or the top-level layers of a scene, hide one another.
///
/// Layers that paint in order cover those before them wherever they draw, whatever depth their meshes have. Layers that
/// share one space hide one another pixel by pixel, the nearer the farther, and can cross.
public enum SublayerDepth: String, CaseIterable, Hashable, Sendable {
  /// Layers that all lie in one plane, before their meshes bend them, paint in order; others share one space. The
  /// default.
  case automatic
  /// The layers share one space.
  case shared
  /// The layers paint in order.
  case ordered
}

extension SublayerDepth: NamedValue {
  package var summary: String {
    switch self {
    case .automatic:
      "in painter's order while they are all in one plane, whatever the depths of their meshes, otherwise by depth"
    case .shared:
      "by depth: the nearer hides the farther, pixel by pixel, and layers can cross; but a layer with a blend mode or a shadow "
        + "covers those before it"
    case .ordered: "in painter's order: later layers cover earlier ones"
    }
  }
}
