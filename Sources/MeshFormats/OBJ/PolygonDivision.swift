/// Divides polygons in space into quads and triangles: convex ones into a strip of quads, others by ear clipping in
/// their plane.
///
/// A polygon that crosses itself, has no area, or exceeds what is left of the work becomes a fan around its first
/// corner. The work of all polygons together is bounded.
///
/// Source: D. Eberly, "Triangulation by Ear Clipping", Geometric Tools, 2002.
struct PolygonDivision {
  /// The parts of the latest polygon: its corners in the order of the perimeter; the third twice for a triangle.
  private(set) var parts: [SIMD4<Int>] = []
  /// The polygons that became fans.
  private(set) var fanCount = 0
  /// The corners that may still be compared with an ear: less than a second.
  private var work = 1 << 26

  /// The polygon in its plane, counterclockwise.
  private var points: [SIMD2<Double>] = []
  /// The neighbors of each corner that is left.
  private var previous: [Int] = [], next: [Int] = []
  /// The corners that were not convex at first, by x: only they can lie in an ear.
  private var reflex: [Int] = []
  /// Whether a corner is left and not convex.
  private var isReflex: [Bool] = []

  /// - Parameter polygon: three corners or more, finite.
  mutating func divide(_ polygon: [SIMD3<Double>]) {
    parts.removeAll(keepingCapacity: true)
    guard flatten(polygon) else { return addFan(Array(points.indices)) }
    guard !isConvex else {
      for i in stride(from: 1, to: points.count - 1, by: 2) {
        parts.append(SIMD4(0, i, i + 1, min(i + 2, points.count - 1)))
      }
      return
    }
    clipEars()
  }

  /// Projects the polygon along the axis that is nearest to its normal (Newell's method).
  /// - Returns: whether the polygon has an area.
  private mutating func flatten(_ polygon: [SIMD3<Double>]) -> Bool {
    let origin = polygon[0]
    var normal = SIMD3<Double>.zero
    for i in polygon.indices {
      let (a, b) = (polygon[i] - origin, polygon[i + 1 < polygon.count ? i + 1 : 0] - origin)
      normal += SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    let sizes = SIMD3(abs(normal.x), abs(normal.y), abs(normal.z))
    let axis = sizes.x == sizes.max() ? 0 : sizes.y == sizes.max() ? 1 : 2
    let (u, v) = normal[axis] < 0 ? ((axis + 2) % 3, (axis + 1) % 3) : ((axis + 1) % 3, (axis + 2) % 3)
    points.removeAll(keepingCapacity: true)
    for point in polygon { points.append(SIMD2(point[u] - origin[u], point[v] - origin[v])) }
    return normal[axis] != 0
  }

  /// Whether every corner turns left, and all together once around.
  private var isConvex: Bool {
    var reversals = 0
    for i in points.indices {
      let (before, after) = (i > 0 ? i - 1 : points.count - 1, i + 1 < points.count ? i + 1 : 0)
      guard turn(before, i, after) > 0 else { return false }
      // Left turns alone go up and down once for each time around.
      if isUpward(before, i) != isUpward(i, after) { reversals += 1 }
    }
    return reversals == 2
  }

  private func isUpward(_ a: Int, _ b: Int) -> Bool {
    (points[a].y, points[a].x) < (points[b].y, points[b].x)
  }

  /// Twice the area of a triangle; positive if it is counterclockwise.
  private func turn(_ a: Int, _ b: Int, _ c: Int) -> Double {
    let (p, q) = (points[b] - points[a], points[c] - points[a])
    return p.x * q.y - p.y * q.x
  }

  private mutating func clipEars() {
    previous = points.indices.map { $0 > 0 ? $0 - 1 : points.count - 1 }
    next = points.indices.map { $0 + 1 < points.count ? $0 + 1 : 0 }
    isReflex = points.indices.map { turn(previous[$0], $0, next[$0]) <= 0 }
    reflex = points.indices.filter { isReflex[$0] }.sorted { points[$0].x < points[$1].x }
    var (corner, left, misses) = (0, points.count, 0)
    while left > 3, misses < left, work > 0 {
      work -= 1
      let (a, c) = (previous[corner], next[corner])
      guard isEar(a, corner, c) else {
        (corner, misses) = (c, misses + 1)
        continue
      }
      parts.append(SIMD4(a, corner, c, c))
      (next[a], previous[c]) = (c, a)
      (left, misses) = (left - 1, 0)
      // A corner beside an ear can only become convex.
      for neighbor in [a, c] where isReflex[neighbor] {
        isReflex[neighbor] = turn(previous[neighbor], neighbor, next[neighbor]) <= 0
      }
      // Every second corner, which avoids the slender triangles of a fan.
      corner = next[c]
    }
    var rest = [corner]
    while rest.count < left { rest.append(next[rest[rest.count - 1]]) }
    let turns = rest.map { turn(previous[$0], $0, next[$0]) }
    if left == 3, turns[0] > 0 {
      parts.append(SIMD4(rest[0], rest[1], rest[2], rest[2]))
    } else if work <= 0 || !turns.allSatisfy({ $0 == 0 }) {
      addFan(rest)
    }
  }

  /// Whether the triangle is counterclockwise and no other corner lies in it or on its edges.
  private mutating func isEar(_ a: Int, _ b: Int, _ c: Int) -> Bool {
    guard turn(a, b, c) > 0 else { return false }
    let (p, q, r) = (points[a], points[b], points[c])
    let (low, high) = (pointwiseMin(pointwiseMin(p, q), r), pointwiseMax(pointwiseMax(p, q), r))
    var (start, end) = (0, reflex.count)
    while start < end {
      let middle = (start + end) / 2
      if points[reflex[middle]].x < low.x { start = middle + 1 } else { end = middle }
    }
    for corner in reflex[start...] {
      let point = points[corner]
      guard point.x <= high.x else { break }
      work -= 1
      guard isReflex[corner], point.y >= low.y, point.y <= high.y,
        // A corner of the triangle, or one that a hole's bridge repeats.
        point != p, point != q, point != r
      else { continue }
      if turn(a, b, corner) >= 0, turn(b, c, corner) >= 0, turn(c, a, corner) >= 0 { return false }
    }
    return true
  }

  private mutating func addFan(_ corners: [Int]) {
    fanCount += 1
    for i in 1..<corners.count - 1 {
      parts.append(SIMD4(corners[0], corners[i], corners[i + 1], corners[i + 1]))
    }
  }
}
