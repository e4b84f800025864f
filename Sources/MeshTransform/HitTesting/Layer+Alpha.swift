/// What a layer draws at one of its points, in layer points, without its sublayers.
extension Layer {
  /// Whether its background, contents or border lie there, be they ever so transparent there. What is transparent
  /// everywhere draws nothing.
  func draws(at point: Point) -> Bool {
    let inside = roundedBounds.contains(point)
    if inside, (backgroundColor?.alpha ?? 0) > 0 { return true }
    if inside || !masksToBounds, contents.isVisible, contentsPoint(at: point) != nil { return true }
    return borderAlpha(at: point) != nil
  }

  /// The alpha of background, contents and border on top of one another; nil where none of them is.
  func alpha(at point: Point, border: Double?) -> Double? {
    guard draws(at: point) else { return nil }
    let inside = roundedBounds.contains(point)
    let background = inside ? backgroundColor?.alpha ?? 0 : 0
    var content = 0.0
    if inside || !masksToBounds, let unit = contentsPoint(at: point) {
      content = contents.alpha(at: unit, contentsRect)
    }
    return 1 - (1 - background) * (1 - content) * (1 - (border ?? 0))
  }

  /// Nil where no visible border is.
  func borderAlpha(at point: Point) -> Double? {
    guard borderWidth > 0, borderColor.alpha > 0, roundedBounds.contains(point) else { return nil }
    let width = min(borderWidth, min(bounds.size.width, bounds.size.height) / 2)
    let inner = RoundedRect(bounds.outset(by: -width, -width), radius: roundedBounds.radius - width)
    return inner.contains(point) ? nil : borderColor.alpha
  }

  /// In the unit space of what the contents fill; nil beyond it.
  private func contentsPoint(at point: Point) -> Point? {
    guard let frame = contentsFrame, frame.contains(point) else { return nil }
    let unit = Point((point.x - frame.minX) / frame.size.width, (point.y - frame.minY) / frame.size.height)
    // A mesh cuts at the bounds, even what has no masks.
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

  /// - `unit`: in the unit space of what the contents fill.
  /// - `part`: of an image, what is shown of it.
  fileprivate func alpha(at unit: Point, _ part: Rect) -> Double {
    switch self {
    case .none: 0
    case .color(let color): color.alpha
    case .gradient(let gradient): gradient.color(at: unit).alpha
    case .image(let image):
      image.alpha(at: Point(part.minX + unit.x * part.size.width, part.minY + unit.y * part.size.height))
    }
  }
}

extension Image {
  /// 0...1, between the middles of four texels bilinear; 0 beyond the image's unit space.
  func alpha(at unit: Point) -> Double {
    guard unit.x >= 0, unit.x <= 1, unit.y >= 0, unit.y <= 1 else { return 0 }
    if alpha == .opaque { return 1 }
    let (left, right, x) = Image.neighbors(unit.x, size.width)
    let (top, bottom, y) = Image.neighbors(unit.y, size.height)
    func row(_ row: Int) -> Double {
      let (a, b) = (bytes[4 * (row * size.width + left) + 3], bytes[4 * (row * size.width + right) + 3])
      return Double(a) * (1 - x) + Double(b) * x
    }
    return (row(top) * (1 - y) + row(bottom) * y) / 255
  }

  /// The texels on both sides of a place in 0...1, and how far from the first to the second it is.
  private static func neighbors(_ unit: Double, _ count: Int) -> (Int, Int, Double) {
    let place = max(0, min(unit * Double(count) - 0.5, Double(count - 1)))
    let first = Int(place)
    return (first, min(first + 1, count - 1), place - Double(first))
  }
}
