/// The points of a space that are seen at one place, as the line in which two planes meet.
///
/// A plane is the `[x y z 1]` whose product with its vector is 0; that product for other points is homogeneous: how far
/// to the right of the place, or below it, they are seen, times w.
struct PickRay {
  let across: SIMD4<Double>
  let down: SIMD4<Double>

  @inline(__always)
  func offset(of vertex: Mesh.Vertex) -> SIMD2<Double> {
    let (x, y, z) = (Double(vertex.toX), Double(vertex.toY), Double(vertex.toZ))
    return SIMD2(
      x * across.x + y * across.y + z * across.z + across.w, x * down.x + y * down.y + z * down.z + down.w)
  }

  /// The shares of a triangle's corners in the point where the line meets it; nil when it passes by.
  ///
  /// The line is the origin of the plane of offsets, to which points of the triangle map linearly, whatever the
  /// perspective; the weights are the areas that the origin makes with the three edges. Of an edge the same value but
  /// for its sign comes out for both neighbors, so that no line slips through between them; one that meets an edge
  /// belongs to the triangle to the right of it or below, as a rasterizer has it.
  @inline(__always)
  func intersection(
    _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>
  ) -> (weights: SIMD3<Double>, isClockwise: Bool)? {
    let areas = SIMD3(b.x * c.y - b.y * c.x, c.x * a.y - c.y * a.x, a.x * b.y - a.y * b.x)
    let sum = areas.sum()
    guard sum != 0, sum.isFinite else { return nil }
    let sign: Double = sum > 0 ? 1 : -1
    let signedAreas = areas * sign
    guard signedAreas.x >= 0, signedAreas.y >= 0, signedAreas.z >= 0,
      signedAreas.x > 0 || Self.includesEdge(c - b, sign),
      signedAreas.y > 0 || Self.includesEdge(a - c, sign),
      signedAreas.z > 0 || Self.includesEdge(b - a, sign)
    else { return nil }
    let weights = areas / sum
    guard weights.x.isFinite, weights.y.isFinite, weights.z.isFinite else { return nil }
    return (weights, sum > 0)
  }

  /// Whether points on an edge belong to a triangle: on left edges, which run up in a clockwise one (y down), and on
  /// top ones, which run to the right.
  @inline(__always)
  private static func includesEdge(_ edge: SIMD2<Double>, _ sign: Double) -> Bool {
    let edge = edge * sign
    return edge.y < 0 || edge.y == 0 && edge.x > 0
  }
}
