/// A layer prepared for hit testing. A class, since each query would otherwise copy the layer and all that it holds.
final class HitNode: Sendable {
  let layer: Layer
  /// The index in the superlayer's sublayers.
  let index: Int
  /// The node of the superlayer; nil for a top-level layer.
  let superlayer: Int?
  /// The place in painter's order: layers with equal places share one space with their siblings.
  let place: Int
  let surface: Surface
  /// Whether a mesh bends the layer.
  let isBent: Bool
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
  init(_ layer: Layer, index: Int, superlayer: Int?, place: Int, in space: LayerSpace) {
    (self.layer, self.index, self.superlayer, self.place) = (layer, index, superlayer, place)
    isBent = layer.mesh != nil
    masks = layer.masks.map { ($0.maskMode, HitTree([$0.asDrawn], in: LayerSpace(sublayersOf: layer))) }
    back = layer.hasBackContents ? HitBack(layer) : nil
    surface = Surface(layer, space.pointsToSuperlayer(of: layer))
  }

  /// The area of the superlayer's plane that the layer and its sublayers can cover; nil if it is unbounded.
  /// - `sublayers`: those of the sublayers in the plane of this layer.
  func projectedBounds(_ sublayers: ArraySlice<Rect?>) -> Rect? {
    switch surface {
    case .none: return .zero
    case .mesh(let surface): return surface.projectedBounds
    case .plane(let surface):
      var own = layer.bounds
      if !layer.masksToBounds {
        if let contents = layer.contentsFrame { own = own.union(contents) }
        for bounds in sublayers {
          guard let bounds else { return nil }
          own = own.union(bounds)
        }
      }
      return surface.projectedBounds(of: own)
    }
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
