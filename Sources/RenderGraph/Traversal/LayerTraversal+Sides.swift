import MeshTransform

/// Layers with a back of their own.
extension LayerTraversal {
  /// Adds the front and the back of a layer: both of a bent one, each with the faces that show it, and else the one that
  /// faces the viewer.
  mutating func addSides(
    of layer: Layer, _ projection: LayerProjection, in space: Space
  ) throws(GraphError) {
    let isBent = layer.mesh != nil
    let showsBack = isBent ? layer.isDoubleSided : space.geometry.pointsToSuperlayer(of: layer).facing < 0
    if isBent || !showsBack {
      try add(layer.front, isBent ? .front : .both, projection, in: space)
    }
    guard showsBack else { return }
    path.append(TextureRole.back.rawValue)
    try add(layer.back, isBent ? .back : .both, projection, in: space)
    path.removeLast()
  }
}
