import Testing

@testable import MeshTransform

/// The faces of a grid are those that a list of them would be, whether or not something has read them.
struct FaceStorageTests {
  private static func listed(_ rows: Int, _ columns: Int) -> [Mesh.Face] {
    (0..<rows).flatMap { row in
      (0..<columns).map { column in
        let first = UInt32(row * (columns + 1) + column)
        let below = first + UInt32(columns + 1)
        return Mesh.Face(first, first + 1, below + 1, below)
      }
    }
  }

  @Test(arguments: [(1, 1), (1, 7), (5, 1), (4, 3), (130, 140)])
  func gridsEqualLists(rows: Int, columns: Int) throws {
    let grid = try Mesh.grid(rows: rows, columns: columns)
    let list = try Mesh(
      vertices: grid.vertices, faces: Self.listed(rows, columns), depthNormalization: .average)
    #expect(grid.storedFaces.gridSize != nil && list.storedFaces.gridSize == nil)
    #expect(grid == list && list == grid && grid.hashValue == list.hashValue)
    #expect(grid.triangleIndices() == list.triangleIndices())
    #expect(grid.faceCount == rows * columns && GridSize(grid) == GridSize(list))
    #expect(grid.faces == list.faces)
    // Once they have been read, too.
    #expect(grid == list && grid.hashValue == list.hashValue)
  }

  @Test func gridsOfOneCountDiffer() throws {
    let (wide, tall) = (try Mesh.grid(rows: 2, columns: 3), try Mesh.grid(rows: 3, columns: 2))
    #expect(wide.faceCount == tall.faceCount)
    #expect(wide.storedFaces != tall.storedFaces)
    var creased = wide
    creased.faces[5].creases.x = 1
    #expect(creased.storedFaces != wide.storedFaces && GridSize(creased) == nil)
  }

  /// A change of one copy leaves the other as it is.
  @Test func copiesAreValues() throws {
    let grid = try Mesh.grid(rows: 2, columns: 2)
    var changed = grid
    changed.faces.removeLast()
    #expect(changed.faces == Array(Self.listed(2, 2).dropLast()) && changed.faceCount == 3)
    #expect(grid.faces == Self.listed(2, 2) && grid.faceCount == 4)
  }
}
