/// Divides each side of every face of a mesh into `count` parts. The surface stays: a face of two triangles keeps its
/// diagonal, a bilinear or projective one its curves. Faces that share a side share the vertices on it.
struct FaceSplitter {
  /// The number of parts of each side, 1 or more.
  private let count: Int
  private let mesh: Mesh
  private let edges: EdgeTable
  /// For the projective interpolation, in points.
  private let unitToPoints: SIMD3<Double>
  /// `from`, `to` and the brightness of the vertices.
  private var points: [Values] = []
  private var faces: [Mesh.Face] = []

  private typealias Values = SIMD8<Float>

  /// - `count`: the wanted number of parts; there are fewer where the result would have more vertices than `limit`.
  init(_ mesh: Mesh, count: Int, layerSize: Size, limit: Int) {
    (self.mesh, edges) = (mesh, EdgeTable(mesh.faces, vertexCount: mesh.vertices.count))
    unitToPoints = SIMD3(
      layerSize.width, layerSize.height, mesh.depthNormalization.pointsPerUnit(for: layerSize))
    let (vertexCount, edges) = (mesh.vertices.count, edges)
    let quads = (0..<edges.faceCount).count(where: { edges.corners($0).count == 4 })
    let triangles = edges.faceCount - quads
    func vertices(_ count: Int) -> Int {
      vertexCount + (count - 1) * (edges.edgeCount + quads * (count - 1) + triangles * (count - 2) / 2)
    }
    var count = max(1, min(count, 1024))
    while count > 1, vertices(count) > limit { count -= 1 }
    self.count = count
  }

  /// The mesh of the divided faces, without subdivision.
  consuming func split() -> Mesh {
    guard count > 1 else { return mesh }
    let brightness = mesh.brightness
    points = mesh.vertices.enumerated().map { index, vertex in
      Values(
        lowHalf: SIMD4(vertex.from.x, vertex.from.y, brightness.isEmpty ? 1 : brightness[index], 0),
        highHalf: SIMD4(vertex.to, 0))
    }
    points += [Values](repeating: .zero, count: edges.edgeCount * (count - 1))
    for face in 0..<edges.faceCount { split(face) }
    var result = Mesh(
      unchecked: points.map {
        Mesh.Vertex(from: SIMD2($0[0], $0[1]), to: SIMD3($0[4], $0[5], $0[6]))
      }, faces, depthNormalization: mesh.depthNormalization)
    (result.replicatesEdges, result.faceInterpolation) = (mesh.replicatesEdges, mesh.faceInterpolation)
    if !brightness.isEmpty { result.brightness = points.map { $0[2] } }
    return result
  }

  private mutating func split(_ face: Int) {
    let corners = edges.corners(face)
    let isTriangle = corners.count == 3
    let values = corners.map { points[Int(edges.cornerVertices[$0])] }
    let weights = isTriangle ? nil : projectiveWeights(values)
    // The vertex at column i and row j; a triangle has those with j up to i.
    var lattice: [UInt32] = []
    for j in 0...count {
      for i in 0...count where !isTriangle || j <= i {
        let (s, t) = (Float(i) / Float(count), Float(j) / Float(count))
        if let place = sharedVertex(i, j, corners) {
          lattice.append(UInt32(place))
          let isCorner = place < mesh.vertices.count
          if !isCorner { points[place] = value(values, s, t, weights) }
        } else {
          lattice.append(UInt32(points.count))
          points.append(value(values, s, t, weights))
        }
      }
    }
    func vertex(_ i: Int, _ j: Int) -> UInt32 {
      lattice[isTriangle ? j * (count + 1) - j * (j - 1) / 2 + i - j : j * (count + 1) + i]
    }
    for j in 0..<count {
      for i in (isTriangle ? j : 0)..<count {
        let last = vertex(i + 1, j + 1)
        let left = isTriangle && i == j ? last : vertex(i, j + 1)
        faces.append(Mesh.Face(vertex(i, j), vertex(i + 1, j), last, left))
      }
    }
  }

  /// The vertex on a side of the face; nil for a place inside.
  private func sharedVertex(_ i: Int, _ j: Int, _ corners: Range<Int>) -> Int? {
    let (side, step) =
      if j == 0 { (0, i) } else if i == count { (1, j) } else if corners.count == 3 {
        (2, i == j ? count - i : 0)
      } else if j == count { (2, count - i) } else { (3, i == 0 ? count - j : 0) }
    if step == 0, side > 1 { return nil }
    let corner = corners.lowerBound + side
    let next = side + 1 == corners.count ? corners.lowerBound : corner + 1
    let (start, end) = (edges.cornerVertices[corner], edges.cornerVertices[next])
    if step == 0 || step == count { return Int(step == 0 ? start : end) }
    // From the lower vertex to the higher one, in every face.
    let place = start < end ? step : count - step
    return mesh.vertices.count + Int(edges.cornerEdges[corner]) * (count - 1) + place - 1
  }

  /// The surface at the share `s` of the way along the face's first side, and `t` across.
  private func value(_ corners: [Values], _ s: Float, _ t: Float, _ weights: (SIMD4<Float>, SIMD4<Float>)?)
    -> Values
  {
    if corners.count == 3 {
      return corners[0] + (corners[1] - corners[0]) * s + (corners[2] - corners[1]) * t
    }
    if mesh.faceInterpolation == .triangles || (mesh.faceInterpolation == .projective && weights == nil) {
      return s >= t
        ? corners[0] + (corners[1] - corners[0]) * s + (corners[2] - corners[1]) * t
        : corners[0] + (corners[3] - corners[0]) * t + (corners[2] - corners[3]) * s
    }
    func mean(_ factors: SIMD4<Float>) -> Values {
      let shares: SIMD4<Float> = SIMD4(1 - s, s, s, 1 - s) * SIMD4(1 - t, 1 - t, t, t) * factors
      let sum = (0..<4).reduce(Values.zero) { $0 + corners[$1] * shares[$1] }
      return sum / shares.sum()
    }
    guard let (from, to) = weights else { return mean(.one) }
    return Values(lowHalf: mean(from).lowHalf, highHalf: mean(to).highHalf)
  }

  /// The weights of the perspective maps from the unit square to the content's quadrilateral and to the face; nil where
  /// there are none, and for other interpolations.
  private func projectiveWeights(_ corners: [Values]) -> (from: SIMD4<Float>, to: SIMD4<Float>)? {
    guard mesh.faceInterpolation == .projective,
      let from = ProjectiveWeights.relation(corners.map { SIMD3(Double($0[0]), Double($0[1]), 0) }),
      let to = ProjectiveWeights.relation(
        corners.map { SIMD3(Double($0[4]), Double($0[5]), Double($0[6])) * unitToPoints })
    else { return nil }
    return (SIMD4<Float>(from), SIMD4<Float>(to))
  }
}
