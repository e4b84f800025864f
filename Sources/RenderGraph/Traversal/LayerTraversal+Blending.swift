import MeshTransform

/// Blended layers, and translucent layers with a shadow. Each is drawn into a texture of the canvas's own pixels first,
/// isolated from its backdrop.
extension LayerTraversal {
  /// The item that blends a layer, with its shadow, with the backdrop; nil where nothing of it is visible.
  ///
  /// The layer takes its place in painter's order, whatever its depth: what comes before it is its backdrop.
  mutating func blendedPass(
    _ layer: Layer, _ index: Int, in space: Space
  ) throws(GraphError) -> RenderItem? {
    guard let area = area(of: layer, in: space) else { return nil }
    var plain = layer
    // The opacity counts when the picture is blended: colors would lose precision before.
    (plain.blendMode, plain.opacity) = (.normal, 1)
    var inner = space
    inner.geometry = space.geometry.moved(by: -Double(area.x), -Double(area.y))
    var traversal = LayerTraversal(
      builder, canvasSize: area.size, scale: scale, path: path, quadrant: quadrant, mask: mask)
    try traversal.add(plain, index, in: inner)
    let lists = traversal.lists
    if lists.isEmpty { return nil }
    let (key, place) = (path + TextureRole.isolated, builder.passes.count)
    let groups = try builder.depthGroups(
      lists.map { mask + $0 }, key: key, area.size
    ).groups
    let texture = try builder.draw(groups, key: key, area.size, .clear)
    builder.postpone(texture, from: place)
    var item = RenderItem(
      projection: LayerProjection(planeOf: Rect(area), toCanvas: .identity),
      content: .canvasPixels(texture, x: area.x, y: area.y),
      tint: SIMD4(repeating: Float(layer.opacity)), isOpaque: false)
    (item.blendMode, item.plane) = (layer.blendMode, DepthPlane(.identity, z: 0))
    return item
  }

  /// The pixels that may show a layer, from the corner of a screen tile on, so that edges are found in the same pixels
  /// as on the canvas; nil for none.
  private func area(of layer: Layer, in space: Space) -> PixelRect? {
    let whole = PixelRect(x: 0, y: 0, width: canvasSize.width, height: canvasSize.height)
    // A mask is made for the whole target.
    if !mask.isEmpty { return whole }
    let outline = [layer].outline(in: space.geometry)
    if outline == .empty { return nil }
    guard let rect = outline.rect else { return whole }
    let corners = rect.corners.compactMap { space.geometry.toCanvas.project($0) }
    guard corners.count == 4, let box = Rect(around: corners), box.isFinite else { return whole }
    return whole.intersection(box.outset(by: 2, 2), step: ScreenTiles.side)
  }
}

extension Rect {
  fileprivate init(_ pixels: PixelRect) {
    self.init(Double(pixels.x), Double(pixels.y), Double(pixels.width), Double(pixels.height))
  }
}

extension PixelRect {
  /// The pixels of this rectangle that touch `rect`, from multiples of `step` on; nil for none.
  fileprivate func intersection(_ rect: Rect, step: Int) -> PixelRect? {
    func range(_ low: Double, _ high: Double, _ length: Int) -> (start: Int, end: Int) {
      let start = Int(clamping: min(max(low, 0), Double(length)))
      return (start / step * step, Int(clamping: min(max(high.rounded(.up), 0), Double(length))))
    }
    let (columns, rows) = (range(rect.minX, rect.maxX, width), range(rect.minY, rect.maxY, height))
    guard columns.end > columns.start, rows.end > rows.start else { return nil }
    return PixelRect(
      x: columns.start, y: rows.start, width: columns.end - columns.start, height: rows.end - rows.start)
  }
}
