/// Conversion between the planes of any two layers, or of a layer and the canvas. A nil path stands for the canvas
/// plane, in points.
///
/// As Core Animation's, it knows transforms only: bounds, masks and meshes neither stop nor bend it. A layer shows its
/// sublayers flat in its own plane, so each level on the way projects them there (up) or follows the line of sight
/// back to them (down). It goes no higher than the first superlayer that both have in common.
///
/// - Precondition: the scene has layers at the paths.
extension Scene {
  /// The point of the layer `to` that is seen where `point` of the layer `from` is.
  /// - Returns: nil where there is none: the point is at or behind an eye, or a layer on the way down is seen edge-on
  ///   or from behind its horizon.
  /// - Complexity: O(depth).
  public func convert(_ point: Point, from: LayerPath?, to: LayerPath?) -> Point? {
    Route(in: self, from: from, to: to).convert(point)
  }

  /// The box around the converted corners of a rectangle; nil when one of them is.
  public func convert(_ rect: Rect, from: LayerPath?, to: LayerPath?) -> Rect? {
    let route = Route(in: self, from: from, to: to)
    return rect.converted { route.convert($0) }
  }

  /// Layer points to superlayer points, the superlayer's `sublayerTransform` included.
  public func effectiveTransform(of path: LayerPath) -> Transform3D {
    Route.transforms(along: path, in: self)[path.depth - 1]
  }
}

/// The way through a tree from one layer's plane to another's.
private struct Route {
  /// To the superlayer each, from the start upward.
  let up: [Transform3D]
  /// To the superlayer each, from below the common one to the end.
  let down: [Transform3D]

  init(in scene: Scene, from: LayerPath?, to: LayerPath?) {
    var shared = 0
    if let from, let to { shared = from.commonSuperlayer(with: to)?.depth ?? 0 }
    up = (from.map { Self.transforms(along: $0, in: scene) } ?? []).dropFirst(shared).reversed()
    down = Array((to.map { Self.transforms(along: $0, in: scene) } ?? []).dropFirst(shared))
  }

  /// Each layer's transform to its superlayer, from the top level on.
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
