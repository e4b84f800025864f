import MeshTransform
import Testing

@Suite struct MeshTrianglesTests {
  @Test(
    arguments: [
      (Mesh.Face(4, 5, 6, 7), [4, 5, 6, 6, 7, 4]),
      (Mesh.Face(5, 6, 7, 4), [5, 6, 7, 7, 4, 5]),
      (Mesh.Face(0, 0, 1, 2), [1, 2, 0]),
      (Mesh.Face(0, 1, 1, 2), [1, 2, 0]),
      (Mesh.Face(0, 1, 2, 2), [0, 1, 2]),
      (Mesh.Face(0, 1, 2, 0), [0, 1, 2]),
      (Mesh.Face(0, 1, 2, 1), [0, 1, 2, 2, 1, 0]),
    ] as [(Mesh.Face, [UInt32])])
  func splitsAlongTheFirstAndThirdCorner(face: Mesh.Face, expected: [UInt32]) throws {
    let vertices = [Mesh.Vertex](repeating: .still(0, 0), count: 8)
    #expect(try Mesh(vertices: vertices, faces: [face]).triangleIndices() == expected)
  }

  @Test func followsTheOrderOfTheFaces() throws {
    let mesh = try Mesh.grid(rows: 1, columns: 2)
    #expect(mesh.triangleIndices() == [0, 1, 4, 4, 3, 0, 1, 2, 5, 5, 4, 1])
  }
}
