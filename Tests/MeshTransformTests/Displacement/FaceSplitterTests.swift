import Testing

@testable import MeshTransform

/// Faces divided into smaller ones of the same surface.
struct FaceSplitterTests {
  private func quad(_ interpolation: Mesh.FaceInterpolation) throws -> Mesh {
    let from = [SIMD2<Float>(0, 0), SIMD2(1, 0.1), SIMD2(0.9, 1), SIMD2(0.1, 0.8)]
    let to = [SIMD3<Float>(0.1, 0, 0), SIMD3(0.8, 0.2, 0.1), SIMD3(1, 1, 0), SIMD3(0, 0.7, 0.2)]
    return try Mesh(
      vertices: zip(from, to).map { Mesh.Vertex(from: $0, to: $1) }, faces: [Mesh.Face(0, 1, 2, 3)],
      faceInterpolation: interpolation)
  }

  private func split(_ mesh: Mesh, _ count: Int, limit: Int = Mesh.vertexLimit) -> Mesh {
    FaceSplitter(mesh, count: count, layerSize: Size(100, 80), limit: limit).split()
  }

  private func isNear(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Bool {
    max((a - b).max(), (b - a).max()) < 1e-5
  }

  /// The lattice of a divided quadrilateral, row by row.
  private func lattice(_ mesh: Mesh, _ count: Int) -> [[Mesh.Vertex]] {
    (0...count).map { j in
      (0...count).map { i in
        let face = mesh.faces[min(j, count - 1) * count + min(i, count - 1)].indices
        let corner = j == count ? (i == count ? 2 : 3) : (i == count ? 1 : 0)
        return mesh.vertices[Int(face[corner])]
      }
    }
  }

  /// The two triangles keep their diagonal.
  @Test func trianglesStay() throws {
    let mesh = try quad(.triangles)
    let v = mesh.vertices
    for (j, row) in lattice(split(mesh, 4), 4).enumerated() {
      for (i, vertex) in row.enumerated() {
        let (s, t) = (Float(i) / 4, Float(j) / 4)
        let shares = s >= t ? [1 - s, s - t, t, 0] : [1 - t, 0, s, t - s]
        let to = zip(v, shares).reduce(SIMD3<Float>.zero) { $0 + $1.0.to * $1.1 }
        let from = zip(v, shares).reduce(SIMD2<Float>.zero) { $0 + $1.0.from * $1.1 }
        #expect(isNear(vertex.to, to) && isNear(SIMD3(vertex.from, 0), SIMD3(from, 0)))
      }
    }
  }

  @Test func bilinearFacesStay() throws {
    let mesh = try quad(.bilinear)
    let v = mesh.vertices
    let middle = lattice(split(mesh, 4), 4)[2][2]
    #expect(isNear(middle.to, (v[0].to + v[1].to + v[2].to + v[3].to) / 4))
    let beside = lattice(split(mesh, 4), 4)[0][1]
    #expect(isNear(beside.to, v[0].to * 0.75 + v[1].to * 0.25))
  }

  /// In perspective the diagonals cross in the middle, and points on a line keep their cross ratio.
  @Test func projectiveFacesStay() throws {
    var mesh = try quad(.projective)
    mesh = try mesh.mappingVertices { vertex, _ in
      Mesh.Vertex(from: vertex.from, to: SIMD3(vertex.toX, vertex.toY, 0))
    }
    let v = mesh.vertices
    let rows = lattice(split(mesh, 4), 4)
    func isOnLine(_ p: SIMD3<Float>, _ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Bool {
      abs((p.x - a.x) * (b.y - a.y) - (p.y - a.y) * (b.x - a.x)) < 1e-5
    }
    let middle = rows[2][2]
    #expect(isOnLine(middle.to, v[0].to, v[2].to) && isOnLine(middle.to, v[1].to, v[3].to))
    let from = v.map { SIMD3($0.from, 0) }
    #expect(
      isOnLine(SIMD3(middle.from, 0), from[0], from[2]) && isOnLine(SIMD3(middle.from, 0), from[1], from[3]))
    for row in rows {
      for places in [row.map(\.to.x), row.map(\.from.x)] {
        let ratio =
          (places[2] - places[0]) * (places[4] - places[1]) / (places[2] - places[1])
          / (places[4] - places[0])
        #expect(abs(ratio - 1.5) < 1e-3)
      }
    }
  }

  /// Quadrilaterals and triangles share the vertices on their sides, in either direction.
  @Test func sidesAreShared() throws {
    let places: [SIMD2<Float>] = [
      SIMD2(0, 0), SIMD2(0.5, 0), SIMD2(0.5, 1), SIMD2(0, 1), SIMD2(1, 0), SIMD2(1, 1),
    ]
    let mesh = try Mesh(
      vertices: places.map { Mesh.Vertex(from: $0, to: SIMD3($0, 0)) },
      faces: [Mesh.Face(0, 1, 2, 3), Mesh.Face(1, 4, 2, 2), Mesh.Face(2, 2, 4, 5)])
    for count in [1, 2, 3, 8] {
      let result = split(mesh, count)
      // A quadrilateral and two triangles, whose sides are eight edges.
      let inside = (count - 1) * (count - 1) + (count - 1) * (count - 2)
      #expect(result.vertices.count == 6 + 8 * (count - 1) + inside)
      #expect(Set(result.vertices.map(\.from)).count == result.vertices.count)
      #expect(result.faces.count == (count == 1 ? 3 : count * count + count * (count + 1)))
      #expect(Mesh.validate(vertices: result.vertices, faces: result.faces).errors.isEmpty)
      for vertex in result.vertices { #expect(isNear(vertex.to, SIMD3(vertex.from, 0))) }
    }
  }

  /// There are as many parts as fit.
  @Test func theLimitHolds() throws {
    let mesh = try quad(.triangles)
    #expect(split(mesh, 100, limit: 400).vertices.count == 400)
    #expect(split(mesh, 100, limit: 399).vertices.count == 361)
    #expect(split(mesh, 100, limit: 4).vertices.count == 4)
    #expect(split(mesh, .max).vertices.count <= Mesh.vertexLimit)
  }
}
