import MeshTransform

/// Shadows: the alpha of a layer's picture, blurred, behind the layer.
extension LayerTraversal {
  /// The item that shows the shadow of a layer; nil where it falls on no pixel.
  ///
  /// The shadow is that of the bent and tilted shape, in the plane of the superlayer, over everything before the layer.
  mutating func shadow(of layer: Layer, _ index: Int, in space: Space) throws(GraphError) -> RenderItem? {
    guard let place = ShadowPlace(layer, in: space.geometry, canvas: canvasSize) else { return nil }
    var shape = layer
    (shape.shadowOpacity, shape.contactShadowOpacity, shape.opacity) = (0, 0, 1)
    let shadow: ShadowTexture
    let moved: (x: Int, y: Int)
    if let known = builder.shadows[path],
      let found = known.offset(to: place, of: shape, in: space.geometry, scale)
    {
      (shadow, moved) = (known, found)
    } else {
      let blurred = try blurredShape(shape, index, place, in: space)
      shadow = ShadowTexture(
        blurred: blurred, place: place, shape: shape, space: space.geometry, rasterScale: scale)
      moved = (0, 0)
      builder.shadows[path] = shadow
    }
    guard let (texture, side, margin) = shadow.blurred else { return nil }
    let rect = Rect(
      Double(shadow.place.x + moved.x - margin) + place.offset.x,
      Double(shadow.place.y + moved.y - margin) + place.offset.y,
      Double(texture.size.width * side), Double(texture.size.height * side))
    let color = RenderItem.color(
      layer.shadowColor, LayerProjection(planeOf: rect, toCanvas: .identity), .square,
      opacity: layer.shadowOpacity, builder.view)
    var item = RenderItem(
      projection: color.projection, content: .offscreen(texture), tint: color.tint, isOpaque: false)
    (item.isShadow, item.plane, item.canvas) = (true, DepthPlane(.identity, z: 0), canvasSize)
    return item
  }

  /// The blurred alpha of a shape, with the side of its pixels and its margin in pixels; nil where nothing is drawn.
  private func blurredShape(
    _ shape: Layer, _ index: Int, _ place: ShadowPlace, in space: Space
  ) throws(GraphError) -> ShadowTexture.Blurred? {
    let size = place.size
    guard builder.allows(size) else { throw .backdropSize(size, limit: builder.sideLimit) }
    var inner = space
    inner.geometry = space.geometry.moved(by: -Double(place.x), -Double(place.y))
    inner.lights = []
    var traversal = LayerTraversal(
      builder, canvasSize: size, scale: scale, path: path, quadrant: quadrant)
    try traversal.add(shape, index, in: inner)
    let lists = traversal.lists
    if lists.isEmpty { return nil }
    let key = path + TextureRole.shadow
    let (groups, _) = try builder.depthGroups(lists, key: key, size)
    let picture = try builder.draw(groups, key: key, size, .clear)
    return try builder.blur(picture, sigma: place.sigma, key: key)
  }
}

/// The pixels in which a layer's shape is drawn, and its shadow beside them.
struct ShadowPlace {
  /// The first pixel of the shape on the canvas.
  let x: Int, y: Int
  let size: PixelSize
  /// The standard deviation of the blur in pixels.
  let sigma: Double
  /// In pixels.
  let offset: Point

  /// A wider blur spreads a shadow so thinly that nothing of it is seen.
  private static let largestSigma = 4096.0

  /// Fails where no part of the shadow is on the canvas.
  init?(_ layer: Layer, in space: LayerSpace, canvas: PixelSize) {
    var shape = layer
    (shape.shadowOpacity, shape.contactShadowOpacity) = (0, 0)
    let outline = [shape].outline(in: space)
    if outline == .empty { return nil }
    let toCanvas = space.toCanvas
    let whole = Rect(0, 0, Double(canvas.width), Double(canvas.height))
    var box = whole
    var middle = layer.position
    if let rect = outline.rect {
      let corners = rect.corners.compactMap { toCanvas.project($0) }
      if corners.count == 4, let found = Rect(around: corners), found.isFinite { box = found }
      middle = Point(rect.midX, rect.midY)
    }
    // Points of the superlayer at the middle of the layer.
    let moved = Point(middle.x + layer.shadowOffset.x, middle.y + layer.shadowOffset.y)
    guard let start = toCanvas.project(middle), let end = toCanvas.project(moved) else { return nil }
    offset = Point(end.x - start.x, end.y - start.y)
    guard offset.isFinite else { return nil }
    let around = Rect(middle.x - 0.5, middle.y - 0.5, 1, 1)
    let pixels = layer.shadowRadius * toCanvas.magnification(over: around)
    guard pixels >= 0 else { return nil }
    sigma = min(pixels, Self.largestSigma)
    let margin = (GraphBuilder.blurReach * sigma).rounded(.up) + 2
    // What is farther from the canvas throws no shadow on it.
    let useful = whole.outset(by: margin + abs(offset.x), margin + abs(offset.y))
    guard let drawn = box.outset(by: 2, 2).intersection(useful) else { return nil }
    (x, y) = (Int(pixels: drawn.minX.rounded(.down)), Int(pixels: drawn.minY.rounded(.down)))
    size = PixelSize(
      Int(pixels: (drawn.maxX - Double(x)).rounded(.up)), Int(pixels: (drawn.maxY - Double(y)).rounded(.up)))
    if size.width < 1 || size.height < 1 { return nil }
  }
}

/// The blurred shape of a layer. A layer inside others with shadows is drawn in the shapes of all of these, too; its own
/// shadow has the same pixels there, so that the work of nested shadows does not double with each.
struct ShadowTexture {
  typealias Blurred = (texture: OffscreenTexture, scale: Int, margin: Int)

  /// Nil for a shadow that draws nothing.
  let blurred: Blurred?
  let place: ShadowPlace
  let shape: Layer
  /// The space for which the shape was drawn.
  let space: LayerSpace
  /// Pixels per point of the meshes in the shape.
  let rasterScale: Double

  /// The whole pixels by which this shadow is to be moved to be that of a shape in another target; nil where it has
  /// other pixels.
  func offset(
    to other: ShadowPlace, of otherShape: Layer, in otherSpace: LayerSpace, _ otherScale: Double
  ) -> (x: Int, y: Int)? {
    guard let (x, y) = space.toCanvas.wholePixels(to: otherSpace.toCanvas), rasterScale == otherScale,
      space.sublayerTransform == otherSpace.sublayerTransform, abs(place.sigma - other.sigma) < 1e-9,
      place.x + x <= other.x, place.y + y <= other.y,
      place.x + x + place.size.width >= other.x + other.size.width,
      place.y + y + place.size.height >= other.y + other.size.height, shape == otherShape
    else { return nil }
    return (x, y)
  }
}

extension Transform3D {
  /// The whole pixels by which another transform to pixels differs from this one; nil where it differs otherwise.
  fileprivate func wholePixels(to other: Transform3D) -> (x: Int, y: Int)? {
    let (x, y) = ((other.m41 - m41) / m44, (other.m42 - m42) / m44)
    guard abs(x) < 1e6, abs(y) < 1e6 else { return nil }
    let moved = self * .translation(x.rounded(), y.rounded())
    let isEqual = (0..<4).allSatisfy { index in
      let difference = moved.row(index) - other.row(index)
      return (difference * difference).sum() < 1e-18
    }
    return isEqual ? (Int(pixels: x.rounded()), Int(pixels: y.rounded())) : nil
  }
}
