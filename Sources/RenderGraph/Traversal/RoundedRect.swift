import MeshTransform

/// A rectangle with round corners as a convex polygon, in layer points.
struct RoundedRect {
  let rect: Rect
  /// The corner radius in layer points, from 0 to half the shorter side.
  package let radius: Double
  /// The number of polygon edges for each corner; 0 for a sharp one.
  let segments: Int

  /// - `radius`: the corner radius in layer points, clamped to half the shorter side.
  /// - `scale`: pixels per point. The polygon differs from the circle by at most 1/20 pixel: the sagitta of an edge
  ///   over the angle a is `r * a^2 / 8`.
  init(_ rect: Rect, radius: Double, scale: Double) {
    self.rect = rect
    self.radius = min(max(radius, 0), min(rect.size.width, rect.size.height) / 2)
    let pixels = min(self.radius * scale, 1e6)
    segments = self.radius > 0 ? min(max(Int((2.5 * pixels.squareRoot()).rounded(.up)), 2), 128) : 0
  }

  private init(_ rect: Rect, radius: Double, segments: Int) {
    (self.rect, self.radius, self.segments) = (rect, radius, segments)
  }

  /// The polygon, clockwise (y down) from the lower end of the top left corner's arc; `segments + 1` points a corner.
  var points: [Point] {
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

  /// The filled area as a mesh: positions in the unit space of `unit`, content in the unit space of `content`.
  func filled(unit: Rect, content: Rect) -> Mesh {
    Mesh(convex: points, unit: unit, content: content)
  }

  /// A band of `width` points along the inside of the edge; the whole area where the band leaves no hole.
  func border(width: Double) -> Mesh {
    let half = min(rect.size.width, rect.size.height) / 2
    guard width < half else { return filled(unit: rect, content: rect) }
    let hole = RoundedRect(
      rect.outset(by: -width, -width), radius: max(radius - width, 0), segments: segments)
    let (outer, inner) = (points, hole.points)
    let count = UInt32(outer.count)
    let faces = (0..<count).map { (i: UInt32) -> Mesh.Face in
      let next = (i + 1) % count
      return Mesh.Face(i, next, count + next, count + i)
    }
    return Mesh(points: outer + inner, faces, unit: rect, content: rect)
  }
}

extension Mesh {
  /// A flat convex polygon, clockwise (y down), as a fan around its first corner.
  init(convex points: [Point], unit: Rect, content: Rect) {
    let last = points.count - 1
    let faces: [Face] = stride(from: 1, to: last, by: 2).map { (i: Int) -> Face in
      let (a, b, c) = (UInt32(i), UInt32(i + 1), UInt32(min(i + 2, last)))
      return Face(0, a, b, c)
    }
    self.init(points: points, faces, unit: unit, content: content)
  }

  /// A flat mesh whose content fills `unit`.
  init(points: [Point], _ faces: [Face], unit: Rect) {
    self.init(points: points, faces, unit: unit, content: unit)
    replicatesEdges = true
  }

  /// A flat mesh; empty where a rectangle is too small to divide by.
  fileprivate init(points: [Point], _ faces: [Face], unit: Rect, content: Rect) {
    func place(_ point: Point, in rect: Rect) -> SIMD2<Float> {
      SIMD2(
        Float((point.x - rect.minX) / rect.size.width), Float((point.y - rect.minY) / rect.size.height))
    }
    let vertices = points.map { point in
      Vertex(from: place(point, in: content), to: SIMD3(place(point, in: unit), 0))
    }
    self = (try? Mesh(vertices: vertices, faces: faces)) ?? Mesh()
  }
}

extension Rect {
  /// The common area of both rectangles; nil where there is none.
  func intersection(_ other: Rect) -> Rect? {
    let (left, top) = (max(minX, other.minX), max(minY, other.minY))
    let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
    return left < right && top < bottom ? Rect(left, top, right - left, bottom - top) : nil
  }

  package func contains(_ other: Rect) -> Bool {
    minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY
  }
}

extension [Point] {
  /// The points with the last one repeated, up to `count` points.
  func padded(to count: Int) -> [Point] {
    self + repeatElement(self[self.count - 1], count: Swift.max(count - self.count, 0))
  }

  /// The part of a convex polygon that lies in the rectangle.
  func clipped(to rect: Rect) -> [Point] {
    clipped(to: [
      { $0.x - rect.minX }, { rect.maxX - $0.x }, { $0.y - rect.minY }, { rect.maxY - $0.y },
    ])
  }

  /// The part of a convex polygon where none of the linear functions is negative (Sutherland and Hodgman).
  func clipped(to sides: [(Point) -> Double]) -> [Point] {
    var polygon = self
    for inside in sides {
      polygon = polygon.indices.flatMap { i -> [Point] in
        let (a, b) = (polygon[i], polygon[(i + 1) % polygon.count])
        let (da, db) = (inside(a), inside(b))
        var kept = da >= 0 ? [a] : []
        if (da < 0) != (db < 0) {
          let t = da / (da - db)
          kept.append(Point(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)))
        }
        return kept
      }
    }
    return polygon
  }
}
