/// A rectangle with rounded corners, in points.
package struct RoundedRect: Hashable, Sendable {
  package let rect: Rect
  /// The corner radius in points, from 0 to half the shorter side.
  package let radius: Double

  /// - `radius`: the corner radius in points, clamped to 0 and to half the shorter side.
  package init(_ rect: Rect, radius: Double) {
    self.rect = rect
    self.radius = max(0, min(radius, min(rect.size.width, rect.size.height) / 2))
  }

  /// Half-open as ``Rect/contains(_:)-(Point)`` along straight edges.
  package func contains(_ point: Point) -> Bool {
    guard rect.contains(point) else { return false }
    let x = max(rect.minX + radius - point.x, point.x - (rect.maxX - radius))
    let y = max(rect.minY + radius - point.y, point.y - (rect.maxY - radius))
    return x <= 0 || y <= 0 || x * x + y * y <= radius * radius
  }

  /// The area at least `width` points from the edge, with corners rounded about the same centers.
  package func inset(by width: Double) -> RoundedRect {
    RoundedRect(rect.outset(by: -width, -width), radius: radius - width)
  }

  /// The number of polygon edges for each corner; 0 for sharp corners.
  ///
  /// The polygon differs from the circle by at most 1/20 pixel, for a radius of at most 2,600 pixels: the sagitta of an
  /// edge over the angle a is `radius * a^2 / 8`. A corner has at most 128 edges.
  /// - `scale`: pixels per point.
  package func segments(scale: Double) -> Int {
    let pixels = min(radius * scale, 1e6)
    return radius > 0 ? min(max(Int(clamping: (2.5 * pixels.squareRoot()).rounded(.up)), 2), 128) : 0
  }

  /// The polygon, clockwise (y down) from the lower end of the top left corner's arc.
  /// - `segments`: the number of edges for each corner; a corner has `segments + 1` points.
  package func polygon(segments: Int) -> [Point] {
    let centers = [
      Point(rect.minX + radius, rect.minY + radius), Point(rect.maxX - radius, rect.minY + radius),
      Point(rect.maxX - radius, rect.maxY - radius), Point(rect.minX + radius, rect.maxY - radius),
    ]
    return centers.enumerated().flatMap { (corner: Int, center: Point) -> [Point] in
      (0...segments).map { (step: Int) -> Point in
        let part = segments > 0 ? Double(step) / Double(segments) : 0
        let (sine, cosine) = Angle.degrees(180 + 90 * (Double(corner) + part)).sineAndCosine
        return Point(center.x + radius * cosine, center.y + radius * sine)
      }
    }
  }

  /// The polygon with ``segments(scale:)`` edges for each corner.
  /// - `scale`: pixels per point.
  package func polygon(scale: Double) -> [Point] { polygon(segments: segments(scale: scale)) }
}

extension Layer {
  /// The bounds with corners rounded by `cornerRadius`.
  package var roundedBounds: RoundedRect { RoundedRect(bounds, radius: cornerRadius) }
}
