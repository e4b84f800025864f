/// Conversion between the planes of any two layers, or of a layer and the canvas. The path nil is the canvas plane, in
/// points.
///
/// As in Core Animation, only transforms count: bounds, masks and meshes have no effect. A layer flattens its sublayers
/// into its own plane, so each level projects points onto that plane (up) or follows the pick ray back (down), up to
/// the lowest common superlayer.
///
/// - Precondition: the scene has layers at the paths.
extension Scene {
  /// The point of the layer `to` whose projection is that of `point` of the layer `from`.
  /// - Returns: nil if there is none: the point is at or behind an eye, or a layer on the way down is edge-on or beyond
  ///   its horizon.
  /// - Complexity: O(depth).
  public func convert(_ point: Point, from: LayerPath?, to: LayerPath?) -> Point? {
    Route(in: self, from: from, to: to).convert(point)
  }

  /// The bounding box of the converted corners of a rectangle; nil if a corner has no conversion.
  public func convert(_ rect: Rect, from: LayerPath?, to: LayerPath?) -> Rect? {
    let route = Route(in: self, from: from, to: to)
    return rect.converted { route.convert($0) }
  }

  /// Layer points to superlayer points, including the superlayer's `sublayerTransform`.
  public func effectiveTransform(of path: LayerPath) -> Transform3D {
    Route.transforms(along: path, in: self)[path.depth - 1]
  }
}

/// The transforms between two layers of a tree.
private struct Route {
  /// Transforms to the respective superlayer, from the start upward.
  let up: [Transform3D]
  /// Transforms to the respective superlayer, from below the common one to the end.
  let down: [Transform3D]

  init(in scene: Scene, from: LayerPath?, to: LayerPath?) {
    var shared = 0
    if let from, let to { shared = from.commonSuperlayer(with: to)?.depth ?? 0 }
    up = (from.map { Self.transforms(along: $0, in: scene) } ?? []).dropFirst(shared).reversed()
    down = Array((to.map { Self.transforms(along: $0, in: scene) } ?? []).dropFirst(shared))
  }

  /// The transform of each layer to its superlayer, from the top level on.
  static func transforms(along path: LayerPath, in scene: Scene) -> [Transform3D] {
    var superlayer: Layer?
    return path.indices.map { index in
      let siblings = superlayer?.sublayers ?? scene.layers
      precondition(index < siblings.count, "the scene has no layer \(path)")
      defer { superlayer = siblings[index] }
      return siblings[index].effectiveTransform(in: superlayer)
    }
  }

  func convert(_ point: Point) -> Point? {
    var point = point
    for transform in up {
      guard let projected = transform.project(point), projected.isFinite else { return nil }
      point = projected
    }
    for transform in down {
      guard let found = transform.unproject(point) else { return nil }
      point = found
    }
    return point
  }
}
