/// The points of a space that project to one point, as the intersection of two planes.
///
/// A plane consists of the points `[x y z 1]` whose product with its vector is 0. For other points the product is
/// homogeneous: the distance of their projection to the right of the ray, or below it, times w.
struct PickRay {
  let across: SIMD4<Double>
  let down: SIMD4<Double>

  @inline(__always)
  func offset(of vertex: Mesh.Vertex) -> SIMD2<Double> {
    let (x, y, z) = (Double(vertex.toX), Double(vertex.toY), Double(vertex.toZ))
    return SIMD2(
      x * across.x + y * across.y + z * across.z + across.w, x * down.x + y * down.y + z * down.z + down.w)
  }

  /// The barycentric coordinates of the intersection with a triangle; nil if the ray misses it.
  ///
  /// The ray is the origin of the plane of offsets, to which points of the triangle map linearly, in any perspective;
  /// the weights are proportional to the areas of the triangles between the origin and the three edges. Neighbors
  /// compute the same value for their shared edge except for the sign, so no ray passes between them. A ray that meets
  /// an edge belongs to the triangle to the right of it or below it (top-left rule).
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

  /// Whether points on an edge belong to the triangle: on left edges, which run up in a clockwise triangle (y down),
  /// and on top edges, which run to the right.
  @inline(__always)
  private static func includesEdge(_ edge: SIMD2<Double>, _ sign: Double) -> Bool {
    let edge = edge * sign
    return edge.y < 0 || edge.y == 0 && edge.x > 0
  }
}
