/// The content of a layer at one of its points, in layer points, without its sublayers.
extension Layer {
  /// Whether background, contents or border cover the point, at any alpha. Colors with alpha 0 cover nothing.
  @inline(__always)  // A call would copy the layer.
  func draws(at point: Point) -> Bool {
    let inside = roundedBounds.contains(point)
    if inside, (backgroundColor?.alpha ?? 0) > 0 { return true }
    if inside || !masksToBounds, contents.isVisible, contentsPoint(at: point) != nil { return true }
    return borderAlpha(at: point) != nil
  }

  /// The alpha of background, contents and border composited; nil where none of them lies.
  func alpha(at point: Point, border: Double?) -> Double? {
    guard draws(at: point) else { return nil }
    let inside = roundedBounds.contains(point)
    let background = inside ? backgroundColor?.alpha ?? 0 : 0
    var content = 0.0
    if inside || !masksToBounds, let unit = contentsPoint(at: point) {
      content = alpha(ofContentsAt: unit, point)
    }
    return 1 - (1 - background) * (1 - content) * (1 - (border ?? 0))
  }

  /// The alpha of the border at the point; nil where no visible border lies.
  func borderAlpha(at point: Point) -> Double? {
    guard borderWidth > 0, borderColor.alpha > 0, roundedBounds.contains(point) else { return nil }
    let width = min(borderWidth, min(bounds.size.width, bounds.size.height) / 2)
    return roundedBounds.inset(by: width).contains(point) ? nil : borderColor.alpha
  }

  /// - `unit`: in the unit space of the contents' frame.
  /// - `point`: the same point in layer points.
  private func alpha(ofContentsAt unit: Point, _ point: Point) -> Double {
    switch contents {
    case .none: return 0
    case .color(let color): return color.alpha
    case .gradient(let gradient): return gradient.color(at: unit).alpha
    case .image(let image):
      let slices = contentsFrame.flatMap { nineSlice(image, in: $0) }
      let part = contentsRect
      let place =
        slices?.content(at: point)
        ?? Point(part.minX + unit.x * part.size.width, part.minY + unit.y * part.size.height)
      return image.alpha(at: place, magnificationFilter)
    }
  }

  /// The point in the unit space of the contents' frame; nil outside it.
  @inline(__always)  // A call would copy the layer.
  private func contentsPoint(at point: Point) -> Point? {
    guard let frame = contentsFrame, frame.contains(point) else { return nil }
    let unit = Point((point.x - frame.minX) / frame.size.width, (point.y - frame.minY) / frame.size.height)
    // A mesh clips at the bounds, also without a mask.
    return unit.isFinite && (mesh == nil || bounds.contains(point)) ? unit : nil
  }
}

extension Layer.Contents {
  fileprivate var isVisible: Bool {
    switch self {
    case .none: false
    case .image: true
    case .color(let color): color.alpha > 0
    case .gradient(let gradient): gradient.stops.contains { $0.color.alpha > 0 }
    }
  }
}
