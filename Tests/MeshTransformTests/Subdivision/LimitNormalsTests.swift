import TestSupport
import Testing

@testable import MeshTransform

/// The normals of the limit surface, at any level, against closed forms and against themselves at finer levels.
@Suite("Limit normals")
struct LimitNormalsTests {
  @Test("a tilted surface has one normal everywhere, whatever its net and creases", arguments: 0...2)
  func surface(steps: Int) throws {
    var net = try Mesh.grid(rows: 3, columns: 4)
    for face in net.faces.indices { net.faces[face].creases = SIMD4(Float(face % 4) * 4, 0, 1.5, 0) }
    // A third face at an edge, over another.
    for x in [0.5, 0.75] as [Float] { try net.addVertex(.still(x, 0.1)) }
    try net.addFace(Mesh.Face(7, 8, 21, 20))
    try net.mapVertices { vertex, i in
      let from = vertex.from + 0.03 * SIMD2(Float(i * 7 % 5) - 2, Float(i * 3 % 5) - 2)
      return Mesh.Vertex(from: from, to: SIMD3(from.x, from.y, 0.5 * from.x - 0.25 * from.y))
    }
    let mesh = try net.tessellated(steps: steps)
    let expected = SIMD3(-0.5, 0.25, 1).direction
    #expect(mesh.vertices.count == net.subdivisionEstimate(steps: steps))
    for (i, normal) in mesh.limitNormals.enumerated() {
      #expect(SIMD3(normal).angle(to: expected) < 1e-3, "\(i): \(normal)")
    }
  }

  @Test("a uniform B-spline of a parabola is a parabola")
  func parabola() throws {
    // The limit of control points at z = x² is x² + h²/3.
    let net = try Mesh.grid(rows: 6, columns: 6) { SIMD3($0.x, $0.y, $0.x * $0.x - 0.5 * $0.x * $0.y) }
    for steps in 0...3 {
      let mesh = try net.tessellated(steps: steps)
      var count = 0
      for (vertex, normal) in zip(mesh.vertices, mesh.limitNormals) {
        // Away from the boundary the surface is a B-spline in x and y.
        let (x, y) = (Double(vertex.toX), Double(vertex.toY))
        guard (0.2...0.8).contains(x), (0.2...0.8).contains(y) else { continue }
        count += 1
        let expected = SIMD3(-(2 * x - 0.5 * y), 0.5 * x, 1).direction
        #expect(SIMD3(normal).angle(to: expected) < 1e-4)
      }
      #expect(count >= 9)
    }
  }

  /// Nets with extraordinary vertices, boundaries, and creases of each kind that end, cross, branch and wear off.
  @Test("stay the same at every later level", arguments: 0..<40)
  func levels(seed: Int) throws {
    var generator = SplitMix64(seed: UInt64(seed))
    var net = try LimitNormalsTests.wheel(faces: 3 + seed % 5, isClosed: seed % 4 != 3, &generator)
    let kinds: [Float] = seed < 8 ? [0] : seed < 16 ? [0, 10] : seed < 24 ? [0, 0.6, 2.3] : [0, 0, 10, 1.4]
    for face in net.faces.indices {
      for i in 0..<4 { net.faces[face].creases[i] = kinds.randomElement(using: &generator) ?? 0 }
    }
    let (coarse, fine) = (try net.tessellated(steps: seed % 2), try net.tessellated(steps: seed % 2 + 3))
    // The corners of a coarse face are those of some of its descendants, and on their side of a crease.
    var worst = 0.0
    for (f, face) in coarse.faces.enumerated() {
      for corner in 0..<4 {
        // Corner 0 of the first child of every step.
        var descendant = f
        for step in 0..<3 { descendant = 4 * descendant + (step == 0 ? corner : 0) }
        let a = SIMD3(coarse.limitNormals[Int(face.indices[corner])])
        let b = SIMD3(fine.limitNormals[Int(fine.faces[descendant].indices[0])])
        worst = max(worst, a.angle(to: b))
      }
    }
    #expect(worst < 2e-3, "\(worst)")
  }

  @Test("a crease that ends at a vertex leaves it one normal, at every level", arguments: 3...12)
  func dart(faces: Int) throws {
    var generator = SplitMix64(seed: 3)
    var net = try LimitNormalsTests.wheel(faces: faces, isClosed: true, &generator)
    for face in net.faces.indices where net.faces[face].indices[0] == 0 {
      for i in 0..<4
      where SIMD2(net.faces[face].indices[i], net.faces[face].indices[(i + 1) & 3]) == SIMD2(0, 1) {
        net.faces[face].creases[i] = 10
      }
    }
    let hubs = try (0...4).map { SIMD3(try net.tessellated(steps: $0).limitNormals[0]) }
    for hub in hubs { #expect(hub.angle(to: hubs[0]) < 1e-3, "\(hubs)") }
  }

  @Test("are what fine faces tend to")
  func convergence() throws {
    var generator = SplitMix64(seed: 5)
    var net = try LimitNormalsTests.wheel(faces: 5, isClosed: true, &generator)
    net.faces[0].creases[0] = 10
    net.faces[4].creases[1] = 10
    let size = Size(1, 1)
    func worst(_ steps: Int) throws -> Double {
      var mesh = try net.tessellated(steps: steps)
      let limit = mesh.limitNormals.map { SIMD3($0) }
      mesh.limitNormals = []
      let facets = mesh.normals(inBoundsOf: size).map { SIMD3($0) }
      let angles = zip(limit, facets).map { $0.angle(to: $1) }.sorted()
      return angles[angles.count * 95 / 100]
    }
    let (coarse, fine) = (try worst(2), try worst(5))
    #expect(fine < coarse / 4 && fine < 0.03, "\(coarse) \(fine)")
  }

  @Test("a crease has a normal on each side, at the same place bit for bit")
  func crease() throws {
    // A roof: the crease is its ridge.
    var net = try Mesh.grid(rows: 2, columns: 2) { SIMD3($0.x, $0.y, 0.5 - abs($0.y - 0.5)) }
    (net.faces[0].creases[2], net.faces[1].creases[2]) = (10, 10)
    let mesh = try net.tessellated(steps: 3)
    let plain = try net.subdivided(steps: 3)
    let ridge = plain.vertices.indices.filter { plain.vertices[$0].toY == 0.5 }
    #expect(ridge.count == 17)
    #expect(mesh.vertices.count == plain.vertices.count + ridge.count)
    #expect(Array(mesh.vertices[..<plain.vertices.count]) == plain.vertices)
    let copied = mesh.vertices[plain.vertices.count...].map { $0 }
    #expect(Set(copied) == Set(ridge.map { plain.vertices[$0] }))
    #expect(mesh.limitNormals.count == mesh.vertices.count)
    for (face, old) in zip(mesh.faces, plain.faces) {
      for corner in 0..<4 {
        #expect(
          mesh.vertices[Int(face.indices[corner])] == plain.vertices[Int(old.indices[corner])])
        let vertex = Int(face.indices[corner])
        guard mesh.vertices[vertex].toY == 0.5 else { continue }
        let isUpper = (0..<4).contains { mesh.vertices[Int(face.indices[$0])].toY < 0.5 }
        // Up the roof z rises with y, down it falls.
        #expect((mesh.limitNormals[vertex].y < -0.2) == isUpper)
      }
    }
  }

  @Test("flat creases cost no vertex")
  func flatCrease() throws {
    var net = try Mesh.grid(rows: 2, columns: 2)
    for face in net.faces.indices { net.faces[face].creases = SIMD4(repeating: 10) }
    #expect(try net.tessellated(steps: 2).vertices.count == 81)
  }

  @Test("triangles: every level has the same normals", arguments: [false, true])
  func triangles(hasCrease: Bool) throws {
    let points: [SIMD3<Float>] = [[0, 0, 0], [1, 0, 0.2], [1, 1, -0.1], [0, 1, 0.3], [0.5, 0.4, 0.6]]
    let vertices = points.map { Mesh.Vertex(from: SIMD2($0.x, $0.y), to: $0) }
    var faces = (0..<4).map { (i: UInt32) in Mesh.Face(i, (i + 1) % 4, 4, 4) }
    if hasCrease { (faces[0].creases[1], faces[2].creases[1]) = (10, 10) }
    let net = try Mesh(vertices: vertices, faces: faces)
    let (zero, three) = (try net.tessellated(steps: 0), try net.tessellated(steps: 3))
    #expect(zero.vertices.count == (hasCrease ? 8 : 5))
    for (f, face) in zero.faces.enumerated() {
      for corner in 0..<3 {
        let child = 16 * (3 * f + corner)
        let (a, b) = (face.indices[corner], three.faces[child].indices[0])
        #expect(SIMD3(zero.limitNormals[Int(a)]).angle(to: SIMD3(three.limitNormals[Int(b)])) < 1e-3)
      }
    }
  }

  @Test("mirrored content has its back in front")
  func mirrored() throws {
    let net = try Mesh.grid(rows: 3, columns: 3) { SIMD3(1 - $0.x, $0.y, 0) }
    #expect(try net.tessellated(steps: 1).limitNormals.allSatisfy { $0.z < -0.999 })
  }

  @Test("huge, tiny and collapsed nets have normals of unit length", arguments: [1e30, 1e-30, 0] as [Float])
  func extremes(scale: Float) throws {
    let net = try Mesh.grid(rows: 3, columns: 3) { SIMD3($0.x, $0.y, $0.x * $0.y) * scale }
    for steps in 0...2 {
      for normal in try net.tessellated(steps: steps).normals(inBoundsOf: Size(1, 1)) {
        #expect(abs((SIMD3(normal) * SIMD3(normal)).sum() - 1) < 1e-5)
      }
    }
  }

  @Test("faces that share only a vertex have a normal each")
  func bowTie() throws {
    let points: [SIMD3<Float>] = [
      [0, 0, 0], [0.5, 0, 0], [0.5, 0.5, 0], [0, 0.5, 0], [1, 0.5, 1], [1, 1, 1], [0.5, 1, 0],
    ]
    let net = try Mesh(
      vertices: points.map { Mesh.Vertex(from: SIMD2($0.x, $0.y), to: $0) },
      faces: [Mesh.Face(0, 1, 2, 3), Mesh.Face(2, 4, 5, 6)])
    let mesh = try net.tessellated(steps: 1)
    #expect(mesh.vertices.count == 7 + 8 + 2 + 1)
  }
}

extension LimitNormalsTests {
  /// A hub with quads around it, and around these more, with random depths.
  static func wheel(
    faces n: Int, isClosed: Bool, _ generator: inout SplitMix64
  ) throws -> Mesh {
    let spokes = isClosed ? n : n + 1
    var places: [SIMD2<Double>] = [.zero]
    func add(_ radius: Double, _ turn: Double) {
      let angle = Angle.turns(turn / Double(isClosed ? n : 2 * n)).sineAndCosine
      places.append(SIMD2(angle.cosine, angle.sine) * radius)
    }
    for i in 0..<spokes { add(1, Double(i)) }
    for i in 0..<n { add(1.6, Double(i) + 0.5) }
    for i in 0..<spokes { add(2.4, Double(i)) }
    for i in 0..<n { add(2.8, Double(i) + 0.5) }
    func inner(_ i: Int) -> UInt32 { UInt32(1 + i % spokes) }
    func middle(_ i: Int) -> UInt32 { UInt32(1 + spokes + i) }
    func outer(_ i: Int) -> UInt32 { UInt32(1 + spokes + n + i % spokes) }
    func rim(_ i: Int) -> UInt32 { UInt32(1 + 2 * spokes + n + i) }
    var faces: [Mesh.Face] = []
    for i in 0..<n {
      faces.append(Mesh.Face(0, inner(i), middle(i), inner(i + 1)))
      faces.append(Mesh.Face(inner(i), outer(i), rim(i), middle(i)))
      // Now and then against the direction of the others.
      let other = Mesh.Face(middle(i), rim(i), outer(i + 1), inner(i + 1))
      faces.append(
        i % 2 == 0 ? other : Mesh.Face(other.indices.x, other.indices.w, other.indices.z, other.indices.y))
    }
    let vertices = places.map { place in
      let depth = Float.random(in: -0.5...0.5, using: &generator)
      return Mesh.Vertex(
        from: SIMD2<Float>(place), to: SIMD3(Float(place.x), Float(place.y), depth))
    }
    return try Mesh(vertices: vertices, faces: faces)
  }
}

extension SIMD3<Double> {
  init(_ normal: Mesh.Normal) { self.init(Double(normal.x), Double(normal.y), Double(normal.z)) }

  /// In radians, of unit vectors, to first order.
  func angle(to other: SIMD3<Double>) -> Double { ((self - other) * (self - other)).sum().squareRoot() }
}
