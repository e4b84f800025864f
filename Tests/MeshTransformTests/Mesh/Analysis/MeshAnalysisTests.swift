import Testing

@testable import MeshTransform

/// What an inspection finds in meshes that were made to have it.
struct MeshAnalysisTests {
  @Test func aGridIsRegular() throws {
    let found = try Mesh.grid(rows: 3, columns: 5).analyzed()
    #expect(found.vertexCount == 24 && found.quadCount == 15 && found.triangleCount == 0)
    #expect(found.grid == .init(rows: 3, columns: 5))
    #expect(found.componentCount == 1 && found.isFlat && found.isInvertible)
    #expect(found.boundaries.count == 1)
    #expect(found.boundaries[0].isClosed && found.boundaries[0].edgeCount == 16)
    #expect(abs(found.boundaries[0].length - 4) < 1e-6)
    #expect(found.fromBounds == .init(low: .zero, high: SIMD3(1, 1, 0)))
    #expect(found.extraordinaryVertices.isEmpty && found.suggestions.isEmpty)
  }

  /// A grid is one by how it hangs together, not by the order of its elements, nor by their places.
  @Test func aShuffledGridIsAGrid() throws {
    let grid = try Mesh.grid(rows: 2, columns: 4)
    let count = UInt32(grid.vertices.count)
    let faces = grid.faces.reversed().map { face -> Mesh.Face in
      let i = face.indices
      return Mesh.Face(count - 1 - i.y, count - 1 - i.z, count - 1 - i.w, count - 1 - i.x)
    }
    let vertices = grid.vertices.reversed().map { vertex in
      Mesh.Vertex(
        from: vertex.from, to: SIMD3(vertex.toX * vertex.toX, vertex.toY + vertex.toX, 0.5 * vertex.toY))
    }
    let found = try Mesh(vertices: vertices, faces: faces).analyzed()
    #expect(found.grid == .init(rows: 2, columns: 4))
    #expect(!found.isFlat && !found.isInvertible && found.inverseFault != nil)
  }

  /// A ring has no corners and two boundaries; a sphere of quadrilaterals has eight vertices of three edges and none.
  @Test func topologyIsCounted() throws {
    let ring = try Mesh(
      vertices: (0..<16).map { i in
        let (sine, cosine) = Angle.degrees(45 * Double(i % 8)).sineAndCosine
        let radius = i < 8 ? 0.25 : 0.5
        let place = SIMD2(Float(0.5 + radius * cosine), Float(0.5 + radius * sine))
        return Mesh.Vertex(from: place, to: SIMD3(place.x, place.y, 0))
      },
      faces: (0..<8).map { i in Mesh.Face(i, (i + 1) % 8, 8 + (i + 1) % 8, 8 + i) })
    let found = ring.analyzed()
    #expect(found.grid == nil && found.boundaries.map(\.edgeCount) == [8, 8])
    #expect(found.boundaries.allSatisfy(\.isClosed) && found.extraordinaryVertices.isEmpty)
    #expect(found.isInvertible)
    let side = 2 * Angle.degrees(22.5).sineAndCosine.sine
    #expect(abs(found.boundaries[0].length - 8 * 0.25 * side) < 1e-6)
    #expect(abs(found.boundaries[1].length - 8 * 0.5 * side) < 1e-6)

    let cube = try Mesh(
      vertices: (0..<8).map { i in
        let place = SIMD3(Float(i & 1), Float(i >> 1 & 1), Float(i >> 2))
        return Mesh.Vertex(from: SIMD2(place.x, place.y) * 0.4 + place.z * 0.5, to: place)
      },
      faces: [
        Mesh.Face(0, 2, 3, 1), Mesh.Face(4, 5, 7, 6), Mesh.Face(0, 1, 5, 4), Mesh.Face(2, 6, 7, 3),
        Mesh.Face(0, 4, 6, 2), Mesh.Face(1, 3, 7, 5),
      ])
    let closed = cube.analyzed()
    #expect(closed.boundaries.isEmpty && closed.grid == nil)
    #expect(closed.extraordinaryVertices.map(\.vertex) == Array(0..<8))
    #expect(closed.extraordinaryVertices.allSatisfy { $0.edgeCount == 3 && !$0.isOnBoundary })
  }

  /// Three faces on one edge; two parts that meet in one vertex; one that stands alone.
  @Test func whatHangsTogetherOddlyIsNamed() throws {
    func at(_ x: Float, _ y: Float, _ z: Float = 0) -> Mesh.Vertex { .still(x, y, z: z) }
    let fan = try Mesh(
      vertices: [at(0, 0), at(0, 1), at(1, 0), at(1, 1), at(-1, 0), at(-1, 1), at(0, 0, 1), at(0, 1, 1)],
      faces: [Mesh.Face(0, 2, 3, 1), Mesh.Face(0, 1, 5, 4), Mesh.Face(0, 6, 7, 1)]
    ).analyzed()
    #expect(fan.nonManifoldEdges == [.init(first: 0, second: 1)])
    #expect(fan.nonManifoldVertices.isEmpty)

    let touching = try Mesh(
      vertices: [
        at(0, 0), at(1, 0), at(1, 1), at(0, 1), at(2, 1), at(2, 2), at(1, 2), at(5, 5), at(6, 5), at(6, 6),
      ],
      faces: [Mesh.Face(0, 1, 2, 3), Mesh.Face(2, 4, 5, 6), Mesh.Face(7, 8, 9, 9)]
    ).analyzed()
    #expect(touching.nonManifoldVertices == [2] && touching.nonManifoldEdges.isEmpty)
    #expect(touching.componentCount == 2)
    #expect(touching.quadCount == 2 && touching.triangleCount == 1 && touching.grid == nil)
    #expect(touching.boundaries.reduce(0) { $0 + $1.edgeCount } == 11)
  }

  @Test func faultsOfFacesAndVerticesAreNamed() throws {
    var vertices = try Mesh.grid(rows: 1, columns: 4).vertices
    let faces = try Mesh.grid(rows: 1, columns: 4).faces
    // The last column lands on the one before it, and the one before that folds.
    for row in [4, 9] { vertices[row].toX = vertices[row - 1].toX }
    for row in [1, 6] { vertices[row].toX = 0.6 }
    vertices.append(vertices[0])
    vertices.append(.still(7, 7))
    let creased = Mesh.Face(faces[0].indices, creases: SIMD4(0, 2.5, 0, 0))
    let found = Mesh.Analysis(
      vertices: vertices, faces: [creased] + faces.dropFirst() + [Mesh.Face(3, 3, 3, 3)])
    #expect(found.zeroAreaFacesInTo == [3] && found.zeroAreaFacesInFrom.isEmpty)
    #expect(found.foldedFaces == [1])
    #expect(found.undrawableFaces == [4] && found.quadCount == 4)
    #expect(found.duplicateVertices == [10] && found.unusedVertices == [10, 11])
    #expect(found.creasedEdges == [.init(first: 1, second: 6)] && found.sharpestCrease == 2.5)
    // Unused vertices do not count.
    #expect(found.toBounds?.high == SIMD3(0.75, 1, 0))
    #expect(!found.isInvertible && found.suggestions.count == 5)
    for name in ["faces[4]", "faces[3]", "faces[1]", "vertices[10]", "vertices[11]"] {
      #expect(found.suggestions.contains { $0.contains(name) }, "\(name)")
    }
  }

  @Test func anEmptyMeshIsSaidToBe() {
    let found = Mesh().analyzed()
    #expect(found.toBounds == nil && found.componentCount == 0 && found.boundaries.isEmpty)
    #expect(found.suggestions.count == 1)
  }

  /// A vertex at which all faces meet takes no longer than others: 2,000 triangles around it, each with edges of its own.
  @Test(.timeLimit(.minutes(30))) func manyFacesAtOneVertex() throws {
    let count: UInt32 = 2000
    var vertices = [Mesh.Vertex.still(0.5, 0.5)]
    for i in 0..<2 * count {
      let (sine, cosine) = Angle.degrees(360 * Double(i) / Double(2 * count)).sineAndCosine
      vertices.append(.still(Float(0.5 + 0.5 * cosine), Float(0.5 + 0.5 * sine)))
    }
    let faces = (0..<count).map { Mesh.Face(0, 1 + 2 * $0, 2 + 2 * $0, 2 + 2 * $0) }
    let found = Mesh.Analysis(vertices: vertices, faces: faces)
    #expect(found.nonManifoldVertices == [0] && found.boundaries.count >= 1)
    #expect(found.boundaries.reduce(0) { $0 + $1.edgeCount } == 3 * Int(count))
  }
}
