import TestSupport
import Testing

@testable import MeshTransform

@Suite struct NonManifoldTests {
  /// Three surfaces of 1 x 2 faces that meet along a bent line of three vertices: 0, 1, 2.
  private func book() throws -> Mesh {
    var vertices = [SIMD3<Float>(0, 0, 0), SIMD3(8, 1, 0), SIMD3(16, 0, 0)]
    var faces: [Mesh.Face] = []
    for away in [SIMD3<Float>(0, 9, 0), SIMD3(0, -9, 3), SIMD3(0, 0, 9)] {
      let first = UInt32(vertices.count)
      vertices += vertices[0..<3].map { $0 + away }
      faces += [Mesh.Face(0, 1, first + 1, first), Mesh.Face(1, 2, first + 2, first + 1)]
    }
    return try Mesh(vertices: vertices.map { Mesh.Vertex(from: SIMD2($0.x, $0.y), to: $0) }, faces: faces)
  }

  @Test func anEdgeOfThreeFacesIsASpline() throws {
    let refined = try book().subdivided(steps: 1)
    // The inner vertex by 1 6 1, ends stay, edges' middles are means.
    #expect(refined.vertices[1].to == SIMD3(8, 0.75, 0))
    #expect(refined.vertices[0].to == SIMD3(0, 0, 0))
    #expect(refined.vertices[2].to == SIMD3(16, 0, 0))
    #expect(refined.vertices.contains { $0.to == SIMD3(4, 0.5, 0) })
    #expect(refined.faces.allSatisfy { $0.creases == .zero })
  }

  @Test func aVertexOfTwoFansIsFixed() throws {
    // Two tetrahedra of triangles with one tip in common.
    var vertices = [SIMD3<Float>(0, 0, 0)]
    for side in [Float(1), -1] {
      vertices += [SIMD3(1, 0, side), SIMD3(-1, 1, side), SIMD3(-1, -1, side)]
    }
    var faces: [Mesh.Face] = []
    for a in [UInt32(1), 4] {
      faces += [
        Mesh.Face(0, a, a + 1, a + 1), Mesh.Face(0, a + 1, a + 2, a + 2), Mesh.Face(0, a + 2, a, a),
        Mesh.Face(a, a + 2, a + 1, a + 1),
      ]
    }
    let all = vertices.map { Mesh.Vertex(from: SIMD2($0.x, $0.y), to: $0) }
    let two = try Mesh(vertices: all, faces: faces)
    #expect(try two.subdivided(steps: 3).vertices[0].to == .zero)
    // One alone is smooth there.
    let one = try Mesh(vertices: Array(all[0..<4]), faces: Array(faces[0..<4]))
    #expect(try one.subdivided(steps: 3).vertices[0].toZ > 0.1)
  }

  /// Its sides, each of them twice there, are creases for ever.
  @Test func aFaceThatUsesAVertexTwiceIsALine() throws {
    let mesh = try Mesh(vertices: Array(Mesh.corners[0..<3]), faces: [Mesh.Face(0, 1, 2, 1)])
    let refined = try mesh.subdivided(steps: 1)
    let ends = [refined.vertices[0], refined.vertices[2]]
    #expect(ends == [mesh.vertices[0], mesh.vertices[2]])
    #expect(refined.vertices[1].from == SIMD2(0.875, 0.125))
    #expect(refined.faces.count == 4)
    #expect(try mesh.subdivided(steps: 3).vertices.allSatisfy { $0.isFinite })
  }

  @Test func verticesWithoutFacesStay() throws {
    var mesh = try Mesh.grid(rows: 2, columns: 2)
    let lone = Mesh.Vertex(from: SIMD2(3, 4), to: SIMD3(5, 6, 7))
    try mesh.addVertex(lone)
    let refined = try mesh.subdivided(steps: 2)
    #expect(refined.vertices[9] == lone)
    #expect(refined.vertices.count == 82)
  }

  /// Turning a face over, or beginning it elsewhere, moves no vertex.
  @Test func theOrderOfCornersDoesNotCount() throws {
    var random = SplitMix64(seed: 3)
    let grid = try Mesh.grid(rows: 4, columns: 3) { from in
      SIMD3(from.x, from.y, Float(random.number(in: -1...1)))
    }
    var turned = grid
    for (i, face) in grid.faces.enumerated() {
      let f = face.indices
      let others = [SIMD4(f.w, f.z, f.y, f.x), SIMD4(f.y, f.z, f.w, f.x), SIMD4(f.z, f.y, f.x, f.w), f]
      try turned.replaceFace(at: i, with: Mesh.Face(others[i % 4]))
    }
    func key(_ vertex: Mesh.Vertex) -> SIMD2<Int> {
      SIMD2(Int((vertex.fromX * 1000).rounded()), Int((vertex.fromY * 1000).rounded()))
    }
    func heights(_ mesh: Mesh) throws -> [SIMD2<Int>: Float] {
      Dictionary(uniqueKeysWithValues: try mesh.subdivided(steps: 2).vertices.map { (key($0), $0.toZ) })
    }
    let (a, b) = (try heights(grid), try heights(turned))
    #expect(a.count == b.count)
    for (place, height) in a { #expect(abs(height - (b[place] ?? .infinity)) < 1e-6) }
  }
}
