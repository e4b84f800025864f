/// A layer made ready to be hit. Nodes stand in one array, superlayers before their sublayers, siblings side by side in
/// painter's order.
struct HitNode: Sendable {
  let layer: Layer
  /// In the superlayer's sublayers.
  let index: Int
  /// Its node; nil for a top-level layer.
  let superlayer: Int?
  /// Those of its sublayers that can be seen.
  var sublayers: Range<Int> = 0..<0
  let surface: Surface
  /// What of the superlayer's plane the layer and its sublayers can cover; nil when that has no bounds.
  var reach: Rect?

  enum Surface: Sendable {
    case flat(FlatSurface)
    case bent(BentSurface)
    /// Seen edge-on, or nowhere.
    case none
  }

  init(_ layer: Layer, index: Int, superlayer: (node: Int, layer: Layer)?) {
    (self.layer, self.index, self.superlayer) = (layer, index, superlayer?.node)
    let toPlane = layer.effectiveTransform(in: superlayer?.layer)
    if let mesh = layer.mesh {
      surface = BentSurface(mesh, layer.bounds, toPlane).map(Surface.bent) ?? .none
    } else {
      surface = FlatSurface(toPlane).map(Surface.flat) ?? .none
    }
  }

  /// All layers of a scene that can be seen.
  static func tree(of scene: Scene) -> (nodes: [HitNode], topLevel: Range<Int>) {
    var nodes = visible(scene.layers, in: nil)
    let topLevel = 0..<nodes.count
    // Level after level, without recursion.
    var next = 0
    while next < nodes.count {
      let sublayers = visible(nodes[next].layer.sublayers, in: (next, nodes[next].layer))
      nodes[next].sublayers = nodes.count..<nodes.count + sublayers.count
      nodes += sublayers
      next += 1
    }
    for index in nodes.indices.reversed() { nodes[index].reach = nodes[index].measuredReach(in: nodes) }
    return (nodes, topLevel)
  }

  private static func visible(_ layers: [Layer], in superlayer: (Int, Layer)?) -> [HitNode] {
    layers.enumerated().compactMap { index, layer in
      layer.isHidden || !(layer.opacity > 0)
        ? nil : HitNode(layer, index: index, superlayer: superlayer)
    }
  }

  /// - `nodes`: the sublayers' own are measured already.
  private func measuredReach(in nodes: [HitNode]) -> Rect? {
    switch surface {
    case .none: return .zero
    case .bent(let surface): return surface.reach
    case .flat(let surface):
      var own = layer.bounds
      if !layer.masksToBounds {
        if let contents = layer.contentsFrame { own = own.union(contents) }
        for sublayer in sublayers {
          guard let reach = nodes[sublayer].reach else { return nil }
          own = own.union(reach)
        }
      }
      return surface.reach(of: own)
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
