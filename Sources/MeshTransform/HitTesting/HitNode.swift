/// A layer made ready to be hit.
struct HitNode: Sendable {
  let layer: Layer
  /// In the superlayer's sublayers.
  let index: Int
  /// Its node; nil for a top-level layer.
  let superlayer: Int?
  /// The nodes of those of its sublayers that can be seen.
  var sublayers: Range<Int> = 0..<0
  let surface: Surface

  enum Surface: Sendable {
    case plane(PlaneSurface)
    case mesh(MeshSurface)
    /// Seen edge-on, or nowhere.
    case none
  }

  init(_ layer: Layer, index: Int, superlayer: (node: Int, layer: Layer)?) {
    (self.layer, self.index, self.superlayer) = (layer, index, superlayer?.node)
    let toPlane = layer.effectiveTransform(in: superlayer?.layer)
    if let mesh = layer.mesh {
      surface = MeshSurface(mesh, layer.bounds, toPlane).map(Surface.mesh) ?? .none
    } else {
      surface = PlaneSurface(toPlane).map(Surface.plane) ?? .none
    }
  }
}

extension Rect {
  /// The box around points seen in perspective, a hair larger than rounding could make it; nil when one is at or near
  /// the eye's plane or behind it.
  init?(around points: [SIMD4<Double>]) {
    let farthest = points.reduce(0) { max($0, abs($1.w)) }
    guard points.allSatisfy({ $0.w > 1e-9 * farthest }) else { return nil }
    guard let box = Rect(around: points.map { Point($0.x / $0.w, $0.y / $0.w) }), box.isFinite else {
      return nil
    }
    let size = abs(box.minX) + abs(box.minY) + box.size.width + box.size.height
    self = box.outset(by: 1e-6 * size, 1e-6 * size)
  }
}
