import MeshTransform
import Testing

@Suite struct MeshMappingTests {
  @Test func mapsEveryVertexWithItsIndex() throws {
    var mesh = try Mesh.grid(rows: 2, columns: 2)
    let before = mesh
    try mesh.mapVertices { vertex, i in
      var vertex = vertex
      vertex.toZ = Float(i)
      return vertex
    }
    #expect(mesh.vertices.map(\.toZ) == [0, 1, 2, 3, 4, 5, 6, 7, 8])
    #expect(mesh.vertices.map(\.from) == before.vertices.map(\.from))
    #expect(mesh.faces == before.faces)
  }

  @Test func mappingLeavesTheOriginalAlone() throws {
    let mesh = try Mesh.grid(rows: 1, columns: 1)
    let raised = try mesh.mappingVertices { vertex, _ in .still(vertex.fromX, vertex.fromY, z: 1) }
    #expect(raised.vertices.allSatisfy { $0.toZ == 1 })
    #expect(mesh.vertices.allSatisfy { $0.toZ == 0 })
  }

  @Test func stopsAtTheFirstResultThatIsNotFinite() throws {
    var mesh = try Mesh.grid(rows: 1, columns: 1)
    let error = #expect(throws: MeshError.self) {
      try mesh.mapVertices { vertex, i in .still(vertex.fromX, vertex.fromY, z: i == 2 ? .infinity : 5) }
    }
    #expect(error == .nonFinite(vertex: 2, .still(0, 1, z: .infinity)))
    #expect(mesh.vertices.map(\.toZ) == [5, 5, 0, 0])
  }
}
