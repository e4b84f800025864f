import TestSupport
import Testing

@testable import MeshTransform

/// The fast path for grids beside the one for all meshes.
@Suite struct GridRefinerTests {
  @Test(arguments: [(1, 1), (1, 4), (3, 1), (2, 2), (5, 3), (7, 8)], 1...4)
  func agreesWithTheGeneralPath(_ size: (rows: Int, columns: Int), steps: Int) throws {
    let grid = try bentGrid(size.rows, size.columns)
    #expect(GridSize(grid) != nil)
    let fast = try grid.subdivided(steps: steps, corners: .sharp)
    let general = try grid.subdivided(steps: steps, corners: .sharp, usesGrids: false)
    #expect(fast.faces == general.faces)
    #expect(fast.vertices.count == general.vertices.count)
    for (a, b) in zip(fast.vertices, general.vertices) {
      let differences = [
        a.fromX - b.fromX, a.fromY - b.fromY, a.toX - b.toX, a.toY - b.toY, a.toZ - b.toZ,
      ]
      #expect(differences.allSatisfy { abs($0) < 1e-6 })
    }
    for (a, b) in zip(fast.brightness, general.brightness) { #expect(abs(a - b) < 1e-6) }
  }

  /// In rows, the mesh has the same faces, divided along the other diagonal where row and column have an odd sum.
  @Test(arguments: [(1, 1), (2, 3), (4, 2)], 1...3)
  func rowsHaveTheSameFaces(_ size: (rows: Int, columns: Int), steps: Int) throws {
    let mesh = try bentGrid(size.rows, size.columns).tessellated(steps: steps)
    let rows = try #require(mesh.subdividedGridInRows)
    let (height, width) = (size.rows << steps, size.columns << steps)
    #expect(GridSize(rows) == GridSize(rows: height, columns: width))
    #expect(rows.limitNormals.count == rows.vertices.count && rows.brightness.count == mesh.brightness.count)
    func diagonal(_ face: Mesh.Face, of mesh: Mesh) -> [Set<Mesh.Vertex>] {
      let corners = (0..<4).map { mesh.vertices[Int(face.indices[$0])] }
      return [Set([corners[0], corners[2]]), Set([corners[1], corners[3]])]
    }
    let expected = Set(mesh.faces.map { diagonal($0, of: mesh) })
    #expect(expected.count == height * width)
    for (place, face) in rows.faces.enumerated() {
      var diagonals = diagonal(face, of: rows)
      if (place / width + place % width) & 1 == 1 { diagonals.reverse() }
      #expect(expected.contains(diagonals), "face \(place)")
    }
    // Any other mesh has no such rows.
    #expect(try bentGrid(3, 4).subdividedGridInRows == nil)
    var changed = mesh
    try changed.replaceFace(at: 0, with: mesh.faces[0])
    #expect(changed.subdividedGridInRows == nil && changed.faces == mesh.faces)
  }

  /// A part of a large grid must not depend on which thread made it.
  @Test func isTheSameOnManyThreads() throws {
    let grid = try bentGrid(40, 30)
    let once = try grid.subdivided(steps: 3)
    for _ in 0..<3 { #expect(try grid.subdivided(steps: 3) == once) }
    let general = try grid.subdivided(steps: 3, corners: .sharp, usesGrids: false)
    #expect(once.faces == general.faces)
    for (a, b) in zip(once.vertices, general.vertices) {
      #expect((abs(a.to - b.to) .< 1e-6) == .init(repeating: true))
    }
  }

  @Test func onlyGridsAreGrids() throws {
    let grid = try bentGrid(3, 4)
    #expect(GridSize(grid) == GridSize(try Mesh.grid(rows: 3, columns: 4)))
    var other = grid
    try other.addVertex(grid.vertices[0])
    #expect(GridSize(other) == nil)
    other = grid
    try other.removeFace(at: 5)
    #expect(GridSize(other) == nil)
    other = grid
    var face = grid.faces[7]
    face.creases = SIMD4(0, 0, 1, 0)
    try other.replaceFace(at: 7, with: face)
    #expect(GridSize(other) == nil)
    face = grid.faces[7]
    face.indices = SIMD4(face.indices.y, face.indices.z, face.indices.w, face.indices.x)
    try other.replaceFace(at: 7, with: face)
    #expect(GridSize(other) == nil)
    #expect(GridSize(Mesh()) == nil)
  }

  private func bentGrid(_ rows: Int, _ columns: Int) throws -> Mesh {
    var random = SplitMix64(seed: UInt64(rows * 100 + columns))
    func number() -> Float { Float(random.number(in: -1...1)) }
    var mesh = try Mesh.grid(rows: rows, columns: columns) { _ in SIMD3(number(), number(), number()) }
    try mesh.setBrightness(mesh.vertices.map { _ in number() + 1 })
    return mesh
  }
}
