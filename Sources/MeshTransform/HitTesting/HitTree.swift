/// The visible layers of a scene, prepared for hit testing.
struct HitTree: Sendable {
  /// Superlayers before their sublayers, siblings consecutively in painter's order.
  private(set) var nodes: [HitNode] = []
  /// The nodes of the visible sublayers of each.
  private(set) var sublayers: [Range<Int>] = []
  /// The area of the superlayer's plane that each node and its sublayers can cover; nil if it is unbounded. Separate
  /// from the nodes, because most queries read only this.
  private(set) var projectedBounds: [Rect?] = []
  /// The union of the bounds of ``groupSize`` nodes each, in whatever planes they are; nil if one is unbounded. A point
  /// beyond it lies in none of the nodes.
  private(set) var groupBounds: [Rect?] = []
  static let groupSize = 64
  let topLevel: Range<Int>
  /// Maps for nodes with a subdivided mesh.
  private var controlFaces: [Int: ControlFaceMap] = [:]

  init(_ scene: Scene) { self.init(scene.layers, scene.canvas.depth, in: LayerSpace()) }

  /// - `depth`: of the superlayer of these layers.
  init(_ layers: [Layer], _ depth: SublayerDepth = .automatic, in space: LayerSpace) {
    nodes = HitTree.visible(layers, depth, below: nil, in: space)
    topLevel = nodes.indices
    // Breadth first, without recursion.
    var next = 0
    while next < nodes.count {
      let layer = nodes[next].layer
      let space = LayerSpace(sublayersOf: layer)
      let first = nodes.count
      nodes += HitTree.visible(layer.sublayers, layer.depth, below: next, in: space)
      sublayers.append(first..<nodes.count)
      next += 1
    }
    projectedBounds = [Rect?](repeating: nil, count: nodes.count)
    for index in nodes.indices.reversed() { projectedBounds[index] = computedBounds(of: index) }
    groupBounds = stride(from: 0, to: nodes.count, by: Self.groupSize).map { first in
      let group = projectedBounds[first..<min(first + Self.groupSize, nodes.count)]
      return group.reduce(group.first ?? nil) { union, bounds in
        if let union, let bounds { union.union(bounds) } else { nil }
      }
    }
  }

  private static func visible(
    _ layers: [Layer], _ depth: SublayerDepth, below superlayer: Int?, in space: LayerSpace
  ) -> [HitNode] {
    var (nodes, place): ([HitNode], Int) = ([], 0)
    for sibling in VisibleSiblings(layers, depth, in: space) {
      if sibling.coversEarlier { place += 1 }
      nodes.append(
        HitNode(
          layers[sibling.index], index: sibling.index, superlayer: superlayer, place: place, in: space))
      if sibling.isCoveredByLater { place += 1 }
    }
    return nodes
  }

  /// - Precondition: the bounds of the sublayers are computed.
  private func computedBounds(of index: Int) -> Rect? {
    let node = nodes[index]
    switch node.surface {
    case .none: return .zero
    case .mesh(let surface): return surface.projectedBounds
    case .plane(let surface):
      var own = node.layer.bounds
      if !node.layer.masksToBounds {
        if let contents = node.layer.contentsFrame { own = own.union(contents) }
        for sublayer in sublayers[index] {
          guard let projectedBounds = projectedBounds[sublayer] else { return nil }
          own = own.union(projectedBounds)
        }
      }
      return surface.projectedBounds(of: own)
    }
  }

  func path(to node: Int) -> LayerPath {
    var indices: [Int] = []
    var next: Int? = node
    while let node = next {
      indices.append(nodes[node].index)
      next = nodes[node].superlayer
    }
    indices.reverse()
    return LayerPath(indices)
  }

  /// The node of a layer; nil for one that is not visible, and for backs and masks, which have trees of their own.
  func node(at path: LayerPath) -> Int? {
    var (siblings, found) = (topLevel, Int?.none)
    for index in path.indices {
      guard let node = siblings.first(where: { nodes[$0].index == index }) else { return nil }
      (siblings, found) = (sublayers[node], node)
    }
    return found
  }

  /// - Parameter scene: the scene before subdivision.
  mutating func recordControlFaces(of scene: Scene) {
    guard scene.hasSubdivision else { return }
    for (i, node) in nodes.enumerated() {
      guard let mesh = node.layer.mesh, let control = scene.layer(at: path(to: i))?.mesh,
        control.subdivisionSteps != 0
      else { continue }
      controlFaces[i] = ControlFaceMap(control, refinedFaceCount: mesh.faces.count)
    }
  }

  /// The face in the layer's own mesh.
  func controlFace(_ face: Hit.Face?, of node: Int) -> Hit.Face? {
    guard let face, let faces = controlFaces[node] else { return face }
    return Hit.Face(index: faces[face.index], triangle: face.triangle, weights: face.weights)
  }
}
