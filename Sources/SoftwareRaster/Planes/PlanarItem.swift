import MeshTransform
import RenderGraph

/// An unbent item as convex polygons in its plane, which can be cut.
///
/// Polygons that lie side by side share all corners on their common edge, also those of later cuts, so that no pixel between
/// them is left out or drawn twice.
struct PlanarItem {
  /// The plane on the canvas: the depth at (x, y) is slope.x * x + slope.y * y + offset, in points.
  let plane: (slope: SIMD2<Double>, offset: Double)
  /// The plane, rounded for comparison.
  let commonPlane: DepthPlane
  /// The polygons before any cut.
  let whole: [Polygon]
  private let unitToCanvas: Transform3D
  private var triangles: TriangleList
  /// The corner on an edge that has been cut; the key has the lower corner of the edge first.
  private var cuts: [SIMD2<UInt32>: UInt32] = [:]

  struct Polygon {
    /// The numbers of the vertices, in the winding of the item's triangles.
    var corners: [UInt32]
    /// Whether some corners lie on straight edges.
    var hasStraightCorners = false
  }

  /// The largest number of triangles of an item that is divided.
  private static let mostTriangles = 8192

  /// Fails for items that are bent, folded or not plain, that are seen edge-on, and that reach behind the eye.
  init?(_ command: DrawCommand) {
    let (item, list) = (command.item, command.triangulation.list)
    guard item.isFlat, item.squares == nil, item.maskMode == .none, !item.isMask, command.faces == nil,
      list.interpolation == .triangles, !list.needsContentClip, !list.lacksNormals,
      list.indices.count <= 3 * Self.mostTriangles,
      command.projected.arePrecise, let footprint = command.footprint, case .none = footprint.folding,
      let plane = footprint.plane, let commonPlane = footprint.commonPlane
    else { return nil }
    (self.plane, self.commonPlane) = (plane, commonPlane)
    (unitToCanvas, triangles) = (command.projection.unitToCanvas, list)
    let corners = stride(from: 0, to: list.indices.count, by: 3).map { Array(list.indices[$0..<$0 + 3]) }
    let square = list.vertices.count == 4 && corners.count == 2 ? Self.outline(corners[0], corners[1]) : nil
    whole = (square.map { [$0] } ?? corners).map { Polygon(corners: $0) }
  }

  /// The outline of two triangles that share an edge; nil for others.
  private static func outline(_ first: [UInt32], _ second: [UInt32]) -> [UInt32]? {
    guard let far = second.first(where: { !first.contains($0) }),
      let place = first.firstIndex(where: { !second.contains($0) }),
      Set(first + second).count == 4
    else { return nil }
    return [first[place], first[(place + 1) % 3], far, first[(place + 2) % 3]]
  }

  /// A corner in canvas pixels.
  func point(_ corner: UInt32) -> SIMD2<Float> {
    let p = unitToCanvas.row(0) * place(corner).x + unitToCanvas.row(1) * place(corner).y + origin
    return SIMD2<Float>(SIMD2(p.x, p.y) / p.w)
  }

  private func place(_ corner: UInt32) -> SIMD2<Double> {
    let vertex = triangles.vertices[Int(corner)]
    return SIMD2(Double(vertex.toX), Double(vertex.toY))
  }

  private var origin: SIMD4<Double> {
    unitToCanvas.row(2) * Double(triangles.vertices[0].toZ) + unitToCanvas.row(3)
  }

  /// The signed distances of this item's points before the plane of another.
  func distance(before other: PlanarItem) -> Distance {
    let (slope, offset) = other.plane
    let plane = SIMD4(-slope.x, -slope.y, 1, -offset)
    let rows = (unitToCanvas.row(0), unitToCanvas.row(1), origin)
    return Distance(
      depth: SIMD3((plane * rows.0).sum(), (plane * rows.1).sum(), (plane * rows.2).sum()),
      w: SIMD3(rows.0.w, rows.1.w, rows.2.w),
      tolerance: Distance.pixels * (abs(self.plane.slope.x - slope.x) + abs(self.plane.slope.y - slope.y)))
  }

  /// The distance before a plane, along the depth of the canvas, as a function of a point of the unit square: both depth and
  /// w are linear there, with the coefficients of x, y and 1.
  struct Distance {
    let depth: SIMD3<Double>, w: SIMD3<Double>
    /// The distance in points up to which a point lies in the plane.
    let tolerance: Double

    /// How near to the line where two planes meet a point counts as lying on it.
    static let pixels = 1.0 / 512
  }

  /// The side of a plane on which a corner lies: 1 before it, -1 behind it, 0 in it.
  private func side(_ corner: UInt32, _ distance: Distance) -> Int {
    let place = SIMD3(self.place(corner), 1)
    let value = (distance.depth * place).sum() / (distance.w * place).sum()
    return abs(value) <= distance.tolerance ? 0 : value > 0 ? 1 : -1
  }

  /// Whether a plane cuts a polygon.
  func isCut(_ polygon: Polygon, by distance: Distance) -> Bool {
    var sides = (isBehind: false, isBefore: false)
    for corner in polygon.corners {
      let side = side(corner, distance)
      sides = (sides.isBehind || side < 0, sides.isBefore || side > 0)
      if sides == (true, true) { return true }
    }
    return false
  }

  /// Divides a polygon by a plane.
  /// - Returns: the parts behind and before the plane, and the corners in it.
  mutating func cut(_ polygon: Polygon, by distance: Distance) -> (
    behind: Polygon?, before: Polygon?, line: [UInt32]
  ) {
    let known = withCuts(polygon)
    let sides = known.corners.map { side($0, distance) }
    let border = known.corners.indices.filter { sides[$0] == 0 }.map { known.corners[$0] }
    guard sides.contains(1) else { return (known, nil, border) }
    guard sides.contains(-1) else { return (nil, known, border) }
    var (behind, before, line): (Polygon, Polygon, [UInt32]) = (known, known, [])
    (behind.corners, before.corners) = ([], [])
    for (place, corner) in known.corners.enumerated() {
      if sides[place] <= 0 { behind.corners.append(corner) }
      if sides[place] >= 0 { before.corners.append(corner) }
      if sides[place] == 0 { line.append(corner) }
      let next = (place + 1) % sides.count
      if sides[place] * sides[next] < 0 {
        let made = self.corner(between: corner, known.corners[next], distance)
        behind.corners.append(made)
        before.corners.append(made)
        line.append(made)
      }
    }
    return (behind, before, line)
  }

  /// A polygon with all corners that its neighbors have on its edges.
  private func withCuts(_ polygon: Polygon) -> Polygon {
    if cuts.isEmpty { return polygon }
    var whole = polygon
    whole.corners = []
    for (place, corner) in polygon.corners.enumerated() {
      whole.corners.append(corner)
      addCuts(corner, polygon.corners[(place + 1) % polygon.corners.count], &whole.corners)
    }
    whole.hasStraightCorners = polygon.hasStraightCorners || whole.corners.count > polygon.corners.count
    return whole
  }

  private func addCuts(_ start: UInt32, _ end: UInt32, _ corners: inout [UInt32]) {
    guard let middle = cuts[SIMD2(min(start, end), max(start, end))] else { return }
    addCuts(start, middle, &corners)
    corners.append(middle)
    addCuts(middle, end, &corners)
  }

  /// Adds the corner in which an edge meets a plane.
  private mutating func corner(between start: UInt32, _ end: UInt32, _ distance: Distance) -> UInt32 {
    // In one order of the ends, so that rounding does not depend on the side.
    let (start, end) = (min(start, end), max(start, end))
    let (first, last) = (
      (distance.depth * SIMD3(place(start), 1)).sum(), (distance.depth * SIMD3(place(end), 1)).sum()
    )
    let share = first / (first - last)
    let corner = triangles.appendMean(of: [(start, 1 - share), (end, share)])
    cuts[SIMD2(start, end)] = corner
    return corner
  }

  /// The triangles of parts of the item, one part after the other.
  /// - Returns: the triangles, and the indices of each part.
  func triangles(of parts: [[Polygon]]) -> (list: TriangleList, ranges: [Range<Int>]) {
    var (list, ranges): (TriangleList, [Range<Int>]) = (triangles, [])
    var indices: [UInt32] = []
    for part in parts {
      let first = indices.count
      for polygon in part.lazy.map(withCuts) {
        let corners = polygon.corners
        if !polygon.hasStraightCorners {
          for place in 1..<corners.count - 1 { indices += [corners[0], corners[place], corners[place + 1]] }
          continue
        }
        // Around a point inside, since three corners in a line make no triangle.
        let middle = list.appendMean(of: corners.map { ($0, 1 / Double(corners.count)) })
        for (place, corner) in corners.enumerated() {
          indices += [middle, corner, corners[(place + 1) % corners.count]]
        }
      }
      ranges.append(first..<indices.count)
    }
    list.indices = indices
    return (list, ranges)
  }
}
