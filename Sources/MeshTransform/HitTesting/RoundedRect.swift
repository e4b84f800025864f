/// A rectangle with rounded corners, in points.
struct RoundedRect {
  let rect: Rect
  /// At most half of the shorter side.
  let radius: Double

  init(_ rect: Rect, radius: Double) {
    self.rect = rect
    self.radius = max(0, min(radius, min(rect.size.width, rect.size.height) / 2))
  }

  /// Half-open as ``Rect/contains(_:)`` along straight edges.
  func contains(_ point: Point) -> Bool {
    guard rect.contains(point) else { return false }
    let x = max(rect.minX + radius - point.x, point.x - (rect.maxX - radius))
    let y = max(rect.minY + radius - point.y, point.y - (rect.maxY - radius))
    return x <= 0 || y <= 0 || x * x + y * y <= radius * radius
  }
}

extension Layer {
  /// The bounds with corners rounded by `cornerRadius`.
  var roundedBounds: RoundedRect { RoundedRect(bounds, radius: cornerRadius) }
}
