import Testing

@testable import MeshTransform

/// Legal meshes that probably are mistakes.
struct MeshAnomaliesTests {
  private func mesh(_ corners: [SIMD3<Float>], _ face: Mesh.Face = Mesh.Face(0, 1, 2, 3)) throws -> Mesh {
    let content: [SIMD2<Float>] = [[0, 0], [1, 0], [1, 1], [0, 1]]
    return try Mesh(vertices: zip(content, corners).map { Mesh.Vertex(from: $0, to: $1) }, faces: [face])
  }

  private static let square: [SIMD3<Float>] = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]

  /// The corners of a bow tie, in both orders, in the picture's plane and in another.
  @Test(arguments: [[0, 1, 3, 2], [0, 2, 1, 3]], [SIMD3<Float>(1, 1, 0), SIMD3(1, 0, 1)])
  func crossingEdges(_ order: [Int], _ axes: SIMD3<Float>) throws {
    let corners = order.map { index in
      let corner = Self.square[index]
      return axes.z == 0 ? corner : SIMD3(corner.x, 0.5, corner.y)
    }
    let found = try mesh(corners).selfCrossingFaces(limit: 5)
    #expect(found.first == [0] && found.count == 1)
  }

  @Test(
    arguments: [
      square, [[0, 0, 0], [1, 0, 0], [0.2, 0.2, 0], [0, 1, 0]],
      [[0, 0, 0], [0.4, 0.4, 0], [1, 1, 0], [0, 1, 0]],
      [[0, 0, 0], [1, 0, 0], [0.5, 0, 1], [1, 1, 0]], [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]],
    ] as [[SIMD3<Float>]])
  func othersDoNotCross(_ corners: [SIMD3<Float>]) throws {
    #expect(try mesh(corners).selfCrossingFaces(limit: 5).count == 0)
  }

  @Test(arguments: MeshPreset.all.map(\.name)) func presetsDoNotCross(_ name: String) throws {
    #expect(try PresetMesh(name, [:]).mesh().selfCrossingFaces(limit: 1).count == 0)
  }

  @Test func contentThatIsLeftOut() throws {
    #expect(try Mesh.grid(rows: 7, columns: 9).unusedContent == 0)
    let half = try Mesh(
      vertices: [[0, 0], [0.5, 0], [0.5, 1], [0, 1]].map { Mesh.Vertex(from: $0, to: [$0.x, $0.y, 0]) },
      faces: [Mesh.Face(0, 1, 2, 3)])
    #expect(abs(half.unusedContent - 0.5) < 1e-6)
    let wide = try Mesh(
      vertices: [[-1, -1], [0.5, -1], [0.5, 3], [-1, 3]].map { Mesh.Vertex(from: $0, to: [$0.x, $0.y, 0]) },
      faces: [Mesh.Face(0, 1, 2, 3)])
    #expect(abs(wide.unusedContent - 0.5) < 1e-6)
  }
}
