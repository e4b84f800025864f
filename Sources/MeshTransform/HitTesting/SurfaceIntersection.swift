/// The intersection of a pick ray with the surface of a layer.
struct SurfaceIntersection {
  /// `z / w` in the superlayer's space.
  let depth: Double
  /// Layer points.
  let point: Point
  /// Whether the superlayer sees the front.
  let isFrontFacing: Bool
  /// The hit face of the mesh; nil for layers without one.
  let face: Hit.Face?
}

/// The intersection of a pick ray with the surface of a layer, and the layer.
struct SurfacePlace {
  /// The node of the layer in its ``HitTree``.
  let node: Int
  let intersection: SurfaceIntersection

  init(node: Int, _ intersection: SurfaceIntersection) {
    (self.node, self.intersection) = (node, intersection)
  }
}
