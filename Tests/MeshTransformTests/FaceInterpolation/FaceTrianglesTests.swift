import MeshTransform
import Testing

/// The meshes that are drawn by faces, and their triangles.
struct FaceTrianglesTests {
  private func list(_ mesh: Mesh, _ interpolation: Mesh.FaceInterpolation = .bilinear, lit: Bool = false)
    -> TriangleList
  {
    var mesh = mesh
    mesh.faceInterpolation = interpolation
    return TriangleList(mesh, inBoundsOf: Size(100, 100), lit: lit)
  }

  private func bent() throws -> Mesh {
    try Mesh.grid(rows: 2, columns: 2) { $0 == SIMD2(0.5, 0.5) ? SIMD3(0.6, 0.55, 0) : SIMD3($0, 0) }
  }

  /// Meshes without a difference use the cheaper interpolation.
  @Test(arguments: Mesh.FaceInterpolation.allCases)
  func parallelogramsAreTriangles(_ interpolation: Mesh.FaceInterpolation) throws {
    let grid = try Mesh.grid(rows: 7, columns: 3) { SIMD3(0.3 * $0.x - $0.y, $0.y + 0.1 * $0.x, $0.x) }
    for lit in [false, true] {
      let triangles = list(grid, interpolation, lit: lit)
      #expect(triangles.interpolation == .triangles)
      #expect(triangles.vertices.count == 32)
    }
  }

  @Test func bentFacesHaveCornersOfTheirOwn() throws {
    let triangles = list(try bent())
    #expect(triangles.interpolation == .bilinear)
    #expect(triangles.vertices.count == 16)
    let first: [UInt32] = [0, 1, 2, 2, 3, 0]
    #expect(triangles.indices == first + first.map { $0 + 4 } + first.map { $0 + 8 } + first.map { $0 + 12 })
    #expect(triangles.weights.isEmpty && !triangles.needsContentClip)
    #expect(list(try bent(), .projective).weights.count == 16)
    #expect(list(try bent(), .triangles).interpolation == .triangles)
  }

  /// Brightness that is not affine over a square shows the diagonal as well.
  @Test func brightnessCounts() throws {
    var grid = try Mesh.grid(rows: 1, columns: 1)
    try grid.setBrightness([1, 0, 1, 0])
    #expect(list(grid).interpolation == .triangles)
    try grid.setBrightness([1, 0, 0, 0])
    let triangles = list(grid)
    #expect(triangles.interpolation == .bilinear)
    #expect(triangles.brightness.sorted() == [0, 0, 0, 1])
  }

  /// Only faces wholly outside are left out; faces that cross the content's edge need clipping.
  @Test func outside() throws {
    let moved = try bent().mappingVertices { vertex, _ in
      Mesh.Vertex(from: vertex.from * 2 + SIMD2(0.5, 0.1), to: vertex.to)
    }
    let triangles = list(moved)
    #expect(triangles.needsContentClip)
    #expect(triangles.vertices.count == 4)
    var endless = moved
    endless.replicatesEdges = true
    #expect(list(endless).vertices.count == 16)
    #expect(!list(endless).needsContentClip)
  }

  /// A corner's normal is that of the patch: for a saddle, the cross product of its two edges.
  @Test func normalsOfAPatch() throws {
    var saddle = try Mesh(
      vertices: [(0, 0, 0.5), (1, 0, 0), (1, 1, 0), (0, 1, 0)].map { (x: Float, y: Float, z: Float) in
        Mesh.Vertex(from: SIMD2(x, y), to: SIMD3(x, y, z))
      }, faces: [Mesh.Face(0, 1, 2, 3)])
    saddle.faceInterpolation = .bilinear
    let normals = saddle.normals(inBoundsOf: Size(1, 1))
    // (1, 0, -0.5) x (0, 1, -0.5) = (0.5, 0.5, 1).
    let length = Float(1.5).squareRoot()
    #expect(abs(normals[0].x - 0.5 / length) < 1e-6 && abs(normals[0].y - 0.5 / length) < 1e-6)
    // The opposite corner lies in the plane of its neighbors' edges, (1, 1, 0)-(0, 1, 0)-(1, 0, 0).
    #expect(normals[2] == .towardViewer)
  }
}
