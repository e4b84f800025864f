/// The visible layers of a scene, prepared for hit testing. A class, since each query would otherwise count the references
/// to all of its arrays.
final class HitTree: Sendable {
  /// Superlayers before their sublayers, siblings consecutively in painter's order.
  let nodes: [HitNode]
  /// For each node, the nodes of its visible sublayers.
  let sublayers: [Range<Int>]
  /// The area of the superlayer's plane that each node and its sublayers can cover; nil if it is unbounded. Separate
  /// from the nodes, because most queries read only this.
  let projectedBounds: [Rect?]
  /// The union of the bounds of ``groupSize`` nodes each, in whatever planes they are; nil if one is unbounded. A point
  /// beyond it lies in none of the nodes.
  let groupBounds: [Rect?]
  static let groupSize = 64
  let topLevel: Range<Int>
  /// Maps for nodes with a subdivided mesh.
  private let controlFaces: [Int: ControlFaceMap]

  /// - Parameter control: the scene before subdivision.
  convenience init(_ scene: Scene, control: Scene) {
    self.init(scene.layers, scene.canvas.depth, in: LayerSpace(), control: control)
  }

  /// - Parameters:
  ///   - depth: of the superlayer of these layers.
  ///   - control: the scene before subdivision; nil where faces are those of the meshes as they are drawn.
  init(
    _ layers: [Layer], _ depth: SublayerDepth = .automatic, in space: LayerSpace, control: Scene? = nil
  ) {
    var nodes = HitTree.visible(layers, depth, below: nil, in: space)
    var sublayers: [Range<Int>] = []
    topLevel = nodes.indices
    // Breadth first, without recursion.
    while sublayers.count < nodes.count {
      let (layer, first) = (nodes[sublayers.count].layer, nodes.count)
      nodes += HitTree.visible(
        layer.sublayers, layer.depth, below: sublayers.count, in: LayerSpace(sublayersOf: layer))
      sublayers.append(first..<nodes.count)
    }
    var bounds = [Rect?](repeating: nil, count: nodes.count)
    for index in nodes.indices.reversed() {
      bounds[index] = nodes[index].projectedBounds(bounds[sublayers[index]])
    }
    groupBounds = stride(from: 0, to: nodes.count, by: Self.groupSize).map { first in
      let group = bounds[first..<min(first + Self.groupSize, nodes.count)]
      return group.reduce(group.first ?? nil) { union, bounds in
        if let union, let bounds { union.union(bounds) } else { nil }
      }
    }
    (self.nodes, self.sublayers, projectedBounds) = (nodes, sublayers, bounds)
    controlFaces = control.map { Self.controlFaces(nodes, $0) } ?? [:]
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

  func path(to node: Int) -> LayerPath { Self.path(to: node, nodes) }

  private static func path(to node: Int, _ nodes: [HitNode]) -> LayerPath {
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
  private static func controlFaces(_ nodes: [HitNode], _ scene: Scene) -> [Int: ControlFaceMap] {
    guard scene.hasSubdivision else { return [:] }
    var faces: [Int: ControlFaceMap] = [:]
    for (index, node) in nodes.enumerated() {
      guard let mesh = node.layer.mesh, let control = scene.layer(at: path(to: index, nodes))?.mesh,
        control.subdivisionSteps != 0
      else { continue }
      faces[index] = ControlFaceMap(control, refinedFaceCount: mesh.faces.count)
    }
    return faces
  }

  /// The face in the layer's own mesh.
  func controlFace(_ face: Hit.Face?, of node: Int) -> Hit.Face? {
    guard let face, let faces = controlFaces[node] else { return face }
    return Hit.Face(index: faces[face.index], triangle: face.triangle, weights: face.weights)
  }
}
