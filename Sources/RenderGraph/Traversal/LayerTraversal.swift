import MeshTransform

/// Turns layers that share one space into the render items that show them, in painter's order.
///
/// Layers that must be flattened are drawn into their pictures on the way, the innermost first.
struct LayerTraversal {
  let builder: GraphBuilder
  /// Of the picture that is being made, in pixels.
  package let canvasSize: PixelSize
  /// Pixels per point at which meshes are rasterized: the canvas's, or that of the mesh around this.
  package let scale: Double
  /// Of the pictures half a pixel apart that are made of a layer with a mesh, the one that this is for.
  package let quadrant: OffscreenPass.Quadrant
  /// The place in the tree of what is walked over.
  package private(set) var path: [Int]
  private(set) var items: [RenderItem] = []
  /// Meshes to draw lines over, unit space to canvas.
  package private(set) var meshes: [(mesh: Mesh, unitToCanvas: Transform3D)] = []

  /// What a layer's superlayer does to it.
  struct Space {
    var sublayerTransform = Transform3D.identity
    /// Superlayer points to canvas pixels.
    package var toCanvas: Transform3D
    package var lights: [Light]
    /// Where everything is seen flat in the plane of a superlayer: that plane, on the canvas.
    package var plane: DepthPlane??
    /// Not inside of any layer.
    var isCanvas = false
  }

  /// - `path`: of the layer whose picture is made.
  package init(
    _ builder: GraphBuilder, canvasSize: PixelSize, scale: Double, path: [Int] = [],
    quadrant: OffscreenPass.Quadrant = .first
  ) {
    (self.builder, self.canvasSize, self.scale, self.path) = (builder, canvasSize, scale, path)
    self.quadrant = quadrant
  }

  package mutating func add(_ layers: [Layer], in space: Space) throws(GraphError) {
    for (index, layer) in layers.enumerated() {
      path.append(index)
      try add(layer, index, in: space)
      path.removeLast()
    }
  }

  /// Whether a layer is seen from the side from which it hides.
  private func isHiddenFromBehind(_ layer: Layer, _ space: Space) -> Bool {
    !layer.isDoubleSided && layer.mesh == nil
      && (layer.effectiveTransform * space.sublayerTransform).facing < 0
  }

  private mutating func add(_ layer: Layer, _ index: Int, in space: Space) throws(GraphError) {
    guard layer.isShown, !isHiddenFromBehind(layer, space) else { return }
    let projection = LayerProjection(
      layer, sublayerTransform: space.sublayerTransform, superlayerToCanvas: space.toCanvas)
    guard projection.unitToCanvas.isDrawable, projection.pointsToCanvas.isDrawable else {
      throw .nonFiniteGeometry(layer: index, name: layer.name)
    }
    let isLit = space.lights.contains(where: \.isEnabled)
    let placement = Placement(
      layer: layer, projection: projection, lights: isLit ? space.lights : [],
      isMirrored: layer.mesh != nil && space.toCanvas.facing < 0 || isLit && space.toCanvas.facing < 0,
      plane: space.plane ?? DepthPlane(projection.pointsToCanvas, z: layer.flatDepth), canvas: canvasSize)
    if let mesh = layer.mesh ?? (space.isCanvas ? .flatSheet : nil) {
      meshes.append((mesh, projection.unitToCanvas))
    }
    if layer.needsPicture(isLit: isLit, toCanvas: projection.pointsToCanvas) {
      if let item = try picture(placement) { items.append(item) }
    } else {
      try addParts(placement)
    }
  }

  /// The layer on its superlayer's canvas, as far as all of its parts have it in common.
  struct Placement {
    package let layer: Layer
    package let projection: LayerProjection
    package let lights: [Light]
    package let isMirrored: Bool
    package let plane: DepthPlane?
    package let canvas: PixelSize

    func placed(_ item: RenderItem) -> RenderItem {
      var item = item
      (item.lights, item.surface, item.plane) = (lights, layer.surface, plane)
      item.isMirrored = isMirrored
      item.canvas = canvas
      item.hidesBack = !layer.isDoubleSided && layer.mesh != nil
      return item
    }
  }

  /// Straight onto the canvas, sublayers flat in the layer's plane.
  private mutating func addParts(_ placement: Placement) throws(GraphError) {
    let (layer, toCanvas) = (placement.layer, placement.projection.pointsToCanvas)
    let place = Layer.PartPlace(
      projection: placement.projection, magnification: toCanvas.magnification(over: layer.bounds),
      opacity: layer.opacity, blending: builder.blending)
    for var part in layer.backParts(place) {
      if let mesh = layer.mesh {
        part.projection = placement.projection
        part.shape = .mesh(mesh, size: layer.bounds.size)
      }
      items.append(placement.placed(part))
    }
    let shown = layer.shownSublayers
    if !shown.isEmpty {
      let space = Space(
        sublayerTransform: layer.effectiveSublayerTransform, toCanvas: .scale(1, 1, 0) * toCanvas,
        lights: layer.lights, plane: .some(placement.plane))
      // A lone sublayer is all that an opacity without a picture can be for.
      var painted = layer.paintersOrder(shown) ?? shown
      if layer.opacity < 1 { for i in painted.indices { painted[i].opacity *= layer.opacity } }
      try add(painted, in: space)
    }
    if let border = layer.border(place) { items.append(placement.placed(border)) }
  }
}

extension Layer {
  /// Where a flat mesh lies in depth, in layer points.
  fileprivate var flatDepth: Double {
    guard let mesh, let z = mesh.vertices.first?.toZ, mesh.vertices.allSatisfy({ $0.toZ == z }) else {
      return 0
    }
    return Double(z) * mesh.depthNormalization.pointsPerUnit(for: bounds.size)
  }
}

extension Transform3D {
  /// The GPU computes in Float, where the product of two such coordinates is still a number.
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
