import MeshTransform
import Testing

@Suite struct MeshNormalsTests {
  private func expect(
    _ normal: Mesh.Normal, _ x: Float, _ y: Float, _ z: Float, location: SourceLocation = #_sourceLocation
  ) {
    let difference = max(abs(normal.x - x), abs(normal.y - y), abs(normal.z - z))
    #expect(difference < 2e-6, "\(normal), expected (\(x), \(y), \(z))", sourceLocation: location)
  }

  @Test func theIdentityFacesTheViewer() throws {
    let normals = try Mesh.grid(rows: 3, columns: 4).normals(inBoundsOf: Size(300, 200))
    #expect(normals.count == 20)
    #expect(normals.allSatisfy { $0 == .towardViewer })
  }

  /// z = 0.75 x on a layer of 200 x 100 points. Normalized by the height it rises 75 points over 200: the normal is
  /// (-75, 0, 200), divided by its length. In unit space it would be (-0.6, 0, 0.8).
  @Test func isMeasuredInPoints() throws {
    var mesh = try Mesh.grid(rows: 2, columns: 2) { SIMD3($0.x, $0.y, 0.75 * $0.x) }
    mesh.depthNormalization = .height
    let length = Float(75 * 75 + 200 * 200).squareRoot()
    for normal in mesh.normals(inBoundsOf: Size(200, 100)) { expect(normal, -75 / length, 0, 200 / length) }
    mesh.depthNormalization = .width
    for normal in mesh.normals(inBoundsOf: Size(200, 100)) { expect(normal, -0.6, 0, 0.8) }
  }

  @Test func aGridThatRisesDownwardHasUpwardNormals() throws {
    let mesh = try Mesh.grid(rows: 1, columns: 1) { SIMD3($0.x, $0.y, 0.75 * $0.y) }
    for normal in mesh.normals(inBoundsOf: Size(50, 50)) { expect(normal, 0, -0.6, 0.8) }
  }

  @Test func theOrderOfAFacesIndicesDoesNotMatter() throws {
    let vertices: [Mesh.Vertex] = [
      .still(0, 0), .still(1, 0, z: 0.2), .still(1, 1, z: 0.7), .still(0, 1, z: 0.5),
    ]
    let reference = try Mesh(vertices: vertices, faces: [Mesh.Face(0, 1, 2, 3)])
      .normals(inBoundsOf: Size(1, 1))
    for face in [Mesh.Face(3, 2, 1, 0), Mesh.Face(1, 2, 3, 0), Mesh.Face(2, 1, 0, 3)] {
      let normals = try Mesh(vertices: vertices, faces: [face]).normals(inBoundsOf: Size(1, 1))
      for (a, b) in zip(normals, reference) { expect(a, b.x, b.y, b.z) }
    }
  }

  @Test func mirroredContentShowsItsBack() throws {
    let mesh = try Mesh.grid(rows: 2, columns: 2) { SIMD3(1 - $0.x, $0.y, 0) }
    for normal in mesh.normals(inBoundsOf: Size(10, 10)) { expect(normal, 0, 0, -1) }
  }

  /// A roof: a panel three wide rising 3:4 beside one that is flat and one wide. At the ridge the cross products
  /// (-0.75, 0, 1) * 3 and (0, 0, 1) * 1 add up; the mean without areas would be different.
  @Test func weighsByArea() throws {
    let mesh = try Mesh(
      vertices: [
        .still(0, 0), .still(3, 0, z: 2.25), .still(4, 0, z: 2.25),
        .still(0, 1), .still(3, 1, z: 2.25), .still(4, 1, z: 2.25),
      ], faces: [Mesh.Face(0, 1, 4, 3), Mesh.Face(1, 2, 5, 4)])
    let normals = mesh.normals(inBoundsOf: Size(1, 1))
    // Vertex 1: one triangle of the roof and both of the flat panel. Vertex 4: both and one.
    let (first, second) = (SIMD2<Float>(-2.25, 3 + 2), SIMD2<Float>(-4.5, 6 + 1))
    for (index, sum) in [(1, first), (4, second)] {
      let length = (sum * sum).sum().squareRoot()
      expect(normals[index], sum.x / length, 0, sum.y / length)
    }
  }

  @Test func verticesWithoutAreaFaceTheViewer() throws {
    var mesh = try Mesh.grid(rows: 1, columns: 1) { _ in SIMD3(0.5, 0.5, 3) }
    try mesh.addVertex(.still(9, 9))
    #expect(mesh.normals(inBoundsOf: Size(100, 100)).allSatisfy { $0 == .towardViewer })
  }

  @Test(arguments: [
    Size(0, 0), Size(.nan, 1), Size(.infinity, 1), Size(1e300, 1e300), Size(1e-300, 1e-300), Size(-5, 5),
  ])
  func isAlwaysOfUnitLength(size: Size) throws {
    for depth in [Float(0), 1e-30, 1, 1e30, .greatestFiniteMagnitude] {
      let mesh = try Mesh.grid(rows: 2, columns: 2) { SIMD3($0.x, $0.y, $0.x * $0.y * depth) }
      for normal in mesh.normals(inBoundsOf: size) {
        let length = (normal.x * normal.x + normal.y * normal.y + normal.z * normal.z).squareRoot()
        #expect(abs(length - 1) < 1e-6, "\(normal) in \(size), depth \(depth)")
      }
    }
  }
}
