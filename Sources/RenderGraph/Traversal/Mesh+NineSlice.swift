import MeshTransform

extension Mesh {
  /// A flat convex polygon, clockwise (y down), that shows an image in nine parts. Neighboring parts share the vertices
  /// between them.
  init(convex points: [Point], unit: Rect, slices: NineSlice) {
    var list = VertexList(unit: unit)
    for (column, strip) in points.divided(at: slices.columns.points[1...2], along: \.x) {
      for (row, part) in strip.divided(at: slices.rows.points[1...2], along: \.y) {
        list.addFan(part) { slices.content(at: $0, column: column, row: row) }
      }
    }
    self = (try? Mesh(vertices: list.vertices, faces: list.faces)) ?? Mesh()
  }
}

/// The vertices and faces of convex polygons with common points.
private struct VertexList {
  /// The rectangle of the unit space, in points.
  let unit: Rect
  private(set) var vertices: [Mesh.Vertex] = []
  private(set) var faces: [Mesh.Face] = []
  private var indices: [Mesh.Vertex: UInt32] = [:]

  init(unit: Rect) { self.unit = unit }

  /// - `content`: the place of a point's content in unit space.
  mutating func addFan(_ polygon: [Point], _ content: (Point) -> Point) {
    var corners: [UInt32] = []
    for point in polygon {
      let index = index(of: point, content(point))
      if index != corners.last && index != corners.first { corners.append(index) }
    }
    faces += Mesh.Face.fan(corners)
  }

  private mutating func index(of point: Point, _ content: Point) -> UInt32 {
    let to = SIMD3(
      Float((point.x - unit.minX) / unit.size.width), Float((point.y - unit.minY) / unit.size.height), 0)
    let vertex = Mesh.Vertex(from: SIMD2(Float(content.x), Float(content.y)), to: to)
    if let index = indices[vertex] { return index }
    indices[vertex] = UInt32(vertices.count)
    vertices.append(vertex)
    return UInt32(vertices.count - 1)
  }
}

extension Mesh.Face {
  /// The faces of a convex polygon, as a fan around its first corner.
  static func fan(_ corners: [UInt32]) -> [Mesh.Face] {
    let last = corners.count - 1
    return stride(from: 1, to: last, by: 2).map { (i: Int) -> Mesh.Face in
      Mesh.Face(corners[0], corners[i], corners[i + 1], corners[min(i + 2, last)])
    }
  }
}

extension [Point] {
  /// The parts of a convex polygon between straight cuts, each with its number, without empty ones. Both sides of a cut
  /// have the same points there, to the bit.
  /// - `cuts`: coordinates, ascending.
  fileprivate func divided(at cuts: ArraySlice<Double>, along axis: WritableKeyPath<Point, Double>)
    -> [(index: Int, part: [Point])]
  {
    var (parts, rest): ([[Point]], [Point]) = ([], self)
    for cut in cuts {
      parts.append(rest.clipped(at: cut, along: axis, sign: -1))
      rest = rest.clipped(at: cut, along: axis, sign: 1)
    }
    return (parts + [rest]).enumerated().map { ($0, $1) }.filter { _, part in
      guard let box = Rect(around: part) else { return false }
      return box.size.width > 0 && box.size.height > 0
    }
  }

  /// The part where the coordinate minus `cut` has the sign, or is 0.
  private func clipped(at cut: Double, along axis: WritableKeyPath<Point, Double>, sign: Double) -> [Point] {
    func distance(_ point: Point) -> Double { sign * (point[keyPath: axis] - cut) }
    return clipped(where: distance) { a, da, b, db in
      // In one direction for both sides of the cut, so that the rounding is the same.
      let (low, high) = (a[keyPath: axis] < b[keyPath: axis]) ? (a, b) : (b, a)
      let t = (cut - low[keyPath: axis]) / (high[keyPath: axis] - low[keyPath: axis])
      var point = Point(low.x + t * (high.x - low.x), low.y + t * (high.y - low.y))
      point[keyPath: axis] = cut
      return point
    }
  }
}
