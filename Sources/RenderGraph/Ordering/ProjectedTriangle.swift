import MeshTransform

/// A triangle on the canvas: x and y of its corners in canvas pixels, depth in points.
struct ProjectedTriangle {
  let corners: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
  let low: SIMD3<Double>, high: SIMD3<Double>
  /// The area in square pixels.
  let area: Double
  /// Change of depth in points a pixel.
  let slope: SIMD2<Double>

  /// The area in square pixels up to which a triangle is seen edge-on and has no slope.
  static let negligibleArea = 1e-6

  init(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) {
    corners = (a, b, c)
    (low, high) = (smaller(a, smaller(b, c)), larger(a, larger(b, c)))
    let (u, v) = (b - a, c - a)
    let doubled = u.x * v.y - u.y * v.x
    area = abs(doubled) / 2
    slope = SIMD2(u.z * v.y - v.z * u.y, v.z * u.x - u.z * v.x) / doubled
  }

  /// The change of depth in points a pixel, as a sum over x and y.
  var steepness: Double { abs(slope.x) + abs(slope.y) }

  /// The depth of the triangle's plane in points at a point of the canvas.
  func depth(at point: SIMD2<Double>) -> Double {
    let away = point - SIMD2(corners.0.x, corners.0.y)
    return corners.0.z + slope.x * away.x + slope.y * away.y
  }

  /// Whether the triangle's box and another box have a point in common.
  func overlaps(_ low: SIMD3<Double>, _ high: SIMD3<Double>) -> Bool {
    all(self.low .<= high) && all(low .<= self.high)
  }

  /// Whether the triangles overlap on the canvas and their depths differ by at most `tolerance` points in the whole
  /// overlap.
  func lies(on other: ProjectedTriangle, _ tolerance: Double) -> Bool {
    let margin = SIMD3(0, 0, tolerance)
    guard overlaps(other.low - margin, other.high + margin) else { return false }
    // The planes must be close somewhere in the common part of the boxes.
    let (low, high) = (larger(low, other.low), smaller(high, other.high))
    let (middle, reach) = (
      SIMD2(low.x + high.x, low.y + high.y) / 2, SIMD2(high.x - low.x, high.y - low.y) / 2
    )
    let change = slope - other.slope
    let most = tolerance + abs(change.x) * reach.x + abs(change.y) * reach.y
    guard abs(depth(at: middle) - other.depth(at: middle)) <= most else { return false }
    let common = clipped(to: other)
    guard common.count > 2, Self.area(of: common) > min(Self.contactArea, area / 4, other.area / 4) else {
      return false
    }
    return common.allSatisfy { abs(depth(at: $0) - other.depth(at: $0)) <= tolerance }
  }

  /// The smallest area of a contact in square pixels: surfaces that cross at a small angle are as close in a smaller
  /// part.
  private static let contactArea = 1.0 / 16

  /// The polygon in canvas pixels that both triangles cover.
  private func clipped(to other: ProjectedTriangle) -> [SIMD2<Double>] {
    func flat(_ p: SIMD3<Double>) -> SIMD2<Double> { SIMD2(p.x, p.y) }
    var polygon = [flat(corners.0), flat(corners.1), flat(corners.2)]
    let edges = [
      (flat(other.corners.0), flat(other.corners.1)), (flat(other.corners.1), flat(other.corners.2)),
      (flat(other.corners.2), flat(other.corners.0)),
    ]
    let (u, v) = (edges[0].1 - edges[0].0, edges[2].0 - edges[0].0)
    let sign: Double = u.x * v.y - u.y * v.x < 0 ? -1 : 1
    for (start, end) in edges {
      let along = (end - start) * sign
      func inside(_ p: SIMD2<Double>) -> Double { along.x * (p.y - start.y) - along.y * (p.x - start.x) }
      polygon = polygon.clipped(where: inside) { a, da, b, db in a + (b - a) * (da / (da - db)) }
    }
    return polygon
  }

  private static func area(of polygon: [SIMD2<Double>]) -> Double {
    let doubled = polygon.indices.reduce(0.0) { sum, i in
      let (a, b) = (polygon[i], polygon[(i + 1) % polygon.count])
      return sum + a.x * b.y - a.y * b.x
    }
    return abs(doubled) / 2
  }
}
