import MeshTransform

/// Turns layers that share one space into the render items that show them, in painter's order.
///
/// Layers that must be flattened become offscreen passes, the innermost first.
struct LayerTraversal {
  let builder: GraphBuilder
  /// Size of the target in pixels.
  let canvasSize: PixelSize
  /// Pixels per point at which meshes are rasterized: the canvas's scale, or that of the enclosing mesh.
  let scale: Double
  /// The quadrant of the enclosing oversampled texture.
  let quadrant: OffscreenPass.Quadrant
  /// The place of the current layer in the tree.
  var path: [Int]
  var items: [RenderItem] = []
  /// The numbers of items before which a layer covers everything, whatever the depths.
  var breaks: [Int] = []
  /// The item that keeps pixels free of all others; empty for none.
  let mask: [RenderItem]
  /// The meshes for the wireframe, if there is one, with the transforms from unit space to the canvas.
  private(set) var meshes: [(mesh: Mesh, unitToCanvas: Transform3D)] = []

  /// The space of a layer's superlayer.
  struct Space {
    var geometry: LayerSpace
    var lights: [Light]
    /// The plane of the superlayer on the canvas, where its sublayers are flattened into it.
    var plane: DepthPlane??
    /// Whether the space is the canvas itself.
    var isCanvas = false
    /// Whether the siblings share one space, and do not paint in order.
    var isShared = false
  }

  /// - `path`: the place of the superlayer in the tree.
  /// - `mask`: see ``mask``.
  init(
    _ builder: GraphBuilder, canvasSize: PixelSize, scale: Double, path: [Int] = [],
    quadrant: OffscreenPass.Quadrant = .first, mask: [RenderItem] = []
  ) {
    (self.builder, self.canvasSize, self.scale, self.path) = (builder, canvasSize, scale, path)
    (self.quadrant, self.mask) = (quadrant, mask)
  }

  /// The items of siblings as depth groups, from back to front.
  mutating func depthGroups(
    _ layers: [Layer], _ depth: SublayerDepth, in space: Space
  ) throws(GraphError) -> [[RenderItem]] {
    let siblings = VisibleSiblings(layers, depth, in: space.geometry)
    var space = space
    space.isShared = !siblings.paintInOrder
    try add(siblings, in: space)
    return siblings.paintInOrder ? PaintedGroups(lists).groups : lists
  }

  /// The items, in lists that cover one another.
  var lists: [[RenderItem]] {
    if breaks.isEmpty { return items.isEmpty ? [] : [items] }
    let starts = [0] + breaks + [items.count]
    return zip(starts, starts.dropFirst()).filter(<).map { Array(items[$0..<$1]) }
  }

  private mutating func add(_ siblings: VisibleSiblings, in space: Space) throws(GraphError) {
    let mayJoin = builder.options.wireframe == nil && !space.lights.contains(where: \.isEnabled)
    if items.isEmpty, !mayJoin { items.reserveCapacity(siblings.layers.count) }
    var (index, examined) = (0, 0)
    while index < siblings.layers.count {
      if mayJoin, index >= examined {
        let found = try addSquares(from: index, of: siblings, in: space)
        (index, examined) = (found.added, found.examined)
        if index == examined { continue }
      }
      try add(siblings.sibling(index), of: siblings, in: space)
      index += 1
    }
  }

  /// - `sibling`: nil for one that is not visible.
  mutating func add(
    _ sibling: VisibleSiblings.Sibling?, of siblings: VisibleSiblings, in space: Space
  ) throws(GraphError) {
    guard let sibling else { return }
    path.append(sibling.index)
    if sibling.coversEarlier { breaks.append(items.count) }
    try add(siblings.layers[sibling.index], sibling.index, in: space)
    if sibling.isCoveredByLater { breaks.append(items.count) }
    path.removeLast()
  }

  /// Adds a layer that is visible; see ``LayerSpace/shows(_:)``.
  mutating func add(_ layer: Layer, _ index: Int, in space: Space) throws(GraphError) {
    let projection = space.geometry.projection(of: layer)
    guard projection.unitToCanvas.isDrawable, projection.pointsToCanvas.isDrawable else {
      throw .nonFiniteGeometry(layer: index, name: layer.name)
    }
    if builder.options.wireframe != nil, let mesh = layer.mesh ?? (space.isCanvas ? .unitQuad : nil) {
      meshes.append((mesh, projection.unitToCanvas))
    }
    if layer.isIsolated {
      if let item = try blendedPass(layer, index, in: space) { items.append(item) }
      return
    }
    if layer.shadowOpacity > 0 {
      if let item = try shadow(of: layer, index, in: space) { items.append(item) }
      breaks.append(items.count)
    }
    if layer.contactShadowOpacity > 0, let item = try contactShadow(of: layer, projection, index) {
      items.append(item)
    }
    if layer.hasBackContents {
      try addSides(of: layer, projection, in: space)
    } else {
      try add(layer, layer.isDoubleSided || layer.mesh == nil ? .both : .front, projection, in: space)
    }
  }

  /// Adds the items of a layer, of which the given sides are drawn.
  mutating func add(
    _ layer: Layer, _ sides: RenderItem.Sides, _ projection: LayerProjection, in space: Space
  ) throws(GraphError) {
    let isLit = space.lights.contains(where: \.isEnabled)
    let placement = Placement(
      surface: layer.surface, visibleSides: sides, projection: projection, lights: isLit ? space.lights : [],
      isMirrored: (layer.mesh != nil || isLit) && space.geometry.toCanvas.facing < 0,
      plane: space.plane ?? DepthPlane(projection.pointsToCanvas, z: layer.flatDepth), canvas: canvasSize)
    // In parts, an isolated sublayer would cover the siblings of this layer, too.
    let needsOffscreenPass =
      layer.needsOffscreenPass(isLit: isLit, toCanvas: projection.pointsToCanvas)
      || (space.isShared && layer.containsIsolation)
    if needsOffscreenPass {
      if let item = try offscreenPass(layer, placement) { items.append(item) }
    } else {
      try addParts(layer, placement, isShared: space.isShared)
    }
  }

  /// The properties that all items of a layer share.
  struct Placement {
    let surface: Surface
    let visibleSides: RenderItem.Sides
    let projection: LayerProjection
    let lights: [Light]
    let isMirrored: Bool
    let plane: DepthPlane?
    let canvas: PixelSize

    func place(_ item: inout RenderItem) {
      (item.lights, item.surface, item.plane) = (lights, surface, plane)
      item.isMirrored = isMirrored
      item.canvas = canvas
      item.visibleSides = visibleSides
    }

    func placed(_ item: consuming RenderItem) -> RenderItem {
      place(&item)
      return item
    }
  }

  /// Adds the layer's parts to the items of its superlayer, its sublayers flattened into the layer's plane.
  private mutating func addParts(
    _ layer: Layer, _ placement: Placement, isShared: Bool
  ) throws(GraphError) {
    let first = items.count
    items += layer.backParts(placement.projection, builder.view)
    for index in first..<items.count {
      if let mesh = layer.mesh {
        items[index].projection = placement.projection
        items[index].shape = .mesh(mesh, size: layer.bounds.size)
      }
      placement.place(&items[index])
    }
    let shown = layer.shownSublayers
    if !shown.isEmpty {
      let space = Space(
        geometry: LayerSpace(sublayersOf: layer, flattenedBy: placement.projection),
        lights: layer.lights, plane: .some(placement.plane), isShared: isShared)
      // Without an offscreen pass, an opacity below 1 applies to a single sublayer only.
      var painted = layer.paintersOrder(shown) ?? shown
      if layer.opacity < 1 { for i in painted.indices { painted[i].opacity *= layer.opacity } }
      try add(VisibleSiblings(painted, .shared, in: space.geometry), in: space)
    }
    if let border = layer.border(placement.projection, builder.view) {
      items.append(placement.placed(border))
    }
  }
}

extension Layer {
  /// The depth of a flat mesh in layer points.
  fileprivate var flatDepth: Double {
    guard let mesh, let z = mesh.vertices.first?.toZ, mesh.vertices.allSatisfy({ $0.toZ == z }) else {
      return 0
    }
    return Double(z) * mesh.depthNormalization.pointsPerUnit(for: bounds.size)
  }
}

extension Transform3D {
  /// Whether the product of two coordinates is finite in Float, in which the GPU computes.
  fileprivate var isDrawable: Bool {
    (0..<4).allSatisfy { index in
      let row = row(index)
      return all(row, within: 1e18)
    }
  }

  private func all(_ row: SIMD4<Double>, within limit: Double) -> Bool {
    abs(row.x) <= limit && abs(row.y) <= limit && abs(row.z) <= limit && abs(row.w) <= limit
  }
}

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
