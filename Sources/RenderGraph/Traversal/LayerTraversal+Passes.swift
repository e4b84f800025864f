import MeshTransform

/// Layers that become offscreen passes: groups, masks and trees that a mesh bends.
extension LayerTraversal {
  /// The item that shows the texture of the layer with its sublayers; nil where nothing of it is visible.
  ///
  /// A layer without a mesh is rasterized at the canvas's own pixels and composited one to one, so that no detail is
  /// lost, whatever its rotation.
  func offscreenPass(
    _ layer: Layer, _ placement: Placement
  ) throws(GraphError) -> RenderItem? {
    let toCanvas = placement.projection.pointsToCanvas
    if layer.mesh != nil { return try planePass(layer, placement, bounds: layer.bounds) }
    let outline = layer.ownOutline()
    if outline == .empty { return nil }
    // With perspective on the canvas, too, the part behind the eye of the layer's own space is known only in that
    // space.
    let isSeenTwice = toCanvas.hasPerspective
    if !isSeenTwice || layer.sublayers.outline(in: LayerSpace(sublayersOf: layer)) != .unbounded {
      guard let region = CanvasRegion(outline.rect, toCanvas: toCanvas, canvas: canvasSize) else {
        return nil
      }
      if builder.allows(region.drawn.size) { return try canvasPass(layer, placement, region) }
    }
    return try planePass(layer, placement, bounds: outline.rect)
  }

  private func canvasPass(
    _ layer: Layer, _ placement: Placement, _ region: CanvasRegion
  ) throws(GraphError) -> RenderItem? {
    let projection = placement.projection
    let drawn = region.drawn
    guard let rect = Rect(around: region.polygon) else { return nil }
    let isInside = layer.bounds.contains(rect)
    var item = RenderItem(
      projection: projection.covering(rect),
      shape: region.isUpright ? .square : .mesh(region.mesh(unit: rect), size: rect.size), content: .white,
      tint: SIMD4(repeating: Float(layer.opacity)),
      isOpaque: layer.opacity == 1 && layer.fillsBounds && region.isUpright && isInside)
    item = placement.placed(item)
    let content = OffscreenPass.Content(
      layer: layer.withoutPlacement, size: drawn.size, toPixels: region.toPixels, scale: scale)
    let texture = try builder.texture(of: content, at: quadrantPath) {
      () throws(GraphError) -> [DepthGroup] in
      try groups(
        content, isMasked: layer.masksToBounds && (layer.cornerRadius > 0 || !isInside), quadrant)
    }
    item.content = .canvasPixels(texture, x: drawn.x, y: drawn.y)
    return item
  }

  /// Rasterizes the layer in its own plane: where a mesh bends it, and where the canvas's pixels are not possible.
  /// - `bounds`: bounds of the content in layer points; nil where it is unbounded.
  private func planePass(
    _ layer: Layer, _ placement: Placement, bounds: Rect?
  ) throws(GraphError) -> RenderItem? {
    let projection = placement.projection
    let scale = layer.rasterScale(in: self.scale)
    let region =
      layer.mesh != nil
      ? RasterRegion(bounds: layer.bounds, scale: scale, sideLimit: builder.sideLimit)
      : RasterRegion(
        flat: bounds, orElse: layer.bounds, toCanvas: projection.pointsToCanvas, canvasSize: canvasSize,
        sideLimit: builder.sideLimit)
    guard let region else { return nil }
    let isInside = layer.bounds.contains(region.rect)
    var item = RenderItem(
      projection: projection.covering(region.rect), content: .white,
      tint: SIMD4(repeating: Float(layer.opacity)),
      isOpaque: layer.opacity == 1 && layer.fillsBounds && isInside)
    if let mesh = layer.mesh {
      item.projection = projection
      item.shape = .mesh(mesh, size: layer.bounds.size)
      (item.magnification, item.minification) = (layer.magnificationFilter, layer.minificationFilter)
    }
    item = placement.placed(item)
    let isMasked = layer.masksToBounds && (layer.cornerRadius > 0 || !isInside)
    let key = layer.mesh != nil ? path : quadrantPath
    // The size of the content bounds the error of the simplification.
    item.content = .offscreen(OffscreenTexture(key: key, size: region.size))
    let view = builder.view
    let triangulation = item.triangulate(LightingUniforms(item.lights, on: item.surface, view.blending), view)
    item.triangulation = triangulation
    let isBetweenTexels = item.showsBetweenTexels(triangulation, of: region.size)
    let images =
      isBetweenTexels
      ? layer.imageRasterSize(native: region.size).flatMap { size in
        RasterRegion(bounds: layer.bounds, size: size, sideLimit: builder.sideLimit)
      } : nil
    if images != nil, let image = try builder.maskedImage(of: layer, at: key) {
      item.content = .image(image)
      return item
    }
    let isOversampled =
      isBetweenTexels && images == nil && builder.allowsOversampling(region.size, at: key)
    if let images { item.content = .offscreen(OffscreenTexture(key: key, size: images.size)) }
    if isOversampled { item.magnification = .cubic }
    let drawn = images ?? region
    let content = OffscreenPass.Content(
      layer: layer.withoutPlacement, size: drawn.size, toPixels: drawn.pointsToPixels, scale: scale)
    let texture = try builder.texture(
      of: content, at: key, needsMipmaps: item.needsMipmaps(triangulation, on: view.device),
      isOversampled: isOversampled
    ) { (content, part) throws(GraphError) in
      try groups(content, isMasked: isMasked, layer.mesh != nil ? part : quadrant)
    }
    item.content = isOversampled ? .oversampled(texture) : .offscreen(texture)
    return item
  }

  /// The key of a texture that differs in each quadrant of the enclosing texture. Textures of meshes do not differ, and
  /// are drawn once.
  private var quadrantPath: [Int] { quadrant == .first ? path : path + [-1 - quadrant.index] }

  /// The depth groups of an offscreen pass: back parts, sublayers, border.
  private func groups(
    _ content: OffscreenPass.Content, isMasked: Bool, _ quadrant: OffscreenPass.Quadrant
  ) throws(GraphError) -> [DepthGroup] {
    let (layer, toPixels) = (content.layer, content.toPixels)
    let projection = LayerProjection(planeOf: layer.bounds, toCanvas: toPixels)
    let plane = DepthPlane(toPixels, z: 0)
    func placed(_ item: RenderItem) -> RenderItem {
      var item = item
      item.plane = plane
      return item
    }
    // The parts have the mask's own edge.
    var lists = [layer.backParts(projection, builder.view).map(placed)]
    lists += try sublayers(content, plane, isMasked: isMasked, quadrant)
    if let border = layer.border(projection, builder.view) { lists.append([placed(border)]) }
    // A mask of nothing changes nothing.
    if !lists.allSatisfy(\.isEmpty) { lists += try masks(of: content, quadrant) }
    return try builder.depthGroups(lists, key: path, content.size).groups
  }

  /// The items of the sublayers by depth group, behind those of each group the mask.
  private func sublayers(
    _ content: OffscreenPass.Content, _ plane: DepthPlane?, isMasked: Bool, _ quadrant: OffscreenPass.Quadrant
  ) throws(GraphError) -> [[RenderItem]] {
    let layer = content.layer
    if layer.shownSublayers.isEmpty { return [] }
    var mask: [RenderItem] = []
    if isMasked {
      let edge = layer.roundedBounds.polygon(scale: content.toPixels.magnification(over: layer.bounds))
      guard let ring = MaskRing(edge, toPixels: content.toPixels, size: content.size) else { return [] }
      mask = [ring.item(plane: plane)]
    }
    var traversal = LayerTraversal(
      builder, canvasSize: content.size, scale: content.scale, path: path, quadrant: quadrant, mask: mask)
    let groups = try traversal.depthGroups(
      layer.sublayers, layer.depth,
      in: Space(
        geometry: LayerSpace(sublayersOf: layer, toCanvas: content.toPixels),
        lights: layer.lights, plane: nil))
    return groups.map { mask + $0 }
  }
}
