import Testing

@testable import MeshTransform

/// Large meshes are computed on several threads, small ones on one: the results must be the same to the bit.
struct ParallelMeshTests {
  private static let size = Size(300, 200)

  /// Larger than what one thread does alone.
  private static func bent(rows: Int = 150, columns: Int = 140) throws -> Mesh {
    try .grid(rows: rows, columns: columns) { SIMD3($0.x, $0.y + 0.1 * $0.x * $0.x, $0.x * $0.y * 0.3) }
  }

  /// Face after face, as the definition has it.
  private func normals(of mesh: Mesh) -> [SIMD3<Float>] {
    let points = mesh.vertices.map { SIMD3($0.toX, $0.toY * (200.0 / 300), $0.toZ * (250.0 / 300)) }
    var sums = [SIMD3<Float>](repeating: .zero, count: points.count)
    func normal(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ c: SIMD3<Float>) -> SIMD3<Float> {
      let (u, v) = (b - a, c - a)
      return SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
    }
    for face in mesh.faces {
      let i = (0..<4).map { Int(face.indices[$0]) }
      let first = normal(points[i[0]], points[i[1]], points[i[2]])
      let second = normal(points[i[2]], points[i[3]], points[i[0]])
      for corner in [0, 1, 2] { sums[i[corner]] += first }
      for corner in [2, 3, 0] { sums[i[corner]] += second }
    }
    return sums.map { $0 / ($0 * $0).sum().squareRoot() }
  }

  @Test(arguments: [false, true]) func normalsAreThoseOfTheDefinition(isListed: Bool) throws {
    var mesh = try Self.bent()
    if isListed { mesh.storedFaces = .list(mesh.faces) }
    for (got, want) in zip(mesh.normals(inBoundsOf: Self.size), normals(of: mesh)) {
      #expect(abs(got.x - want.x) < 1e-5 && abs(got.y - want.y) < 1e-5 && abs(got.z - want.z) < 1e-5)
    }
  }

  /// Stripes of vertices cut the sums nowhere: a mesh whose faces are in another order of memory takes one thread, and
  /// at vertices whose faces come in the same order gives the same bits.
  @Test func normalsAreTheSameOnOneThread() throws {
    let mesh = try Self.bent()
    let parallel = mesh.normals(inBoundsOf: Self.size)
    // A face over the whole mesh in every block makes ranges share everything.
    let far = Mesh.Face(0, 1, UInt32(mesh.vertices.count - 1), UInt32(mesh.vertices.count - 2))
    var faces: [Mesh.Face] = []
    for (i, face) in mesh.faces.enumerated() {
      if i % 32 == 0 { faces.append(far) }
      faces.append(face)
    }
    let scattered = try Mesh(
      vertices: mesh.vertices, faces: faces, depthNormalization: mesh.depthNormalization)
    let serial = scattered.normals(inBoundsOf: Self.size)
    for i in 2..<mesh.vertices.count - 2 { #expect(parallel[i] == serial[i]) }
  }

  /// The faces of a grid and a list of the same faces have the same sums.
  @Test(arguments: [(1, 1), (3, 40_000), (40_000, 3), (150, 140)], Mesh.FaceInterpolation.allCases)
  func gridsAndListsHaveTheSameNormals(
    _ grid: (rows: Int, columns: Int), _ interpolation: Mesh.FaceInterpolation
  ) throws {
    var mesh = try Self.bent(rows: grid.rows, columns: grid.columns)
    mesh.faceInterpolation = interpolation
    // Vertices that no face has point toward the viewer.
    mesh.vertices.append(mesh.vertices[0])
    var listed = mesh
    listed.storedFaces = .list(mesh.faces)
    let normals = mesh.normals(inBoundsOf: Self.size)
    #expect(normals == listed.normals(inBoundsOf: Self.size))
    #expect(normals.last == .towardViewer)
  }

  @Test func presetGridsEqualGrids() throws {
    let surface = try Mesh.grid(rows: 150, columns: 140, depth: .average) { Point3D($0, $1, 0) }
    let grid = try Mesh.grid(rows: 150, columns: 140)
    #expect(surface.faces == grid.faces)
    #expect(surface.vertices.map(\.from) == grid.vertices.map(\.from))
  }

  @Test func gridsOfOneSizeShareTheirFaces() throws {
    let (first, second) = (try Self.bent(), try Self.bent())
    #expect(first.faces == second.faces)
    let other = try Self.bent(rows: 3, columns: 2)
    #expect(
      other.faces.map(\.indices) == [
        SIMD4(0, 1, 4, 3), SIMD4(1, 2, 5, 4), SIMD4(3, 4, 7, 6), SIMD4(4, 5, 8, 7), SIMD4(6, 7, 10, 9),
        SIMD4(7, 8, 11, 10),
      ])
  }

  @Test func nonFinitePresetGridsNameTheFirstVertex() {
    #expect(throws: MeshError.self) {
      try Mesh.grid(rows: 150, columns: 140, depth: .average) { u, v in
        Point3D(u, v, v > 0.9 ? .nan : 0)
      }
    }
  }

  /// Sharing indices changes no value, also where a mesh of the same faces is turned over or cut.
  @Test func sharedIndicesAreThoseOfAFreshList() throws {
    let mesh = try Self.bent()
    let list = TriangleList(mesh, inBoundsOf: Self.size, lit: true)
    let moved = try mesh.mappingVertices { vertex, _ in Mesh.Vertex(from: vertex.from, to: vertex.to * 0.5) }
    let mirrored = try mesh.mappingVertices { vertex, _ in
      Mesh.Vertex(from: SIMD2(1 - vertex.fromX, vertex.fromY), to: vertex.to)
    }
    let cut = try mesh.mappingVertices { vertex, _ in
      Mesh.Vertex(from: SIMD2(vertex.fromX * 1.2, vertex.fromY), to: vertex.to)
    }
    var previous = list
    for next in [moved, mirrored, moved, cut, mesh, mirrored] {
      for lit in [true, false] {
        let shared = TriangleList(next, inBoundsOf: Self.size, lit: lit, sharingWith: previous)
        let fresh = TriangleList(next, inBoundsOf: Self.size, lit: lit)
        #expect(shared.indices == fresh.indices && shared.vertices == fresh.vertices)
        previous = shared
      }
    }
    let shared = TriangleList(moved, inBoundsOf: Self.size, lit: true, sharingWith: list)
    #expect(shared.indices.isInMemory(of: list.indices))
  }

  @Test func blocksComeInOrder() {
    let sums = mapBlocks(1000, of: 7) { $0.reduce(0, +) }
    #expect(sums.count == 143 && sums.reduce(0, +) == 499_500 && sums[1] == (7..<14).reduce(0, +))
    #expect(mapBlocks(0, of: 7) { $0.count }.isEmpty)
    #expect(anyBlock(1000, of: 7) { $0.contains(999) } && !anyBlock(1000, of: 7) { $0.contains(1000) })
    #expect(!anyBlock(0, of: 7) { _ in true })
  }
}
