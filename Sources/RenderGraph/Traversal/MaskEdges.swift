import MeshTransform

/// The edges of a layer at which its masks end.
///
/// There, the edges of the layer and of a mask cover the same part of a pixel, and their product would count it twice: the
/// layer's edges would lose ink, and inverted masks would leave a hairline. A rectangular mask is drawn beyond these edges
/// instead, where the layer shows nothing.
struct MaskEdges {
  private let layer: Layer
  /// Layer points to pixels.
  private let toPixels: Transform3D
  /// Whether the layer shows nothing beyond its bounds; nil until it is asked for.
  private var layerEndsAtBounds: Bool?

  /// Pixels to which a mask is drawn beyond an edge, more than any pixel that the edge crosses.
  private static let pixels = 2.0
  /// The distance to which a mask is drawn beyond an edge relative to the mask's size: at least, and at most.
  private static let share = 0.25...16

  init(of layer: Layer, toPixels: Transform3D) { (self.layer, self.toPixels) = (layer, toPixels) }

  /// The rectangle to fill with a mask, whose edge pixels are repeated beyond its bounds, in the mask's points; nil where a
  /// mask fills its bounds alone.
  mutating func rect(of mask: Layer) -> Rect? {
    let (frame, bounds) = (mask.frame, layer.bounds)
    let (width, height) = (frame.size.width, frame.size.height)
    let (atX, atY) = (Rect.tolerance * width, Rect.tolerance * height)
    let isAtLeft = abs(frame.minX - bounds.minX) <= atX
    let isAtRight = abs(frame.maxX - bounds.maxX) <= atX
    let isAtTop = abs(frame.minY - bounds.minY) <= atY
    let isAtBottom = abs(frame.maxY - bounds.maxY) <= atY
    guard isAtLeft || isAtRight || isAtTop || isAtBottom, width > 0, height > 0, mask.isPlainRectangle,
      layer.sublayerTransform.isIdentity, !toPixels.putsEdgesOnPixelEdges(of: bounds),
      let (across, down) = toPixels.leastStretch(over: bounds)
    else { return nil }
    let endsAtBounds = layerEndsAtBounds ?? layer.endsAtItsBounds
    layerEndsAtBounds = endsAtBounds
    guard endsAtBounds else { return nil }
    func reach(_ length: Double, _ stretch: Double) -> Double {
      length * min(max(Self.pixels / (stretch * length), Self.share.lowerBound), Self.share.upperBound)
    }
    let (x, y) = (reach(width, across), reach(height, down))
    let (left, right, top, bottom) = (
      isAtLeft ? x : 0, isAtRight ? x : 0, isAtTop ? y : 0, isAtBottom ? y : 0
    )
    return Rect(
      mask.bounds.minX - left, mask.bounds.minY - top, width + left + right, height + top + bottom)
  }
}

extension Layer {
  /// Whether the layer lies unchanged in its superlayer and shows one rectangle: a color, or contents that fill its bounds.
  fileprivate var isPlainRectangle: Bool {
    guard mesh == nil, transform.isIdentity, zPosition == 0, cornerRadius == 0, !(borderWidth > 0),
      sublayers.isEmpty, !(shadowOpacity > 0), !(contactShadowOpacity > 0), blendMode == .normal,
      opacity == 1 || partCount == 1
    else { return false }
    guard case .image = contents else { return true }
    return showsWholeImage && contentsFrame.map { $0.isNearly(bounds) } == true
  }

  /// Whether the layer and its sublayers show nothing beyond its bounds.
  fileprivate var endsAtItsBounds: Bool {
    if masksToBounds { return true }
    let limit = bounds.outset(by: Rect.tolerance * bounds.size.width, Rect.tolerance * bounds.size.height)
    guard contentsFrame.map(limit.contains) != false else { return false }
    return sublayers.allSatisfy { layer in
      layer.isHidden || layer.maskMode != .none
        || layer.mesh == nil && layer.transform.isIdentity && layer.zPosition == 0
          && sublayerTransform.isIdentity && limit.contains(layer.frame)
          && !(layer.shadowOpacity > 0) && !(layer.contactShadowOpacity > 0) && layer.endsAtItsBounds
    }
  }
}

extension RenderItem {
  /// An item that fills its unit space, with its content drawn beyond the edges of it.
  /// - `bounds`: the rectangle of the unit space.
  func reaching(_ rect: Rect, from bounds: Rect) -> RenderItem {
    guard case .square = shape else { return self }
    var item = self
    item.shape = .mesh(
      Mesh(points: rect.corners, [Mesh.Face(0, 1, 2, 3)], unit: bounds), size: bounds.size)
    return item
  }
}

extension Rect {
  /// The part of a length by which two edges may differ by rounding.
  fileprivate static let tolerance = 1e-6

  fileprivate func isNearly(_ other: Rect) -> Bool {
    let (x, y) = (Self.tolerance * size.width, Self.tolerance * size.height)
    return abs(minX - other.minX) <= x && abs(maxX - other.maxX) <= x && abs(minY - other.minY) <= y
      && abs(maxY - other.maxY) <= y
  }
}

extension Transform3D {
  /// Whether all edges of a rectangle that is not turned lie on the edges of pixels: then they cover no part of a pixel.
  fileprivate func putsEdgesOnPixelEdges(of rect: Rect) -> Bool {
    guard !hasPerspective, m12 == 0, m21 == 0 else { return false }
    return [Point(rect.minX, rect.minY), Point(rect.maxX, rect.maxY)].allSatisfy { corner in
      guard let pixel = project(corner) else { return false }
      return abs(pixel.x - pixel.x.rounded()) < 1e-4 && abs(pixel.y - pixel.y.rounded()) < 1e-4
    }
  }

  /// The pixels by which the left and right edges, and the upper and lower ones, move to their sides for each point, at the
  /// corner of the rectangle where these are fewest; nil where a corner is not in front of the eye, and for lines.
  fileprivate func leastStretch(over rect: Rect) -> (across: Double, down: Double)? {
    let (dx, dy) = (rect.size.width * 1e-3, rect.size.height * 1e-3)
    var (across, down) = (Double.infinity, Double.infinity)
    for corner in rect.corners {
      guard let p = project(corner), let right = project(Point(corner.x + dx, corner.y)),
        let below = project(Point(corner.x, corner.y + dy))
      else { return nil }
      let (u, v) = (SIMD2(right.x - p.x, right.y - p.y) / dx, SIMD2(below.x - p.x, below.y - p.y) / dy)
      let area = abs(u.x * v.y - u.y * v.x)
      across = min(across, area / (v * v).sum().squareRoot())
      down = min(down, area / (u * u).sum().squareRoot())
    }
    return across > 0 && down > 0 && across.isFinite && down.isFinite ? (across, down) : nil
  }
}
