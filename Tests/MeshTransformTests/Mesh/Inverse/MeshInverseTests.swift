import Testing

@testable import MeshTransform

/// A mesh and its inverse undo one another, and what has no inverse is refused by name.
struct MeshInverseTests {
  private static let presets = ["swirl", "ellipse", "wave", "lens", "cornerPin"]

  /// Through the mesh and back: every triangle's middle maps to itself, which affine maps of a wrong diagonal would miss.
  @Test func trianglesComeBack() throws {
    let grid = try Mesh.grid(rows: 6, columns: 7).mappingVertices { vertex, index in
      var vertex = vertex
      vertex.toX += 0.02 * Float((index * 7) % 5 - 2)
      vertex.toY += 0.02 * Float((index * 11) % 5 - 2)
      return vertex
    }
    let inverse = try grid.inverted()
    #expect(inverse.faces == grid.faces)
    #expect(inverse.triangleIndices() == grid.triangleIndices())
    for (there, back) in zip(grid.vertices, inverse.vertices) {
      #expect(back.from == SIMD2(there.toX, there.toY))
      #expect(back.to == SIMD3(there.fromX, there.fromY, 0))
    }
    #expect(try inverse.inverted() == grid)
  }

  @Test func settingsStayAndBrightnessGoes() throws {
    var mesh = try Mesh(
      vertices: Mesh.corners, faces: [Mesh.Face(0, 1, 2, 3)], depthNormalization: .height,
      replicatesEdges: true, faceInterpolation: .projective)
    try mesh.setBrightness([1, 2, 3, 4])
    let inverse = try mesh.inverted()
    #expect(inverse.brightness.isEmpty && inverse.replicatesEdges)
    #expect(inverse.faceInterpolation == .projective && inverse.depthNormalization == .height)
  }

  /// At another depth, and without faces.
  @Test func anyOneDepthWillDo() throws {
    let raised = try Mesh(
      vertices: Mesh.corners.map { Mesh.Vertex(from: $0.from, to: SIMD3($0.toX, $0.toY, 0.5)) },
      faces: [Mesh.Face(0, 1, 2, 3)])
    #expect(try raised.inverted().vertices.allSatisfy { $0.toZ == 0 })
    #expect(try Mesh().inverted() == Mesh())
  }

  @Test func kindsWithoutInverseAreRefused() throws {
    var mesh = try Mesh(vertices: Mesh.corners, faces: [Mesh.Face(0, 1, 2, 3)])
    mesh.faceInterpolation = .bilinear
    #expect(throws: MeshInverseError.interpolation(.bilinear)) { try mesh.inverted() }
    mesh.faceInterpolation = .triangles
    try mesh.setSubdivisionSteps(-1)
    #expect(throws: MeshInverseError.subdivided(steps: -1)) { try mesh.inverted() }
    let tilted = try Mesh(
      vertices: [.still(0, 0), .still(1, 0), .still(1, 1, z: 0.25), .still(0, 1)],
      faces: [Mesh.Face(0, 1, 2, 3)])
    #expect(throws: MeshInverseError.notFlat(vertex: 0, z: 0, other: 2, otherZ: 0.25)) {
      try tilted.inverted()
    }
  }

  /// A quadrilateral pressed flat, one with a corner beyond the diagonal, and a strip folded over at its last face.
  @Test func foldsAreNamed() throws {
    let line = try Mesh(
      vertices: Mesh.corners.map { Mesh.Vertex(from: $0.from, to: SIMD3($0.toX, 0.5, 0)) },
      faces: [Mesh.Face(0, 1, 2, 3)])
    #expect(throws: MeshInverseError.zeroArea(face: 0, in: .to)) { try line.inverted() }
    #expect(throws: MeshInverseError.zeroArea(face: 0, in: .from)) {
      try Mesh(
        vertices: Mesh.corners.map { Mesh.Vertex(from: SIMD2($0.fromX, 0.5), to: $0.to) },
        faces: [Mesh.Face(0, 1, 2, 3)]
      ).inverted()
    }

    let strip = try Mesh.grid(rows: 1, columns: 4).mappingVertices { vertex, _ in
      var vertex = vertex
      if vertex.fromX > 0.9 { vertex.toX = 0.6 }
      return vertex
    }
    #expect(throws: MeshInverseError.folded(face: 3)) { try strip.inverted() }

    var dart = Mesh.corners
    dart[1] = Mesh.Vertex(from: SIMD2(1, 0), to: SIMD3(0.3, 0.7, 0))
    #expect(throws: MeshInverseError.self) {
      try Mesh(vertices: dart, faces: [Mesh.Face(0, 1, 2, 3)]).inverted()
    }
  }

  /// A dart that maps to a dart turns neither triangle alone, yet one diagonal's triangles lie over one another.
  @Test func aConcaveFaceOverlapsItself() throws {
    let places: [SIMD2<Float>] = [SIMD2(0, 0), SIMD2(0.3, 0.6), SIMD2(1, 1), SIMD2(0.2, 0.9)]
    let vertices = places.map { Mesh.Vertex(from: $0, to: SIMD3($0.x, $0.y, 0)) }
    #expect(throws: MeshInverseError.overlapping(face: 0, other: 0, in: .to)) {
      try Mesh(vertices: vertices, faces: [Mesh.Face(0, 1, 2, 3)]).inverted()
    }
    // The other diagonal divides it.
    let divided = try Mesh(vertices: vertices, faces: [Mesh.Face(1, 2, 3, 0)])
    #expect(throws: Never.self) { try divided.inverted() }
    var projective = divided
    projective.faceInterpolation = .projective
    #expect(throws: MeshInverseError.notConvex(face: 0, in: .from)) { try projective.inverted() }
  }

  /// Two surfaces side by side in the content that land over one another, and the other way around.
  @Test func overlapsAreNamed() throws {
    func surface(_ from: SIMD2<Float>, _ to: SIMD2<Float>) -> [Mesh.Vertex] {
      Mesh.corners.map { corner in
        let p = SIMD2(corner.fromX, corner.fromY) * 0.3
        return Mesh.Vertex(from: from + p, to: SIMD3(to.x + p.x, to.y + p.y, 0))
      }
    }
    let faces = [Mesh.Face(0, 1, 2, 3), Mesh.Face(4, 5, 6, 7)]
    let apart = SIMD2<Float>(0.5, 0)
    let near = SIMD2<Float>(0.1, 0.1)
    #expect(throws: MeshInverseError.overlapping(face: 0, other: 1, in: .to)) {
      try Mesh(vertices: surface(.zero, .zero) + surface(apart, near), faces: faces).inverted()
    }
    #expect(throws: MeshInverseError.overlapping(face: 0, other: 1, in: .from)) {
      try Mesh(vertices: surface(.zero, .zero) + surface(near, apart), faces: faces).inverted()
    }
    // One inside another, no edges crossing; and one exactly on another.
    let small = surface(apart, .zero).map {
      Mesh.Vertex(from: $0.from, to: SIMD3(0.1 + $0.toX * 0.1, 0.1 + $0.toY * 0.1, 0))
    }
    for other in [small, surface(apart, .zero)] {
      #expect(throws: MeshInverseError.overlapping(face: 0, other: 1, in: .to)) {
        try Mesh(vertices: surface(.zero, .zero) + other, faces: faces).inverted()
      }
    }
    // Side by side with a common edge that is no common vertex, one of them a hair over it by rounding.
    let touching = try Mesh(
      vertices: surface(.zero, .zero) + surface(apart, SIMD2(Float(0.3).nextDown, 0)), faces: faces)
    #expect(throws: Never.self) { try touching.inverted() }
  }

  /// A ribbon that goes around nearly twice: every triangle is turned alike, and only a look at all pairs finds it.
  @Test func aSpiralOverItselfIsFound() throws {
    func ribbon(turns: Float) throws -> Mesh {
      try Mesh.grid(rows: 1, columns: 60).mappingVertices { vertex, _ in
        let angle = Double(vertex.fromX * turns) * 2 * .pi
        let radius = Double(0.3 + 0.15 * vertex.fromY)
        var vertex = vertex
        let (sine, cosine) = Angle.radians(angle).sineAndCosine
        (vertex.toX, vertex.toY) = (Float(0.5 + radius * cosine), Float(0.5 + radius * sine))
        return vertex
      }
    }
    #expect(throws: Never.self) { try ribbon(turns: 0.98).inverted() }
    #expect {
      try ribbon(turns: 1.1).inverted()
    } throws: { error in
      guard case .overlapping(let a, let b, .to) = error as? MeshInverseError else { return false }
      return a < 6 && b > 50
    }
  }

  @Test(arguments: presets)
  func flatPresetsHaveInverses(_ name: String) throws {
    let mesh = try MeshPreset.named(name).mesh([:])
    let inverse = try mesh.inverted()
    #expect(inverse.vertices.count == mesh.vertices.count)
  }

  /// The tree finds exactly what a look at all pairs finds.
  @Test func theSearchAgreesWithAllPairs() throws {
    var state: UInt64 = 7
    func random() -> Float {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(state >> 40) / Float(1 << 24)
    }
    for _ in 0..<200 {
      var vertices: [Mesh.Vertex] = []
      var faces: [Mesh.Face] = []
      for index in 0..<12 {
        let base = SIMD2(random(), random())
        let corner = UInt32(vertices.count)
        for offset in [SIMD2<Float>(0, 0), SIMD2(0.12, random() * 0.1), SIMD2(random() * 0.1, 0.12)] {
          let to = base + offset * 0.7
          let from = SIMD2(Float(index), 0) + offset
          vertices.append(Mesh.Vertex(from: from, to: SIMD3(to.x, to.y, 0)))
        }
        faces.append(Mesh.Face(corner, corner + 1, corner + 2, corner + 2))
      }
      let mesh = try Mesh(vertices: vertices, faces: faces)
      let triangles = PlaneTriangles(mesh)
      var division = OverlapDivision(triangles, .to, Array(0..<UInt32(triangles.count)))
      var pairs: Set<[Int]> = []
      for a in 0..<12 {
        for b in a + 1..<12 where Self.interiorsMeet(mesh, a, b) { pairs.insert([a, b]) }
      }
      do {
        _ = try mesh.inverted()
        #expect(pairs.isEmpty)
        #expect(division.overlap() == .none)
      } catch .overlapping(let a, let b, .to) {
        #expect(pairs.contains([a, b]))
        guard case .pair(let c, let d) = division.overlap() else {
          Issue.record("triangles overlap")
          continue
        }
        #expect(pairs.contains([min(c, d), max(c, d)]))
      }
    }
  }

  /// Slender faces aslant beside one another, and around a point, each of which lies in the boxes of many others.
  @Test(arguments: [1, 0.4, 4, nil])
  func slenderFacesAreDivided(_ shear: Float?) throws {
    let count = 12_000
    func strip(moved: Float) throws -> Mesh {
      var vertices: [Mesh.Vertex] = []
      for face in 0..<count {
        for (x, y) in [(0, 0), (1, 0), (1, 1), (0, 1)] as [(Float, Float)] {
          let from = SIMD2((Float(face) + x) / Float(count), y)
          let place = from.x + (face == 5000 ? moved / Float(count) : 0)
          var to = SIMD3(place + (shear ?? 0) * y, y, 0)
          if shear == nil {
            let (sine, cosine) = Angle.radians(6 * Double(place)).sineAndCosine
            to = SIMD3(Float(cosine), Float(sine), 0) * (1 - y * 0.98)
          }
          vertices.append(Mesh.Vertex(from: from, to: to))
        }
      }
      let faces = (0..<UInt32(count)).map { Mesh.Face(4 * $0, 4 * $0 + 1, 4 * $0 + 2, 4 * $0 + 3) }
      return try Mesh(vertices: vertices, faces: faces)
    }
    #expect(throws: Never.self) { try strip(moved: 0).inverted() }
    #expect(throws: MeshInverseError.overlapping(face: 5000, other: 5001, in: .to)) {
      try strip(moved: 0.5).inverted()
    }
  }

  /// By clipping one triangle by the other: the area that is left over.
  private static func interiorsMeet(_ mesh: Mesh, _ a: Int, _ b: Int) -> Bool {
    func corners(_ face: Int) -> [SIMD2<Double>] {
      let i = mesh.faces[face].indices
      return [i.x, i.y, i.z].map {
        SIMD2(Double(mesh.vertices[Int($0)].toX), Double(mesh.vertices[Int($0)].toY))
      }
    }
    func cross(_ u: SIMD2<Double>, _ v: SIMD2<Double>) -> Double { u.x * v.y - u.y * v.x }
    let clip = corners(b)
    let sign: Double = cross(clip[1] - clip[0], clip[2] - clip[0]) < 0 ? -1 : 1
    var polygon = corners(a)
    for i in 0..<3 {
      let (p, edge) = (clip[i], (clip[(i + 1) % 3] - clip[i]) * sign)
      polygon = polygon.indices.flatMap { j -> [SIMD2<Double>] in
        let (u, v) = (polygon[j], polygon[(j + 1) % polygon.count])
        let (du, dv) = (cross(edge, u - p), cross(edge, v - p))
        return (du >= 0 ? [u] : []) + ((du < 0) != (dv < 0) ? [u + (v - u) * (du / (du - dv))] : [])
      }
    }
    guard polygon.count > 2 else { return false }
    var area = 0.0
    for i in polygon.indices { area += cross(polygon[i], polygon[(i + 1) % polygon.count]) }
    return Swift.abs(area) > 1e-9
  }
}
