import MeshTransform
import Testing

@Suite struct MeshInterpolationTests {
  let flat: Mesh
  let bent: Mesh

  init() throws {
    flat = try Mesh.grid(rows: 2, columns: 2)
    bent = try flat.mappingVertices { vertex, i in
      Mesh.Vertex(
        from: vertex.from * 0.5, to: vertex.to + SIMD3(2, -4, Float(i)))
    }
  }

  @Test(arguments: [0.25, 0.5, -0.5, 1.5])
  func movesInAStraightLine(fraction: Double) throws {
    let between = try flat.interpolated(to: bent, fraction: fraction)
    let t = Float(fraction)
    for (i, vertex) in between.vertices.enumerated() {
      let start = flat.vertices[i]
      #expect(vertex.from == start.from * (1 - t * 0.5))
      #expect(vertex.to == start.to + SIMD3(2, -4, Float(i)) * t)
    }
    #expect(between.faces == flat.faces)
  }

  @Test func theEndsAreExact() throws {
    let odd = try flat.mappingVertices { vertex, _ in .still(vertex.fromX / 3, vertex.fromY / 7, z: 1e-20) }
    #expect(try flat.interpolated(to: odd, fraction: 0) == flat)
    #expect(try flat.interpolated(to: odd, fraction: 1) == odd)
    #expect(try odd.interpolated(to: odd, fraction: 0.3) == odd)
  }

  @Test func namesTheFirstDifference() throws {
    func difference(_ other: Mesh) -> String? {
      #expect(throws: MeshError.self) { try flat.interpolated(to: other, fraction: 0.5) }?.description
    }
    let start = "the meshes can't be interpolated: "
    #expect(difference(Mesh()) == start + "one has 9 vertices, the other 0")
    var other = flat
    try other.removeFace(at: 3)
    #expect(difference(other) == start + "one has 4 faces, the other 3")
    other = flat
    try other.replaceFace(at: 2, with: Mesh.Face(SIMD4(4, 7, 6, 3), creases: SIMD4(0, 0, 1, 0)))
    #expect(
      difference(other)
        == start
        + "faces[2] is [3, 4, 7, 6] in one and [4, 7, 6, 3] with creases [0.0, 0.0, 1.0, 0.0] in the other")
    other = flat
    other.depthNormalization = .none
    #expect(difference(other) == start + "depthNormalization is average in one and none in the other")
    other = flat
    other.replicatesEdges = true
    #expect(difference(other) == start + "replicatesEdges is false in one and true in the other")
  }

  @Test func refusesFractionsAndResultsThatAreNotFinite() throws {
    for fraction in [Double.nan, .infinity] {
      #expect(throws: MeshError.self) { try flat.interpolated(to: bent, fraction: fraction) }
    }
    #expect(throws: MeshError.self) { try flat.interpolated(to: bent, fraction: 1e300) }
  }
}
