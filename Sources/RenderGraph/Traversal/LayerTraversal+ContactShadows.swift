import MeshTransform

/// Contact shadows: the lifted parts of a mesh, seen from the front, by bands of height.
extension LayerTraversal {
  /// The item that shows the contact shadow of a layer in the layer's plane; nil for none.
  mutating func contactShadow(
    of layer: Layer, _ projection: LayerProjection, _ index: Int
  ) throws(GraphError) -> RenderItem? {
    guard let shadow = ContactShadow(layer), let mesh = layer.mesh,
      let raster = ContactShadowRaster(
        shadow, scale: scale, toCanvas: .translation(0, 0, shadow.lift) * projection.pointsToCanvas,
        canvasSize, builder)
    else { return nil }
    let heights = try heights(of: mesh, layer, shadow, raster, isFromBehind: false)
    let underside = try self.heights(of: mesh, layer, shadow, raster, isFromBehind: true)
    // What is opaque everywhere has the shape of its mesh.
    let shape = layer.fillsBothSides ? heights : try shape(of: layer, index, raster)
    var bands: [FilterPass.PlacedTexture] = []
    for number in 1...ContactShadow.bands {
      let blur = ReducedBlur(sigma: shadow.sigma(of: number) * raster.scale)
      let offset = shadow.offset(of: number)
      let (texture, margin) = try self.band(number, of: shape, heights: heights, blur, raster)
      bands.append(
        .init(
          texture: texture, x: offset.x * raster.scale + raster.origin.x - Double(margin.x * blur.factor),
          y: offset.y * raster.scale + raster.origin.y - Double(margin.y * blur.factor), scale: blur.factor))
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

  /// The texture of a blurred band, and the margins around it in its own pixels. A texel holds four rows.
  private func band(
    _ number: Int, of shape: OffscreenTexture, heights: OffscreenTexture, _ blur: ReducedBlur,
    _ raster: ContactShadowRaster
  ) throws(GraphError) -> (texture: OffscreenTexture, margin: SIMD2<Int>) {
    let (key, size) = (path + TextureRole.contactBand + [number], blur.reduced(raster.size))
    let margin = SIMD2(blur.margin, (blur.margin + 3) / 4)
    let band = OffscreenTexture(key: key, size: PixelSize(size.width, (size.height + 3) / 4))
    let across = OffscreenTexture(
      key: key + TextureRole.blurredRows, size: PixelSize(size.width + 2 * margin.x, band.size.height))
    let down = OffscreenTexture(
      key: key + TextureRole.blurred, size: PixelSize(across.size.width, across.size.height + 2 * margin.y))
    let steps: [(result: OffscreenTexture, FilterPass.Operation)] = [
      (band, .band(number, of: shape, heights: heights, by: blur.factor)),
      (across, .blurBand(band, sigma: blur.sigma, isDown: false, margin: margin.x)),
      (down, .blurBand(across, sigma: blur.sigma, isDown: true, margin: margin.y)),
    ]
    for (result, operation) in steps {
      try builder.append(.filter(FilterPass(texture: result, operation: operation)), result)
    }
    return (down, margin &* SIMD2(1, 4))
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

  /// Reduces the scale until the shadow fits into a texture; fails where it never does, and where it is not on the canvas.
  /// - `toCanvas`: points of the plane of the shadow to canvas pixels.
  init?(
    _ shadow: ContactShadow, scale: Double, toCanvas: Transform3D, _ canvas: PixelSize,
    _ builder: GraphBuilder
  ) {
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
    guard let size = pixels(shadow.shape), let whole = pixels(frame) else { return nil }
    // Only the pixels on the canvas, with a margin for filters.
    var (first, end) = (SIMD2(0.0, 0), SIMD2(Double(whole.width), Double(whole.height)))
    let corners = Rect(0, 0, Double(canvas.width), Double(canvas.height)).corners
      .compactMap { toCanvas.unproject($0) }
    if corners.count == 4, let seen = Rect(around: corners), seen.isFinite {
      let low = SIMD2(seen.minX - frame.minX, seen.minY - frame.minY) * scale
      let high = SIMD2(seen.maxX - frame.minX, seen.maxY - frame.minY) * scale
      first = pointwiseMax(first, low.rounded(.down) - 2)
      end = pointwiseMin(end, high.rounded(.up) + 2)
    }
    guard all(first .< end) else { return nil }
    shadowSize = PixelSize(Int(pixels: end.x - first.x), Int(pixels: end.y - first.y))
    frame = Rect(frame.minX + first.x / scale, frame.minY + first.y / scale, 0, 0)
    (self.scale, self.size) = (scale, size)
    let shape = shadow.shape
    toPixels = .translation(-shape.minX, -shape.minY, 0) * .scale(scale, scale, scale) * .translation(1, 1, 0)
    origin = Point((shape.minX - frame.minX) * scale - 1, (shape.minY - frame.minY) * scale - 1)
    shadowFrame = Rect(
      frame.minX, frame.minY, Double(shadowSize.width) / scale, Double(shadowSize.height) / scale)
  }
}
