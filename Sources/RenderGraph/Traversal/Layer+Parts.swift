import MeshTransform

/// The render items of a layer itself, without those of its sublayers.
extension Layer {
  /// The projection, scale, opacity and blending for the parts of a layer.
  struct PartPlace {
    /// The projection of the layer; its unit space has no effect.
    package let projection: LayerProjection
    /// The bounds of the layer.
    let bounds: Rect
    let opacity: Double
    package let blending: Canvas.Blending
    let depth: Image.Depth

    /// Pixels per point where the layer is drawn largest. Computed at each use, since few parts need it.
    var magnification: Double { projection.pointsToCanvas.magnification(over: bounds) }
  }

  /// Upper bound on the number of parts that may overlap: background, contents and border.
  var partCount: Int {
    (isFilled ? 1 : 0) + (contentsFrame == nil ? 0 : 1) + (hasBorder ? 1 : 0)
  }

  /// The background and contents, from back to front.
  func backParts(_ place: PartPlace) -> [RenderItem] {
    guard bounds.size.width > 0, bounds.size.height > 0 else { return [] }
    var parts: [RenderItem] = []
    if isFilled, let backgroundColor {
      parts.append(
        .color(
          backgroundColor, place.projection.covering(bounds), outline(place), opacity: place.opacity,
          place.blending, place.depth))
    }
    if let part = contentsPart(place) { parts.append(part) }
    return parts
  }

  func border(_ place: PartPlace) -> RenderItem? {
    guard hasBorder, bounds.size.width > 0, bounds.size.height > 0 else { return nil }
    let mesh = roundedBounds.border(width: borderWidth, scale: place.magnification)
    return .color(
      borderColor, place.projection.covering(bounds), .mesh(mesh, size: bounds.size), opacity: place.opacity,
      place.blending, place.depth)
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

  private var isFilled: Bool { (backgroundColor?.alpha ?? 0) > 0 }
  private var hasBorder: Bool { borderWidth > 0 && borderColor.alpha > 0 }

  private func outline(_ place: PartPlace) -> RenderItem.Shape {
    guard cornerRadius > 0 else { return .square }
    return .mesh(roundedBounds.filled(scale: place.magnification), size: bounds.size)
  }

  private func contentsPart(_ place: PartPlace) -> RenderItem? {
    guard let frame = contentsFrame, var part = contentsPart(place, in: frame) else { return nil }
    if case .image = contents {
      (part.magnification, part.minification) = (magnificationFilter, minificationFilter)
    }
    return part
  }

  private func contentsPart(_ place: PartPlace, in frame: Rect) -> RenderItem? {
    let isRounded = masksToBounds && cornerRadius > 0
    let clipsContent = isRounded || (masksToBounds && !bounds.contains(frame))
    switch contents {
    case .none: return nil
    case .color(let color):
      return .color(
        color, place.projection.covering(bounds), isRounded ? outline(place) : .square,
        opacity: place.opacity, place.blending,
        place.depth)
    case .gradient(let gradient):
      return .content(
        .gradient(gradient, gradient.pixels(bounds.size, magnification: place.magnification)),
        place.projection.covering(bounds),
        isRounded ? outline(place) : .square, opacity: place.opacity)
    case .image(let image):
      guard clipsContent || !showsWholeImage else {
        return .content(.image(image), place.projection.covering(frame), .square, opacity: place.opacity)
      }
      let radius = isRounded ? cornerRadius : 0
      let seen = masksToBounds ? bounds : frame
      let polygon = RoundedRect(seen, radius: radius).polygon(scale: place.magnification).clipped(to: frame)
      let mesh =
        nineSlice(image, in: frame).map { Mesh(convex: polygon, unit: bounds, slices: $0) }
        ?? Mesh(convex: polygon, unit: bounds, content: imageFrame(frame))
      return .content(
        .image(image), place.projection.covering(bounds), .mesh(mesh, size: bounds.size),
        opacity: place.opacity)
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
    func pixels(_ points: Double) -> Int { Int(min(max(points * magnification, 1), 1024).rounded(.up)) }
    let isAxial = kind == .axial
    return PixelSize(
      isAxial && start.x == end.x ? 1 : pixels(size.width),
      isAxial && start.y == end.y ? 1 : pixels(size.height))
  }
}
