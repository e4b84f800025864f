import MeshTransform

/// Contact shadows: the lifted parts of a mesh, seen from the front, by bands of height.
extension LayerTraversal {
  /// The item that shows the contact shadow of a layer in the layer's plane; nil for none.
  mutating func contactShadow(
    of layer: Layer, _ projection: LayerProjection, _ index: Int
  ) throws(GraphError) -> RenderItem? {
    guard let shadow = ContactShadow(layer), let mesh = layer.mesh,
      let raster = ContactShadowRaster(shadow, scale: scale, builder)
    else { return nil }
    let shape = try shape(of: layer, index, raster)
    let heights = try heights(of: mesh, layer, shadow, raster, isFromBehind: false)
    let underside = try self.heights(of: mesh, layer, shadow, raster, isFromBehind: true)
    var bands: [FilterPass.PlacedTexture] = []
    for number in 1...ContactShadow.bands {
      let band = OffscreenTexture(key: path + TextureRole.contactBand + [number], size: raster.size)
      try builder.append(
        .filter(FilterPass(texture: band, operation: .band(number, of: shape, heights: heights))), band)
      let (blurred, side, margin) = try builder.blur(
        band, sigma: shadow.sigma(of: number) * raster.scale, key: band.key)
      let offset = shadow.offset(of: number)
      bands.append(
        .init(
          texture: blurred, x: offset.x * raster.scale + raster.origin.x - Double(margin),
          y: offset.y * raster.scale + raster.origin.y - Double(margin), scale: side))
    }
    let operation = FilterPass.Operation.sum(
      bands, underside: .init(texture: underside, x: raster.origin.x, y: raster.origin.y, scale: 1),
      lift: shadow.lift / shadow.height)
    let sum = OffscreenTexture(key: path + TextureRole.contactShadow, size: raster.shadowSize)
    try builder.append(.filter(FilterPass(texture: sum, operation: operation)), sum)
    var plane = projection.covering(raster.shadowFrame)
    plane.lift(by: shadow.lift)
    let color = RenderItem.color(
      layer.shadowColor, plane, .square, opacity: layer.contactShadowOpacity * layer.opacity,
      builder.view)
    var item = RenderItem(
      projection: plane, content: .offscreen(sum), tint: color.tint, isOpaque: false)
    (item.isShadow, item.canvas) = (true, canvasSize)
    item.plane = DepthPlane(projection.pointsToCanvas, z: shadow.lift)
    return item
  }

  /// The texture of the layer as it is seen from the front, in its own plane.
  private func shape(
    of layer: Layer, _ index: Int, _ raster: ContactShadowRaster
  ) throws(GraphError) -> OffscreenTexture {
    var shape = layer
    (shape.transform, shape.zPosition, shape.anchorPointZ, shape.opacity) = (.identity, 0, 0, 1)
    (shape.blendMode, shape.shadowOpacity, shape.contactShadowOpacity) = (.normal, 0, 0)
    shape.position = Point(
      layer.bounds.minX + layer.anchorPoint.x * layer.bounds.size.width,
      layer.bounds.minY + layer.anchorPoint.y * layer.bounds.size.height)
    var traversal = LayerTraversal(
      builder, canvasSize: raster.size, scale: raster.scale, path: path, quadrant: quadrant)
    try traversal.add(
      shape, index, in: Space(geometry: LayerSpace(toCanvas: raster.toPixels), lights: [], plane: nil))
    let key = path + TextureRole.contactShape
    let (groups, _) = try builder.depthGroups(traversal.lists, key: key, raster.size)
    return try builder.draw(groups, key: key, raster.size, .clear)
  }

  /// The texture of the heights of a mesh over the layer's plane, as brightness: the largest ones, or from behind the
  /// least ones.
  private func heights(
    of mesh: Mesh, _ layer: Layer, _ shadow: ContactShadow, _ raster: ContactShadowRaster, isFromBehind: Bool
  ) throws(GraphError) -> OffscreenTexture {
    var mesh = mesh
    do { try mesh.setBrightness(shadow.shareRoots(of: mesh)) } catch {
      preconditionFailure("roots of shares are brightnesses: \(error)")
    }
    var projection = LayerProjection(planeOf: layer.bounds, toCanvas: raster.toPixels)
    projection = projection.replacingUnitSpace(
      by: layer.unitToPoints * .scale(1, 1, isFromBehind ? -1 : 1))
    var item = RenderItem(
      projection: projection, shape: .mesh(mesh, size: layer.bounds.size), content: .white, isOpaque: true)
    item.canvas = raster.size
    let key = path + (isFromBehind ? TextureRole.contactUnderside : .contactHeights)
    let (groups, _) = try builder.depthGroups([[item]], key: key, raster.size)
    return try builder.draw(groups, key: key, raster.size, .clear)
  }
}

/// The textures of a contact shadow in pixels.
private struct ContactShadowRaster {
  /// Pixels per point.
  let scale: Double
  /// Layer points to pixels of the shape.
  let toPixels: Transform3D
  /// Of the shape.
  let size: PixelSize
  /// The first pixel of the shape, in pixels of the shadow.
  let origin: Point
  let shadowSize: PixelSize
  /// In layer points.
  let shadowFrame: Rect

  /// Reduces the scale until the shadow fits into a texture; fails where it never does.
  init?(_ shadow: ContactShadow, scale: Double, _ builder: GraphBuilder) {
    var (scale, frame) = (scale, shadow.frame)
    guard frame.isFinite else { return nil }
    func pixels(_ rect: Rect) -> PixelSize? {
      let (width, height) = (rect.size.width * scale, rect.size.height * scale)
      guard width < 1e6, height < 1e6 else { return nil }
      return PixelSize(Int(pixels: width.rounded(.up)) + 2, Int(pixels: height.rounded(.up)) + 2)
    }
    var steps = 0
    while true {
      if let size = pixels(frame), builder.allows(size) { break }
      (scale, steps) = (scale / 2, steps + 1)
      if steps > 64 { return nil }
    }
    // A margin of one pixel around the shape.
    frame = frame.outset(by: 1 / scale, 1 / scale)
    guard let size = pixels(shadow.shape), let shadowSize = pixels(frame) else { return nil }
    (self.scale, self.size, self.shadowSize) = (scale, size, shadowSize)
    let shape = shadow.shape
    toPixels = .translation(-shape.minX, -shape.minY, 0) * .scale(scale, scale, scale) * .translation(1, 1, 0)
    origin = Point((shape.minX - frame.minX) * scale - 1, (shape.minY - frame.minY) * scale - 1)
    shadowFrame = Rect(
      frame.minX, frame.minY, Double(shadowSize.width) / scale, Double(shadowSize.height) / scale)
  }
}
