import MeshTransform
import Testing

@Suite struct MeshEditingTests {
  @Test func buildsAMeshPieceByPiece() throws {
    var mesh = Mesh()
    for (i, corner) in Mesh.corners.enumerated() { #expect(try mesh.addVertex(corner) == i) }
    #expect(try mesh.addFace(Mesh.Face(0, 1, 2, 3)) == 0)
    #expect(mesh == (try Mesh(vertices: Mesh.corners, faces: [Mesh.Face(0, 1, 2, 3)])))
  }

  @Test func refusesBrokenPiecesAndStaysAsItWas() throws {
    var mesh = try Mesh.grid(rows: 1, columns: 1)
    let before = mesh
    #expect(throws: MeshError.self) { try mesh.addVertex(.still(.nan, 0)) }
    #expect(throws: MeshError.indexOutOfRange(face: 1, corner: 3, index: 9, vertexCount: 4)) {
      try mesh.addFace(Mesh.Face(0, 1, 2, 9))
    }
    #expect(throws: MeshError.degenerateFaces([1], count: 1)) { try mesh.addFace(Mesh.Face(2, 2, 2, 2)) }
    #expect(throws: MeshError.noSuchVertex(4, vertexCount: 4)) {
      try mesh.replaceVertex(at: 4, with: .still(0, 0))
    }
    #expect(throws: MeshError.nonFinite(vertex: 2, .still(0, .infinity))) {
      try mesh.replaceVertex(at: 2, with: .still(0, .infinity))
    }
    #expect(throws: MeshError.noSuchFace(-1, faceCount: 1)) {
      try mesh.replaceFace(at: -1, with: Mesh.Face(0, 1, 2, 3))
    }
    #expect(throws: MeshError.degenerateFaces([0], count: 1)) {
      try mesh.replaceFace(at: 0, with: Mesh.Face(1, 2, 1, 0))
    }
    #expect(throws: MeshError.noSuchFace(1, faceCount: 1)) { try mesh.removeFace(at: 1) }
    #expect(throws: MeshError.noSuchVertex(.max, vertexCount: 4)) { try mesh.removeVertex(at: .max) }
    #expect(mesh == before)
  }

  @Test func replaces() throws {
    var mesh = try Mesh.grid(rows: 1, columns: 1)
    try mesh.replaceVertex(at: 1, with: .still(1, 0, z: 7))
    try mesh.replaceFace(at: 0, with: Mesh.Face(1, 3, 2, 0))
    #expect(mesh.vertices[1].toZ == 7)
    #expect(mesh.faces == [Mesh.Face(1, 3, 2, 0)])
  }

  @Test func removingAVertexRefusesNamingItsFaces() throws {
    var mesh = try Mesh.grid(rows: 2, columns: 2)
    let before = mesh
    #expect(throws: MeshError.vertexInUse(vertex: 1, faces: [0, 1], count: 2)) {
      try mesh.removeVertex(at: 1)
    }
    #expect(mesh == before)
    #expect(
      MeshError.vertexInUse(vertex: 1, faces: [0, 1], count: 2).description
        == "vertices[1] is used by faces[0] and faces[1]; remove them first, or with the vertex")
  }

  /// Without the corner 0 and its face, the faces 1, 2 and 3 of a 2 x 2 grid remain, one lower in every index.
  @Test func removingAVertexRenumbersTheFaces() throws {
    var mesh = try Mesh.grid(rows: 2, columns: 2)
    let vertices = mesh.vertices
    try mesh.removeVertex(at: 0, removingFaces: true)
    #expect(mesh.faces == [Mesh.Face(0, 1, 4, 3), Mesh.Face(2, 3, 6, 5), Mesh.Face(3, 4, 7, 6)])
    #expect(mesh.vertices == Array(vertices.dropFirst()))

    // The far corner is the highest index: nothing is renumbered.
    try mesh.removeVertex(at: 7, removingFaces: true)
    #expect(mesh.faces == [Mesh.Face(0, 1, 4, 3), Mesh.Face(2, 3, 6, 5)])
  }

  @Test func anUnusedVertexGoesAlone() throws {
    var mesh = try Mesh.grid(rows: 1, columns: 1)
    try mesh.addVertex(.still(5, 5))
    try mesh.removeVertex(at: 4)
    #expect(mesh == (try Mesh.grid(rows: 1, columns: 1)))
    try mesh.removeFace(at: 0)
    #expect(mesh.faces.isEmpty)
  }
}
