import MeshTransform

/// Layers that must become one picture before they are drawn: groups and masks.
extension TreeWalk {
  /// The layer with its sublayers as one picture; nil when nothing of it is seen.
  ///
  /// Where nothing bends it, it is drawn on the canvas's own pixels and put onto them one to one: no detail is lost,
  /// however its plane is turned.
  func picture(_ placement: Placement) throws(RenderError) -> Sheet? {
    let (layer, toCanvas) = (placement.layer, placement.projection.pointsToCanvas)
    if layer.mesh != nil { return try planePicture(placement, bounds: layer.bounds) }
    let outline = layer.ownOutline()
    if outline == .empty { return nil }
    // What lies behind the eye of the layer's own space is only known there where the canvas has an eye, too.
    let isSeenTwice = toCanvas.hasPerspective
    if !isSeenTwice || layer.sublayers.outline(under: layer.effectiveSublayerTransform) != .unbounded {
      guard let region = CanvasRegion(outline.rect, toCanvas: toCanvas, canvas: canvasSize) else {
        return nil
      }
      if studio.allows(region.drawn.size) { return try canvasPicture(placement, region) }
    }
    return try planePicture(placement, bounds: outline.rect)
  }

  private func canvasPicture(_ placement: Placement, _ region: CanvasRegion) throws(RenderError) -> Sheet? {
    let (layer, projection) = (placement.layer, placement.projection)
    let drawn = region.drawn
    guard let rect = Rect(around: region.polygon) else { return nil }
    let isInside = layer.bounds.contains(rect)
    var sheet = Sheet(
      projection: projection.covering(rect),
      shape: region.isUpright ? .square : .mesh(region.mesh(unit: rect), size: rect.size), content: .white,
      tint: SIMD4(repeating: Float(layer.opacity)),
      isOpaque: layer.opacity == 1 && layer.fillsBounds && region.isUpright && isInside)
    sheet = placement.placed(sheet)
    let content = PicturePool.Content(
      layer: layer.pictured, size: drawn.size, toPixels: region.toPixels, scale: scale)
    let texture = try studio.take(content, at: quadrantPath) { () throws(RenderError) -> Frame in
      try strata(
        content, isMasked: layer.masksToBounds && (layer.cornerRadius > 0 || !isInside), quadrant)
    }
    sheet.content = .canvasPixels(texture, x: drawn.x, y: drawn.y)
    return sheet
  }

  /// In the layer's plane, for a mesh to bend or as nothing else is right.
  /// - `bounds`: of what is drawn, in layer points; nil where it has no end.
  private func planePicture(_ placement: Placement, bounds: Rect?) throws(RenderError) -> Sheet? {
    let (layer, projection) = (placement.layer, placement.projection)
    let scale = layer.mesh != nil ? self.scale * (layer.rasterizationScale ?? 1) : self.scale
    let region =
      layer.mesh != nil
      ? PictureRegion(bounds: layer.bounds, scale: scale, sideLimit: studio.sideLimit)
      : PictureRegion(
        flat: bounds, orElse: layer.bounds, toCanvas: projection.pointsToCanvas, canvasSize: canvasSize,
        sideLimit: studio.sideLimit)
    guard let region else { return nil }
    let isInside = layer.bounds.contains(region.rect)
    var sheet = Sheet(
      projection: projection.covering(region.rect), content: .white,
      tint: SIMD4(repeating: Float(layer.opacity)),
      isOpaque: layer.opacity == 1 && layer.fillsBounds && isInside)
    if let mesh = layer.mesh {
      sheet.projection = projection
      sheet.shape = .mesh(mesh, size: layer.bounds.size)
      sheet.magnification = layer.magnificationFilter
    }
    sheet = placement.placed(sheet)
    let content = PicturePool.Content(
      layer: layer.pictured, size: region.size, toPixels: region.pointsToPixels, scale: scale)
    let isMasked = layer.masksToBounds && (layer.cornerRadius > 0 || !isInside)
    try studio.take(content, at: layer.mesh != nil ? path : quadrantPath, for: &sheet) {
      (content, part) throws(RenderError) in
      try strata(content, isMasked: isMasked, layer.mesh != nil ? part : quadrant)
    }
    return sheet
  }

  /// The place in the tree, told apart for pictures that lie elsewhere in each quadrant. Those of meshes do not: whatever
  /// shows them, they are drawn once.
  private var quadrantPath: [Int] { quadrant == .first ? path : path + [-1 - quadrant.index] }

  /// What is drawn into a picture, each part over all of the one before it.
  private func strata(
    _ content: PicturePool.Content, isMasked: Bool, _ quadrant: PicturePool.Quadrant
  ) throws(RenderError) -> Frame {
    let (layer, toPixels) = (content.layer, content.toPixels)
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
    // The parts have the mask's own edge.
    try append(layer.backParts(place).map(placed))
    if let sheets = try sublayers(content, place, plane, isMasked: isMasked, quadrant) { try append(sheets) }
    if let border = layer.border(place) { try append([placed(border)]) }
    return Frame(strata: strata, lines: [])
  }

  /// Nil when none is seen.
  private func sublayers(
    _ content: PicturePool.Content, _ place: Layer.PartPlace, _ plane: DepthPlane?, isMasked: Bool,
    _ quadrant: PicturePool.Quadrant
  ) throws(RenderError) -> [Sheet]? {
    let layer = content.layer
    let shown = layer.shownSublayers
    if shown.isEmpty { return nil }
    var mask: [Sheet] = []
    if isMasked {
      let edge = RoundedRect(layer.bounds, radius: layer.cornerRadius, scale: place.magnification)
      guard let ring = MaskRing(edge, toPixels: content.toPixels, size: content.size) else { return nil }
      mask = [ring.sheet(plane: plane)]
    }
    var walk = TreeWalk(
      studio, canvasSize: content.size, scale: content.scale, path: path, quadrant: quadrant)
    try walk.add(
      shown,
      in: Space(
        sublayerTransform: layer.effectiveSublayerTransform, toCanvas: content.toPixels,
        lights: layer.lights, plane: nil))
    return walk.sheets.isEmpty ? nil : mask + walk.sheets
  }
}
