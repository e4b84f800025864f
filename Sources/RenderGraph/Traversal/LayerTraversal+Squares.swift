import MeshTransform

/// Many unbent siblings of one look: one item, made from the layers at once.
extension LayerTraversal {
  /// Adds the visible layers from a place on, where they become items of squares.
  /// - `first`: an index among the siblings.
  /// - Returns: the index after the last layer that was added, and the one up to which others are no such layers.
  mutating func addSquares(
    from first: Int, of siblings: VisibleSiblings, in space: Space
  ) throws(GraphError) -> (added: Int, examined: Int) {
    let (layers, view) = (siblings.layers, builder.view)
    guard layers[first].isShown, let look = SquareLook(layers[first], view) else { return (first, first + 1) }
    var (indices, end): ([Int], Int) = ([], first)
    layers.withUnsafeBufferPointer { layers in
      guard let start = layers.baseAddress else { return }
      while end < layers.count {
        if Layer.isShown(start + end) {
          guard look.isThat(of: start + end, view) else { break }
          indices.append(end)
        }
        end += 1
      }
    }
    guard view.options.passes.joinsSquares(indices.count, in: canvasSize) else { return (first, end) }
    let (squares, places) = look.squares(of: layers, indices, in: space, view)
    var start = 0
    for position in places.indices.filter({ places[$0].plane == nil }) + [indices.count] {
      let part = start..<position
      if !part.isEmpty {
        let run = SquareRun(Array(squares[part]), Array(places[part])) { [canvasSize] in
          part.flatMap { look.items(of: layers[indices[$0]], in: space, canvasSize, view) }
        }
        let isOrdered = !siblings.paintInOrder || run.plane != nil || run.areApart
        if isOrdered, view.options.passes.joinsSquares(part.count, in: canvasSize) {
          if siblings.paintInOrder { breaks.append(items.count) }
          items.append(look.item(run, canvasSize))
          if siblings.paintInOrder { breaks.append(items.count) }
        } else {
          for index in part { try add(siblings.sibling(indices[index]), of: siblings, in: space) }
        }
      }
      if position < indices.count { try add(siblings.sibling(indices[position]), of: siblings, in: space) }
      start = position + 1
    }
    return (end, end)
  }
}

/// The properties in which the layers of a run of squares agree: each shows one image or color that fills its bounds.
private struct SquareLook {
  /// The image of all layers; nil for colors.
  private let image: Image?
  private let key: ImageKey?
  private let isOpaque: Bool
  private let magnification: Layer.MagnificationFilter
  private let minification: Layer.MinificationFilter

  /// Fails for a layer that needs more than a square.
  init?(_ layer: Layer, _ view: RenderView) {
    guard withUnsafePointer(to: layer, Layer.isSquare) else { return nil }
    if case .image(let image) = layer.contents {
      let tiling = ImageTiling(image.size, limit: view.device.maxImageSize)
      guard layer.backgroundColor == nil, tiling == nil else { return nil }
      (self.image, key, isOpaque) = (image, ImageKey(image), layer.opacity == 1)
    } else {
      guard let color = withUnsafePointer(to: layer, Layer.squareColor) else { return nil }
      (image, key) = (nil, nil)
      isOpaque = layer.opacity == 1 && RenderItem.tint(color, view).isOpaque
    }
    (magnification, minification) = (layer.magnificationFilter, layer.minificationFilter)
  }

  /// Whether a visible layer has this look.
  /// - `layer`: its address, so that it is not copied.
  @inline(__always)
  func isThat(of layer: UnsafePointer<Layer>, _ view: RenderView) -> Bool {
    guard Layer.isSquare(layer) else { return false }
    if let key {
      guard case .image(let other) = layer.pointee.contents, ImageKey(other) == key,
        layer.pointee.backgroundColor == nil
      else { return false }
      return (layer.pointee.opacity == 1) == isOpaque && layer.pointee.magnificationFilter == magnification
        && layer.pointee.minificationFilter == minification
    }
    guard let color = Layer.squareColor(layer) else { return false }
    return (layer.pointee.opacity == 1 && RenderItem.tint(color, view).isOpaque) == isOpaque
  }

  /// The squares of the layers, and their places: without a plane where a layer is seen edge-on, or reaches behind the eye.
  func squares(
    of layers: [Layer], _ indices: [Int], in space: LayerTraversal.Space, _ view: RenderView
  ) -> (squares: [Square], places: [SquareRun.Place]) {
    let geometry = space.geometry
    let toCanvas = geometry.sublayerTransform * geometry.toCanvas
    let count = indices.count
    var squares: [Square] = []
    let places = [SquareRun.Place](unsafeUninitializedCapacity: count) { places, placed in
      let places = UnsafeMutableBufferPointer(rebasing: places[..<count])
      squares = [Square](unsafeUninitializedCapacity: count) { squares, made in
        let squares = UnsafeMutableBufferPointer(rebasing: squares[..<count])
        layers.withUnsafeBufferPointer { layers in
          guard let start = layers.baseAddress else { return }
          inParallel(count, grainSize: 512) { range in
            var (color, colorTint): (Color?, SIMD4<Float>) = (nil, .one)
            for position in range {
              let layer = start + indices[position]
              // Neighbors often have one color.
              if image == nil, let own = Layer.squareColor(layer), own != color {
                (color, colorTint) = (own, RenderItem.tint(own, view).tint)
              }
              let (square, place) = Layer.square(
                layer, toCanvas, plane: space.plane, tint: colorTint * Float(layer.pointee.opacity))
              squares.initializeElement(at: position, to: square)
              places.initializeElement(at: position, to: place)
            }
          }
        }
        made = count
      }
      placed = count
    }
    return (squares, places)
  }

  func item(_ run: SquareRun, _ canvas: PixelSize) -> RenderItem {
    var item = RenderItem(
      projection: LayerProjection(
        planeOf: Rect(0, 0, 1, 1), toCanvas: run.squares[0].unitToCanvas),
      shape: .squares(run), content: image.map { .image($0) } ?? .white, tint: run.squares[0].tint,
      isOpaque: image == nil && isOpaque)
    if image != nil { (item.magnification, item.minification) = (magnification, minification) }
    (item.plane, item.canvas) = (run.plane, canvas)
    return item
  }

  /// The same layer as an item of its own.
  func items(of layer: Layer, in space: LayerTraversal.Space, _ canvas: PixelSize, _ view: RenderView)
    -> [RenderItem]
  {
    let projection = space.geometry.projection(of: layer)
    let placement = LayerTraversal.Placement(
      surface: layer.surface, visibleSides: .both, projection: projection, lights: [], isMirrored: false,
      plane: space.plane ?? DepthPlane(projection.pointsToCanvas, z: 0), canvas: canvas)
    return layer.backParts(projection, view).map(placement.placed)
  }
}

/// Properties of layers by address: each is read in place, so that no layer is copied.
extension Layer {
  /// See ``isShown``.
  @inline(__always)
  fileprivate static func isShown(_ layer: UnsafePointer<Layer>) -> Bool {
    !layer.pointee.isHidden && layer.pointee.opacity > 0 && layer.pointee.maskMode == .none
      && !layer.pointee.isBackContents
  }

  /// Whether the layer is nothing but a rectangle of its image or color, seen from both sides.
  @inline(__always)
  fileprivate static func isSquare(_ layer: UnsafePointer<Layer>) -> Bool {
    guard layer.pointee.mesh == nil, layer.pointee.sublayers.isEmpty, layer.pointee.isDoubleSided,
      layer.pointee.blendMode == .normal, !layer.pointee.masksToBounds, layer.pointee.cornerRadius == 0
    else { return false }
    if layer.pointee.borderWidth > 0 || layer.pointee.shadowOpacity > 0 { return false }
    if layer.pointee.contactShadowOpacity > 0 { return false }
    let (size, whole) = (layer.pointee.bounds.size, Rect(0, 0, 1, 1))
    return size.width > 0 && size.height > 0 && layer.pointee.contentsGravity == .resize
      && layer.pointee.contentsRect == whole && layer.pointee.contentsCenter == whole
  }

  /// The color of a layer without an image: of its contents, or of its background; nil for none, and for both.
  @inline(__always)
  fileprivate static func squareColor(_ layer: UnsafePointer<Layer>) -> Color? {
    switch layer.pointee.contents {
    case .none: layer.pointee.backgroundColor.flatMap { $0.alpha > 0 ? $0 : nil }
    case .color(let color): layer.pointee.backgroundColor == nil ? color : nil
    case .image, .gradient: nil
    }
  }

  /// The square of a layer, and its place.
  /// - `toCanvas`: superlayer points to canvas pixels.
  /// - `plane`: the plane of the superlayer into which the layer is flattened; nil for the layer's own.
  @inline(__always)
  fileprivate static func square(
    _ layer: UnsafePointer<Layer>, _ toCanvas: Transform3D, plane: DepthPlane??, tint: SIMD4<Float>
  ) -> (square: Square, place: SquareRun.Place) {
    // The product of ``effectiveTransform`` and `toCanvas`, without the factors of translations.
    let (bounds, anchorPoint, transform) = (
      layer.pointee.bounds, layer.pointee.anchorPoint, layer.pointee.transform
    )
    let anchor = SIMD3(
      bounds.minX + anchorPoint.x * bounds.size.width, bounds.minY + anchorPoint.y * bounds.size.height,
      layer.pointee.anchorPointZ)
    let (across, down, up) = (transform.row(0), transform.row(1), transform.row(2))
    let place = SIMD4(
      layer.pointee.position.x, layer.pointee.position.y, layer.pointee.zPosition, 0)
    @inline(__always) func product(_ row: SIMD4<Double>) -> SIMD4<Double> {
      let row = row + row.w * place
      let (first, second) = (row.x * toCanvas.row(0), row.y * toCanvas.row(1))
      return first + second + row.z * toCanvas.row(2) + row.w * toCanvas.row(3)
    }
    let origin = transform.row(3) - anchor.x * across - anchor.y * down - anchor.z * up
    let points = Transform3D(rows: product(across), product(down), product(up), product(origin))
    let sides = (points.row(0) * bounds.size.width, points.row(1) * bounds.size.height)
    let corner = points.row(0) * bounds.minX + points.row(1) * bounds.minY + points.row(3)
    let square = Square(
      origin: SIMD4<Float>(corner), across: SIMD4<Float>(sides.0), down: SIMD4<Float>(sides.1), tint: tint)
    let (a, b, c, d) = square.points
    let low = smaller(smaller(a, b), smaller(c, d))
    let high = larger(larger(a, b), larger(c, d))
    let isFit =
      low.w > DepthRange.eyePlane * high.w && points.row(0).isModerate && points.row(1).isModerate
      && points.row(2).isModerate && points.row(3).isModerate && corner.isModerate && sides.0.isModerate
      && sides.1.isModerate
    let plane = isFit ? plane ?? DepthPlane(points, z: 0) : nil
    return (square, SquareRun.Place(low: low, high: high, plane: plane))
  }
}

extension SIMD4<Double> {
  /// Whether products of two such numbers are finite in Float; false for NaN.
  @inline(__always)
  fileprivate var isModerate: Bool {
    let limit = SIMD4(repeating: 1e15)
    return all(self .<= limit) && all(self .>= -limit)
  }
}
