import MeshTransform

/// Turns layers that share one space into the sheets that show them, in painter's order.
///
/// Layers that must be flattened are drawn into their pictures on the way, the innermost first.
struct TreeWalk {
  let studio: PictureStudio
  /// Of the picture that is being made, in pixels.
  let canvasSize: PixelSize
  /// Pixels per point at which meshes are rasterized: the canvas's, or that of the mesh around this.
  let scale: Double
  /// The place in the tree of what is walked over.
  private var path: [Int]
  private(set) var sheets: [Sheet] = []
  /// Meshes to draw lines over, unit space to canvas.
  private(set) var meshes: [(mesh: Mesh, unitToCanvas: Transform3D)] = []

  /// What a layer's superlayer does to it.
  struct Space {
    var sublayerTransform = Transform3D.identity
    /// Superlayer points to canvas pixels.
    var toCanvas: Transform3D
    var lights: [Light]
    /// Where everything is seen flat in the plane of a superlayer: that plane, on the canvas.
    var plane: DepthPlane??
    /// Not inside of any layer.
    var isCanvas = false
  }

  /// - `path`: of the layer whose picture is made.
  init(_ studio: PictureStudio, canvasSize: PixelSize, scale: Double, path: [Int] = []) {
    (self.studio, self.canvasSize, self.scale, self.path) = (studio, canvasSize, scale, path)
  }

  mutating func add(_ layers: [Layer], in space: Space) throws(RenderError) {
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

  private mutating func add(_ layer: Layer, _ index: Int, in space: Space) throws(RenderError) {
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
      if let sheet = try picture(placement, index) { sheets.append(sheet) }
    } else {
      try addParts(placement)
    }
  }

  /// The layer on its superlayer's canvas, as far as all of its parts have it in common.
  private struct Placement {
    let layer: Layer
    let projection: LayerProjection
    let lights: [Light]
    let isMirrored: Bool
    let plane: DepthPlane?
    let canvas: PixelSize

    func placed(_ sheet: Sheet) -> Sheet {
      var sheet = sheet
      (sheet.lights, sheet.surface, sheet.plane) = (lights, layer.surface, plane)
      sheet.isMirrored = isMirrored
      sheet.canvas = canvas
      sheet.hidesBack = !layer.isDoubleSided && layer.mesh != nil
      return sheet
    }
  }

  /// Straight onto the canvas, sublayers flat in the layer's plane.
  private mutating func addParts(_ placement: Placement) throws(RenderError) {
    let (layer, toCanvas) = (placement.layer, placement.projection.pointsToCanvas)
    let place = Layer.PartPlace(
      projection: placement.projection, magnification: toCanvas.magnification(over: layer.bounds),
      opacity: layer.opacity, blending: studio.blending)
    for var part in layer.backParts(place) {
      if let mesh = layer.mesh {
        part.projection = placement.projection
        part.shape = .mesh(mesh, size: layer.bounds.size)
      }
      sheets.append(placement.placed(part))
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
    if let border = layer.border(place) { sheets.append(placement.placed(border)) }
  }

  /// The layer with its sublayers as one picture in its plane; nil when nothing of it would be seen.
  private func picture(_ placement: Placement, _ index: Int) throws(RenderError) -> Sheet? {
    let (layer, projection) = (placement.layer, placement.projection)
    let scale = self.scale * (layer.rasterizationScale ?? 1)
    let region: PictureRegion?
    if layer.mesh != nil {
      region = PictureRegion(bounds: layer.bounds, scale: scale, sideLimit: studio.sideLimit)
    } else {
      let outline = layer.ownOutline()
      if outline == .empty { return nil }
      region = PictureRegion(
        flat: outline.rect, orElse: layer.bounds, toCanvas: projection.pointsToCanvas, canvasSize: canvasSize,
        sideLimit: studio.sideLimit)
    }
    guard let region else { return nil }

    let innerScale = layer.mesh != nil ? scale : self.scale
    var sheet = Sheet(
      projection: projection.covering(region.rect), content: .white,
      tint: SIMD4(repeating: Float(layer.opacity)),
      isOpaque: layer.opacity == 1 && layer.fillsBounds && layer.bounds.contains(region.rect))
    if let mesh = layer.mesh {
      sheet.projection = projection
      sheet.shape = .mesh(mesh, size: layer.bounds.size)
      sheet.magnification = layer.magnificationFilter
    } else if layer.masksToBounds, layer.cornerRadius > 0 || !layer.bounds.contains(region.rect) {
      let scale = projection.pointsToCanvas.magnification(over: layer.bounds)
      let mask = RoundedRect(layer.bounds, radius: layer.cornerRadius, scale: scale)
      sheet.projection = projection
      sheet.shape = .mesh(mask.filled(unit: layer.bounds, content: region.rect), size: layer.bounds.size)
    }
    sheet = placement.placed(sheet)
    let content = PicturePool.Content(
      layer: layer.pictured, rect: region.rect, size: region.size, scale: innerScale)
    sheet.content = .texture(
      try studio.take(content, at: path, for: sheet) { () throws(RenderError) -> Frame in
        try strata(content.layer, region, innerScale)
      })
    return sheet
  }

  /// What is drawn into a picture, each part over all of the one before it.
  private func strata(_ layer: Layer, _ region: PictureRegion, _ scale: Double) throws(RenderError) -> Frame {
    let toPixels = region.pointsToPixels
    let place = Layer.PartPlace(
      projection: LayerProjection(planeOf: layer.bounds, toCanvas: toPixels),
      magnification: toPixels.magnification(over: layer.bounds), opacity: 1, blending: studio.blending)
    let plane = DepthPlane(toPixels, z: 0)
    var strata: [Stratum] = []
    func append(_ sheets: [Sheet]) throws(RenderError) {
      if !sheets.isEmpty { strata.append(try studio.stratum(sheets)) }
    }
    func placed(_ sheet: Sheet) -> Sheet {
      var sheet = sheet
      sheet.plane = plane
      return sheet
    }
    try append(layer.backParts(place).map(placed))
    let shown = layer.shownSublayers
    if !shown.isEmpty {
      var walk = TreeWalk(studio, canvasSize: region.size, scale: scale, path: path)
      try walk.add(
        shown,
        in: Space(
          sublayerTransform: layer.effectiveSublayerTransform, toCanvas: toPixels, lights: layer.lights,
          plane: nil))
      try append(walk.sheets)
    }
    if let border = layer.border(place) { try append([placed(border)]) }
    return Frame(strata: strata, lines: [])
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
