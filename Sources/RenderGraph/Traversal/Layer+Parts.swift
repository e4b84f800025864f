import MeshTransform

/// The render items of a layer itself, without those of its sublayers.
///
/// Their `projection` is that of the layer; its unit space has no effect.
extension Layer {
  /// Upper bound on the number of parts that may overlap: background, contents and border.
  var partCount: Int {
    (isFilled ? 1 : 0) + (contentsFrame == nil ? 0 : 1) + (hasBorder ? 1 : 0)
  }

  /// The background and contents, from back to front.
  func backParts(_ projection: LayerProjection, _ view: RenderView) -> [RenderItem] {
    guard bounds.size.width > 0, bounds.size.height > 0 else { return [] }
    var parts: [RenderItem] = []
    if isFilled, let backgroundColor {
      parts.append(
        .color(
          backgroundColor, projection.covering(bounds), outline(projection), opacity: opacity, view))
    }
    if let part = contentsPart(projection, view) { parts.append(part) }
    return parts
  }

  func border(_ projection: LayerProjection, _ view: RenderView) -> RenderItem? {
    guard hasBorder, bounds.size.width > 0, bounds.size.height > 0 else { return nil }
    let mesh = roundedBounds.border(width: borderWidth, scale: magnification(projection))
    return .color(
      borderColor, projection.covering(bounds), .mesh(mesh, size: bounds.size), opacity: opacity, view)
  }

  /// Whether an opaque part covers the layer's bounds.
  var fillsBounds: Bool {
    if masks.contains(where: { $0.maskMode != .shade }) { return false }
    if let backgroundColor, backgroundColor.alpha >= 1, cornerRadius == 0 { return true }
    guard !(masksToBounds && cornerRadius > 0), contentsFrame?.contains(bounds) == true else { return false }
    switch contents {
    case .none: return false
    case .color(let color): return color.alpha >= 1
    case .gradient(let gradient): return gradient.stops.allSatisfy { $0.color.alpha >= 1 }
    case .image(let image):
      return image.alpha == .opaque && Rect(0, 0, 1, 1).contains(contentsRect)
    }
  }

  /// Whether both sides of the layer, where a mesh shows them, are opaque all over its bounds.
  var fillsBothSides: Bool {
    guard isDoubleSided, front.fillsBounds else { return false }
    guard hasBackContents else { return true }
    guard cornerRadius == 0, masks.isEmpty, sublayerTransform == .identity else { return false }
    return mirroredBacks.sublayers.contains { back in
      back.frame == bounds && back.fillsBounds && back.isShown && back.opacity == 1 && back.mesh == nil
        && back.blendMode == .normal && back.transform == .identity && back.zPosition == 0
    }
  }

  private var isFilled: Bool { (backgroundColor?.alpha ?? 0) > 0 }
  private var hasBorder: Bool { borderWidth > 0 && borderColor.alpha > 0 }

  /// Pixels per point where the layer is drawn largest.
  private func magnification(_ projection: LayerProjection) -> Double {
    projection.pointsToCanvas.magnification(over: bounds)
  }

  private func outline(_ projection: LayerProjection) -> RenderItem.Shape {
    guard cornerRadius > 0 else { return .square }
    return .mesh(roundedBounds.filled(scale: magnification(projection)), size: bounds.size)
  }

  private func contentsPart(_ projection: LayerProjection, _ view: RenderView) -> RenderItem? {
    guard let frame = contentsFrame, var part = contentsPart(projection, view, in: frame) else { return nil }
    if case .image = contents {
      (part.magnification, part.minification) = (magnificationFilter, minificationFilter)
    }
    return part
  }

  private func contentsPart(
    _ projection: LayerProjection, _ view: RenderView, in frame: Rect
  ) -> RenderItem? {
    let isRounded = masksToBounds && cornerRadius > 0
    let clipsContent = isRounded || (masksToBounds && !bounds.contains(frame))
    switch contents {
    case .none: return nil
    case .color(let color):
      return .color(
        color, projection.covering(bounds), isRounded ? outline(projection) : .square, opacity: opacity, view)
    case .gradient(let gradient):
      return .content(
        .gradient(gradient, gradient.pixels(bounds.size, magnification: magnification(projection))),
        projection.covering(bounds), isRounded ? outline(projection) : .square, opacity: opacity)
    case .image(let image):
      guard clipsContent || !showsWholeImage else {
        return .content(.image(image), projection.covering(frame), .square, opacity: opacity)
      }
      let radius = isRounded ? cornerRadius : 0
      let seen = masksToBounds ? bounds : frame
      let outline = RoundedRect(seen, radius: radius).polygon(scale: magnification(projection))
      let polygon = outline.clipped(to: frame)
      let mesh =
        nineSlice(image, in: frame).map { Mesh(convex: polygon, unit: bounds, slices: $0) }
        ?? Mesh(convex: polygon, unit: bounds, content: imageFrame(frame))
      return .content(
        .image(image), projection.covering(bounds), .mesh(mesh, size: bounds.size), opacity: opacity)
    }
  }

  /// The frame of the whole image when its part `contentsRect` fills `frame`.
  private func imageFrame(_ frame: Rect) -> Rect {
    let (width, height) = (
      frame.size.width / contentsRect.size.width, frame.size.height / contentsRect.size.height
    )
    return Rect(
      frame.minX - contentsRect.minX * width, frame.minY - contentsRect.minY * height, width, height)
  }
}

extension Gradient {
  /// The size in pixels at which the gradient is rasterized: its size on the canvas, at most 1024 a side; one pixel in
  /// a direction in which it does not change.
  fileprivate func pixels(_ size: Size, magnification: Double) -> PixelSize {
    func pixels(_ points: Double) -> Int {
      Int(clamping: min(max(points * magnification, 1), 1024).rounded(.up))
    }
    let isAxial = kind == .axial
    return PixelSize(
      isAxial && start.x == end.x ? 1 : pixels(size.width),
      isAxial && start.y == end.y ? 1 : pixels(size.height))
  }
}
