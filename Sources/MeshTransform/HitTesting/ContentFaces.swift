/// The faces of a mesh over its content: finds the positions at which a mesh shows a content point.
///
/// A ``FaceBVH`` of the same faces, with their content points as positions; the pick ray is the line through a content
/// point. So a point on an edge belongs to one of the two triangles, by the same rule as on the canvas.
struct ContentFaces: Sendable {
  private let mesh: Mesh
  private let faces: FaceBVH
  /// The size of the layer's bounds in points, for projective weights.
  private let size: Size

  /// - Returns: nil for a mesh that shows no content.
  init?(_ mesh: Mesh, inBoundsOf size: Size) {
    var flat = mesh
    flat.withMutableVertices { vertices in
      for index in vertices.indices {
        vertices[index].to = SIMD3(vertices[index].fromX, vertices[index].fromY, 0)
      }
    }
    guard let faces = FaceBVH(flat) else { return nil }
    (self.mesh, self.faces, self.size) = (mesh, faces, size)
  }

  /// A position of a content point.
  struct Position {
    fileprivate let hit: FaceBVH.TriangleIntersection
    /// Unit layer space with depth.
    let point: Point3D
    /// Whether the corners of the triangle run clockwise over the content (y down).
    let isClockwise: Bool
  }

  /// The corners of the triangle of a position.
  func corners(_ position: Position) -> (Mesh.Vertex, Mesh.Vertex, Mesh.Vertex) {
    mesh.corners(of: position.hit)
  }

  /// All positions at which the mesh shows a content point, in the order of the faces.
  ///
  /// Right and bottom edges of the mesh belong to no triangle by the rule for shared edges; a point there has the
  /// position of its limit from within.
  /// - Parameter content: unit layer space.
  /// - Complexity: O(log F) for a mesh whose content does not overlap itself.
  func positions(of content: Point) -> [Position] {
    var found = faces.intersections(ray(through: content))
    if found.isEmpty {
      let inner = Point(
        content.x + Self.inset * (0.5 - content.x), content.y + Self.inset * (0.5 - content.y))
      found = faces.intersections(ray(through: inner))
    }
    if found.count > 1 { found.sort { ($0.face, $0.triangle) < ($1.face, $1.triangle) } }
    return found.compactMap { position(of: content, in: $0) }
  }

  /// The part of the distance to the center by which a point on the outermost edges is moved to find its triangle. Far
  /// above the rounding of content points (32 bits), far below a pixel.
  private static let inset = 0x1p-20

  private func ray(through content: Point) -> PickRay {
    PickRay(across: SIMD4(1, 0, 0, -content.x), down: SIMD4(0, 1, 0, -content.y))
  }

  private func position(of content: Point, in found: FaceBVH.TriangleIntersection) -> Position? {
    let (a, b, c) = mesh.corners(of: found)
    let offset = { (vertex: Mesh.Vertex) in
      SIMD2(Double(vertex.fromX) - content.x, Double(vertex.fromY) - content.y)
    }
    let (pa, pb, pc) = (offset(a), offset(b), offset(c))
    let areas = SIMD3(
      pb.x * pc.y - pb.y * pc.x, pc.x * pa.y - pc.y * pa.x, pa.x * pb.y - pa.y * pb.x)
    let area = areas.sum()
    guard area != 0 else { return nil }
    let weights = cornerWeights(found, areas / area, content)
    var point = SIMD3<Double>.zero
    for corner in 0..<4 where weights[corner] != 0 {
      point += SIMD3<Double>(mesh.vertices[Int(found.corners[corner])].to) * weights[corner]
    }
    guard point.x.isFinite, point.y.isFinite, point.z.isFinite else { return nil }
    return Position(
      hit: found, point: Point3D(point.x, point.y, point.z), isClockwise: area > 0)
  }

  /// The weights of the face's corners 0...3 at a content point; their sum is 1.
  /// - Parameter flat: the barycentric coordinates of the point in the triangle, over the content.
  private func cornerWeights(
    _ found: FaceBVH.TriangleIntersection, _ flat: SIMD3<Double>, _ content: Point
  ) -> SIMD4<Double> {
    let linear =
      found.triangle == 0 ? SIMD4(flat.x, flat.y, flat.z, 0) : SIMD4(flat.z, 0, flat.x, flat.y)
    switch mesh.faceInterpolation {
    case .triangles: return linear
    case .projective:
      // The content of weights b is sum(b w from) / sum(b w), with the projective weights w: b w is the flat weight.
      let weights = linear / mesh.projectiveWeights(ofFace: found.face, inBoundsOf: size)
      return weights / weights.sum()
    case .bilinear:
      var (across, down) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
      for corner in 0..<4 {
        let vertex = mesh.vertices[Int(found.corners[corner])]
        (across[corner], down[corner]) = (Double(vertex.fromX) - content.x, Double(vertex.fromY) - content.y)
      }
      return BilinearPatch(across: across, down: down, depth: .zero, w: .one).weights
    }
  }
}
