import MeshTransform

extension RoundedRect {
  /// The filled area as a flat mesh whose content fills the rectangle.
  /// - `scale`: pixels per point.
  func filled(scale: Double) -> Mesh { Mesh(convex: polygon(scale: scale), unit: rect, content: rect) }

  /// A band of `width` points along the inside of the edge; the whole area where the band leaves no hole.
  /// - `scale`: pixels per point.
  func border(width: Double, scale: Double) -> Mesh {
    let half = min(rect.size.width, rect.size.height) / 2
    guard width < half else { return filled(scale: scale) }
    let segments = segments(scale: scale)
    let (outer, inner) = (polygon(segments: segments), inset(by: width).polygon(segments: segments))
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
    self.init(points: points, Face.fan(Array(0..<UInt32(points.count))), unit: unit, content: content)
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

extension [Point] {
  /// The points with the last one repeated, up to `count` points.
  func padded(to count: Int) -> [Point] {
    self + repeatElement(self[self.count - 1], count: Swift.max(count - self.count, 0))
  }
}
