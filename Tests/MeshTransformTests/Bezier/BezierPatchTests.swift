import MeshTransform
import Testing

@Suite struct BezierPatchTests {
  /// Repeated straight-line interpolation, which knows no polynomial.
  private func deCasteljau(_ points: [Point3D], _ t: Double) -> Point3D {
    var points = points
    while points.count > 1 {
      points = zip(points, points.dropFirst()).map { a, b in
        Point3D(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t)
      }
    }
    return points[0]
  }

  private func surface(
    _ points: [Point3D], width: Int = 4, _ row: Int, _ column: Int, _ u: Double, _ v: Double
  )
    -> Point3D
  {
    deCasteljau(
      (0..<4).map { i in
        deCasteljau((0..<4).map { points[(3 * row + i) * width + 3 * column + $0] }, u)
      }, v)
  }

  private func randomPoints(_ count: Int, seed: UInt64) -> [Point3D] {
    var state = seed
    func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / Double(1 << 53) * 3 - 1
    }
    return (0..<count).map { _ in Point3D(next(), next(), next()) }
  }

  private func isNear(_ to: SIMD3<Float>, _ p: Point3D, _ tolerance: Float = 1e-6) -> Bool {
    let d = to - SIMD3(Float(p.x), Float(p.y), Float(p.z))
    return max(abs(d.x), abs(d.y), abs(d.z)) <= tolerance
  }

  private func even(rows: Int = 3, columns: Int = 3) -> [Point3D] {
    (0...rows).flatMap { row in
      (0...columns).map { Point3D(Double($0) / Double(columns), Double(row) / Double(rows), 0) }
    }
  }

  @Test(arguments: [UInt64(1), 2, 3]) func isDeCasteljaus(seed: UInt64) throws {
    let points = randomPoints(16, seed: seed)
    let mesh = try Mesh.bezierPatch(controlPoints: points, rows: 5, columns: 7)
    #expect(mesh.vertices.count == 48 && mesh.faces.count == 35)
    for (i, vertex) in mesh.vertices.enumerated() {
      let (u, v) = (Double(i % 8) / 7, Double(i / 8) / 5)
      #expect(vertex.from == SIMD2(Float(u), Float(v)))
      #expect(isNear(vertex.to, surface(points, 0, 0, u, v)))
    }
  }

  @Test func cornersLandOnTheirControlPoints() throws {
    let points = randomPoints(16, seed: 9)
    let mesh = try Mesh.bezierPatch(controlPoints: points, rows: 3, columns: 4)
    for (vertex, point) in [(0, 0), (4, 3), (15, 12), (19, 15)] {
      #expect(isNear(mesh.vertices[vertex].to, points[point], 0))
    }
  }

  @Test func evenPointsGiveTheIdentity() throws {
    let mesh = try Mesh.bezierPatch(controlPoints: even(), rows: 6, columns: 9)
    for vertex in mesh.vertices {
      #expect(isNear(vertex.to, Point3D(Double(vertex.fromX), Double(vertex.fromY), 0)))
    }
    for normal in mesh.normals(inBoundsOf: Size(30, 70)) {
      #expect(abs(normal.x) < 1e-6 && abs(normal.y) < 1e-6 && abs(normal.z - 1) < 1e-6)
    }
  }

  /// z = u^2 - u v has the control points of its degree-raised polynomial; normals are (-z_u, -z_v, 1).
  @Test func aQuadraticSurfaceIsReproduced() throws {
    let squared = [0, 0, 1.0 / 3, 1]
    let points = (0..<16).map { i in
      let (u, v) = (Double(i % 4) / 3, Double(i / 4) / 3)
      return Point3D(u, v, squared[i % 4] - u * v)
    }
    let mesh = try Mesh.bezierPatch(controlPoints: points, rows: 4, columns: 5)
    for (vertex, normal) in zip(mesh.vertices, mesh.limitNormals) {
      let (u, v) = (vertex.fromX, vertex.fromY)
      #expect(abs(vertex.toZ - (u * u - u * v)) < 1e-6)
      #expect(abs(normal.x / normal.z + (2 * u - v)) < 1e-5 && abs(normal.y / normal.z - u) < 1e-5)
      #expect(normal.z > 0)
    }
  }

  @Test func patchesShareTheirEdges() throws {
    let points = randomPoints(7 * 10, seed: 4)
    let mesh = try Mesh.bezierPatches(rows: 2, columns: 3, controlPoints: points, detail: 4)
    #expect(mesh.vertices.count == 9 * 13)
    for (i, vertex) in mesh.vertices.enumerated() {
      let (row, column) = (i / 13, i % 13)
      for (patchRow, r) in [(row / 4, row % 4), (row / 4 - 1, row % 4 + 4)]
      where patchRow >= 0 && patchRow < 2 && r <= 4 {
        let patchColumn = min(column / 4, 2)
        let expected = surface(
          points, width: 10, patchRow, patchColumn, Double(column - 4 * patchColumn) / 4, Double(r) / 4)
        #expect(isNear(vertex.to, expected))
      }
      #expect(abs(vertex.fromX - Float(column) / 12) < 1e-6 && abs(vertex.fromY - Float(row) / 8) < 1e-6)
    }
  }

  /// A mesh that several threads make has the vertices and normals of one that a single thread makes, whose points are
  /// fewer.
  @Test func sizeChangesNoVertex() throws {
    let points = randomPoints(7 * 10, seed: 5)
    func patches(_ detail: Int) throws -> Mesh {
      try Mesh.bezierPatches(
        rows: 2, columns: 3, controlPoints: points, rowSplits: [0.3], columnSplits: [0.2, 0.7],
        detail: detail)
    }
    let (small, large) = (try patches(10), try patches(160))
    let (smallWidth, largeWidth) = (31, 481)
    #expect(large.vertices.count == 321 * largeWidth)
    for (index, vertex) in small.vertices.enumerated() {
      let same = 16 * (index / smallWidth) * largeWidth + 16 * (index % smallWidth)
      #expect(large.vertices[same] == vertex)
      #expect(large.limitNormals[same] == small.limitNormals[index])
    }
  }

  @Test func splitsPlaceThePatchesInTheContent() throws {
    let mesh = try Mesh.bezierPatches(
      rows: 2, columns: 2, controlPoints: even(rows: 6, columns: 6), rowSplits: [0.25], columnSplits: [0.7],
      detail: 2)
    #expect(mesh.vertices[0..<5].map(\.fromX) == [0, 0.35, 0.7, 0.85, 1])
    #expect(stride(from: 0, to: 25, by: 5).map { mesh.vertices[$0].fromY } == [0, 0.125, 0.25, 0.625, 1])
  }

  /// At a corner whose handles lie on it both derivatives vanish; the normal is the one next to it.
  @Test func drawnInHandlesKeepTheNormal() throws {
    var points = even()
    (points[1], points[4], points[5]) = (points[0], points[0], points[0])
    for i in 0..<16 { points[i].z = points[i].x }
    let normal = try Mesh.bezierPatch(controlPoints: points, rows: 2, columns: 2).limitNormals[0]
    #expect(abs(normal.x + normal.z) < 1e-5 && abs(normal.y) < 1e-5 && normal.z > 0.5)
  }

  @Test func aMirroredPatchFacesAway() throws {
    let points = even().map { Point3D(1 - $0.x, $0.y, 0) }
    #expect(
      try Mesh.bezierPatch(controlPoints: points, rows: 1, columns: 1).limitNormals.allSatisfy { $0.z < 0 })
  }

  @Test func faultsAreNamed() {
    func words(_ make: () throws(BezierPatchError) -> Mesh) -> String {
      do throws(BezierPatchError) { _ = try make() } catch { return error.description }
      return "no error"
    }
    let points = even()
    #expect(
      words { () throws(BezierPatchError) in try .bezierPatch(controlPoints: Array(points.dropLast())) }
        .contains("there are 15 control points"))
    #expect(
      words { () throws(BezierPatchError) in try .bezierPatch(controlPoints: points, rows: 0) }
        .contains("0 rows and 24 columns"))
    #expect(
      words { () throws(BezierPatchError) in try .bezierPatch(controlPoints: points, rows: .max) }
        .contains("the limit"))
    #expect(
      words { () throws(BezierPatchError) in
        try .bezierPatches(rows: 1, columns: .max, controlPoints: points)
      }.contains("use 1...1000"))
    #expect(
      words { () throws(BezierPatchError) in
        try .bezierPatches(rows: 2, columns: 2, controlPoints: even(rows: 6, columns: 6), detail: .max)
      }.contains("the limit"))
    #expect(
      words { () throws(BezierPatchError) in
        try .bezierPatches(rows: 2, columns: 1, controlPoints: even(rows: 6), rowSplits: [0.2, 0.4])
      }.contains("there are 2 splits between 2 rows of patches; use 1"))
    for split in [0, 1, -1, Double.nan, .infinity] {
      #expect(
        words { () throws(BezierPatchError) in
          try .bezierPatches(rows: 2, columns: 1, controlPoints: even(rows: 6), rowSplits: [split])
        }.contains("use ascending values"))
    }
    for value in [Double.nan, .infinity, 1e300] {
      var points = points
      points[5].x = value
      #expect(
        words { () throws(BezierPatchError) in try .bezierPatch(controlPoints: points) }.contains("finite"))
    }
  }
}
