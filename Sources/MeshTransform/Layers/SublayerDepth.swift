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

extension SublayerDepth {
  /// Whether visible siblings paint in order.
  package func paintsInOrder(_ layers: [Layer], in space: LayerSpace) -> Bool {
    switch self {
    case .automatic: layers.lieInOnePlane(in: space)
    case .shared: false
    case .ordered: true
    }
  }
}

extension Layer {
  /// Whether the layer is drawn into a texture of its own before it combines with its backdrop: a blended layer, and a
  /// translucent layer with a shadow, which does not show through it.
  package var isIsolated: Bool { blendMode != .normal || (shadowOpacity > 0 && opacity < 1) }

  /// Whether the layer covers all siblings before it, whatever their depths: an isolated layer, or one with a shadow.
  package var coversEarlierSiblings: Bool { isIsolated || shadowOpacity > 0 }
}

extension [Layer] {
  /// Whether the planes of the visible layers, each without its mesh, are one. A layer whose plane is seen edge-on lies
  /// in no common plane; without a mesh it shows nothing.
  package func lieInOnePlane(in space: LayerSpace) -> Bool {
    var common: DepthPlane?
    for layer in self where layer.isShown && !space.isHiddenFromBehind(layer) {
      guard let plane = DepthPlane(space.pointsToSuperlayer(of: layer), z: 0) else {
        if layer.mesh == nil { continue }
        return false
      }
      guard plane == common ?? plane else { return false }
      common = plane
    }
    return true
  }
}

extension SublayerDepth: NamedValue {
  package var summary: String {
    switch self {
    case .automatic:
      "in painter's order while they all lie in one plane, whatever the depths of their meshes, otherwise by depth"
    case .shared:
      "by depth: the nearer hides the farther, pixel by pixel, and layers can cross; but a layer with a blend mode or a shadow "
        + "covers those before it"
    case .ordered: "in painter's order: later layers cover earlier ones"
    }
  }
}
