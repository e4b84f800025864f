/// The difference between the pictures of a mesh and of the same mesh after one more step.
///
/// The measure is the distance between projections of equal content. The finer mesh's vertices, edge midpoints and face
/// centers have a position on the coarse mesh with other content. The content of the finer vertex lies in one of the
/// coarse triangles around that position; the plane of this triangle, extended to it, gives its position in the coarse
/// picture. So flat affine meshes have no difference, for any arrangement of vertices and in any perspective.
struct LevelDifference {
  private let coarse: Mesh
  private let refined: Mesh
  /// For each finer vertex, the fit of its content in the triangle used so far, and the resulting distance.
  private typealias Candidate = (fit: Float, distance: Float)

  init(_ coarse: Mesh, _ refined: Mesh) { (self.coarse, self.refined) = (coarse, refined) }

  /// Whether the difference is at most a quarter of a pixel everywhere.
  func isHidden(in view: TessellationView) -> Bool {
    // The centers of bilinear and projective faces are points of the finer mesh.
    let isSplit = coarse.faceInterpolation == .triangles
    var candidates = [Candidate](repeating: (-.infinity, 0), count: refined.vertices.count)
    candidates.withUnsafeMutableBufferPointer { candidates in
      refined.vertices.withUnsafeBufferPointer { vertices in
        var child = 0
        for face in coarse.faces {
          let corners = (0..<4).filter { face.indices[$0] != face.indices[($0 + 1) & 3] }
          let outline = corners.map { Position(coarse.vertices[Int(face.indices[$0])]) }
          for i in corners.indices {
            let indices = refined.faces[child + i].indices
            let triangles = Self.triangles(outline, at: i, isSplit: isSplit)
            for triangle in triangles.atCorner {
              offer(indices[0], triangle.origin, triangle, vertices, view, &candidates)
            }
            let middle = (outline[i] + outline[(i + 1) % outline.count]) * 0.5
            offer(indices[1], middle, triangles.atSide, vertices, view, &candidates)
          }
          let center =
            isSplit && outline.count == 4
            ? (outline[0] + outline[2]) * 0.5 : outline.reduce(.zero, +) / Double(outline.count)
          let middle = refined.faces[child].indices[2]
          for i in [0, 2] where i < outline.count {
            offer(
              middle, center, Self.triangles(outline, at: i == 0 ? 1 : i + 1, isSplit: isSplit).atCorner[0],
              vertices,
              view, &candidates)
          }
          child += corners.count
        }
      }
    }
    return candidates.allSatisfy { Double($0.distance) <= Mesh.visibleDistance }
  }

  /// from.x, from.y, to.x, to.y, to.z; zeros in the other lanes.
  private typealias Position = LimitNormals.Position

  /// A triangle, or the tangent plane of a bilinear face at a corner.
  private struct Triangle {
    let origin: Position, first: Position, second: Position
  }

  /// The triangles at corner `i` of a face, and the triangle at the side after it.
  private static func triangles(
    _ outline: [Position], at i: Int, isSplit: Bool
  ) -> (atCorner: [Triangle], atSide: Triangle) {
    let n = outline.count
    let (a, b, d) = (outline[i % n], outline[(i + 1) % n], outline[(i + n - 1) % n])
    let whole = Triangle(origin: a, first: b - a, second: d - a)
    guard n == 4 else { return ([whole], whole) }
    let c = outline[(i + 2) % n]
    guard isSplit else {
      // At the middle of the side, the inward direction is the mean of those at both ends.
      let middle = (a + b) * 0.5
      return ([whole], Triangle(origin: middle, first: (b - a) * 0.5, second: (c + d) * 0.5 - middle))
    }
    let (first, second) = (
      Triangle(origin: a, first: b - a, second: c - a), Triangle(origin: a, first: c - a, second: d - a)
    )
    // The diagonal 0-2 ends at even corners.
    return i % 2 == 0 ? ([first, second], first) : ([whole], whole)
  }

  /// Compares a finer vertex with the point of `triangle`, extended from `place` on it, that has the same content.
  private func offer(
    _ vertex: UInt32, _ position: Position, _ triangle: Triangle,
    _ vertices: UnsafeBufferPointer<Mesh.Vertex>,
    _ view: TessellationView, _ candidates: inout UnsafeMutableBufferPointer<Candidate>
  ) {
    let projected = Position(vertices[Int(vertex)])
    let (u, v) = (triangle.first, triangle.second)
    let area = u[0] * v[1] - u[1] * v[0]
    let moved = projected - position
    var (expected, fit) = (position, Float(-1e30))
    let sizes = (u[0] * u[0] + u[1] * u[1]) * (v[0] * v[0] + v[1] * v[1])
    // Content without area has no unique position.
    if area * area > 1e-12 * sizes {
      let s = (moved[0] * v[1] - moved[1] * v[0]) / area
      let t = (u[0] * moved[1] - u[1] * moved[0]) / area
      expected += u * s + v * t
      let from = position - triangle.origin
      let (s0, t0) = (
        (from[0] * v[1] - from[1] * v[0]) / area, (u[0] * from[1] - u[1] * from[0]) / area
      )
      fit = Float(min(s + s0, t + t0, 1 - s - s0 - t - t0))
    }
    guard fit > candidates[Int(vertex)].fit else { return }
    let distance = view.distance(
      SIMD3(expected[2], expected[3], expected[4]), SIMD3(projected[2], projected[3], projected[4]))
    candidates[Int(vertex)] = (fit, Float(distance))
  }
}
