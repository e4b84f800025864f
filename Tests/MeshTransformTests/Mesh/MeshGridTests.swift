import MeshTransform
import Testing

@Suite struct MeshGridTests {
  @Test(arguments: [(1, 1), (2, 3), (7, 5)])
  func isTheIdentityInRowOrder(rows: Int, columns: Int) throws {
    let mesh = try Mesh.grid(rows: rows, columns: columns)
    #expect(mesh.vertices.count == (rows + 1) * (columns + 1))
    #expect(mesh.faces.count == rows * columns)
    #expect(mesh.depthNormalization == .average)
    for row in 0...rows {
      for column in 0...columns {
        let (x, y) = (Float(column) / Float(columns), Float(row) / Float(rows))
        #expect(mesh.vertices[row * (columns + 1) + column] == .still(x, y))
      }
    }
    #expect(mesh.vertices.last == .still(1, 1))
  }

  @Test func facesGoAroundFromTheTopLeft() throws {
    #expect(
      try Mesh.grid(rows: 2, columns: 2).faces == [
        Mesh.Face(0, 1, 4, 3), Mesh.Face(1, 2, 5, 4), Mesh.Face(3, 4, 7, 6), Mesh.Face(4, 5, 8, 7),
      ])
  }

  @Test(arguments: [(0, 1), (1, 0), (-1, 5), (Int.min, Int.min)])
  func refusesGridsWithoutFaces(rows: Int, columns: Int) {
    #expect(throws: MeshError.emptyGrid(rows: rows, columns: columns)) {
      try Mesh.grid(rows: rows, columns: columns)
    }
  }

  @Test(arguments: [
    (Int.max, Int.max), (Int.max, 1), (1, Int.max), (1 << 32, 1 << 32), (1 << 31, 1 << 31), (1024, 1024),
    (1023, 1024),
  ])
  func refusesGridsBeyondTheLimit(rows: Int, columns: Int) {
    #expect(throws: MeshError.gridTooLarge(rows: rows, columns: columns, limit: 1 << 20)) {
      try Mesh.grid(rows: rows, columns: columns)
    }
  }

  @Test func theLimitItselfIsAllowed() throws {
    #expect(try Mesh.grid(rows: 3, columns: 4, limit: 20).vertices.count == 20)
    #expect(throws: MeshError.gridTooLarge(rows: 3, columns: 4, limit: 19)) {
      try Mesh.grid(rows: 3, columns: 4, limit: 19)
    }
    // However high the limit is, an index has 32 bits.
    #expect(throws: MeshError.gridTooLarge(rows: 1 << 16, columns: 1 << 16, limit: Int(UInt32.max))) {
      try Mesh.grid(rows: 1 << 16, columns: 1 << 16, limit: .max)
    }
  }

  @Test func landsWhereTold() throws {
    let mesh = try Mesh.grid(rows: 1, columns: 2) { SIMD3($0.x * 2, $0.y - 1, $0.x) }
    #expect(mesh.vertices[4] == Mesh.Vertex(from: SIMD2(0.5, 1), to: SIMD3(1, 0, 0.5)))
    #expect(throws: MeshError.self) { try Mesh.grid(rows: 1, columns: 1) { _ in SIMD3(repeating: .nan) } }
  }
}
