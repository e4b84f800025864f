/// A layer prepared for hit testing.
struct HitNode: Sendable {
  let layer: Layer
  /// The index in the superlayer's sublayers.
  let index: Int
  /// The node of the superlayer; nil for a top-level layer.
  let superlayer: Int?
  /// The nodes of the visible sublayers.
  var sublayers: Range<Int> = 0..<0
  /// The place in painter's order: layers with equal places share one space with their siblings.
  var place = 0
  let surface: Surface
  /// The masks of the layer, each with its mode.
  let masks: [(mode: Layer.MaskMode, tree: HitTree)]
  /// The backs, which receive the hits from behind; nil where the layer and its sublayers receive them.
  let back: HitBack?

  enum Surface: Sendable {
    case plane(PlaneSurface)
    case mesh(MeshSurface)
    /// Invisible: edge-on, or nowhere in front of the eye.
    case none
  }

  /// - `space`: the space of the superlayer's sublayers.
  init(_ layer: Layer, index: Int, superlayer: Int?, in space: LayerSpace) {
    (self.layer, self.index, self.superlayer) = (layer, index, superlayer)
    masks = layer.masks.map { ($0.maskMode, HitTree([$0.asDrawn], in: LayerSpace(sublayersOf: layer))) }
    back = layer.hasBackContents ? HitBack(layer) : nil
    surface = Surface(layer, space.pointsToSuperlayer(of: layer))
  }
}

extension HitNode.Surface {
  /// - `toPlane`: layer points to superlayer points.
  init(_ layer: Layer, _ toPlane: Transform3D) {
    if let mesh = layer.mesh {
      self = MeshSurface(mesh, layer.bounds, layer.unitToPoints * toPlane).map(Self.mesh) ?? .none
    } else {
      self = PlaneSurface(toPlane).map(Self.plane) ?? .none
    }
  }
}

extension Rect {
  /// The bounding box of projected points, enlarged beyond rounding errors; nil if a point is at or near the plane of
  /// the eye, or behind it.
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
