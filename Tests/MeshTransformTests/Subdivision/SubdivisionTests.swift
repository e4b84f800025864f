import Testing

@testable import MeshTransform

@Suite struct SubdivisionTests {
  /// Where the content lies and where it lands follow the same rules, so the identity stays it bit by bit.
  @Test(arguments: 0..<12 as Range<UInt64>) func anIdentityStaysTheIdentity(seed: UInt64) throws {
    var net = RandomControlMesh(seed: seed)
    let mesh = try net.mesh().mappingVertices { vertex, _ in
      Mesh.Vertex(from: vertex.from, to: SIMD3(vertex.fromX, vertex.fromY, 0))
    }
    for vertex in try mesh.subdivided(steps: 3).vertices {
      #expect(vertex.to == SIMD3(vertex.fromX, vertex.fromY, 0))
    }
    let grid = try Mesh.grid(rows: 3, columns: 7).subdivided(steps: 3)
    for vertex in grid.vertices { #expect(vertex.to == SIMD3(vertex.fromX, vertex.fromY, 0)) }
  }

  /// Means of points keep affine maps.
  @Test(arguments: 0..<12 as Range<UInt64>) func anAffineMeshStaysItself(seed: UInt64) throws {
    func map(_ p: SIMD2<Float>) -> SIMD3<Float> {
      SIMD3(0.3 + 0.5 * p.x - 0.7 * p.y, 0.1 - 0.2 * p.x + 0.4 * p.y, 0.25 * p.x + 0.5 * p.y - 0.1)
    }
    var net = RandomControlMesh(seed: seed)
    let mesh = try net.mesh().mappingVertices { vertex, _ in
      Mesh.Vertex(from: vertex.from, to: map(vertex.from))
    }
    for vertex in try mesh.subdivided(steps: 3).vertices {
      #expect((abs(vertex.to - map(vertex.from)) .< 2e-6) == .init(repeating: true))
    }
  }

  @Test func brightnessFollowsTheContent() throws {
    var net = RandomControlMesh(seed: 5)
    var mesh = try net.mesh()
    try mesh.setBrightness(mesh.vertices.map { max(0, $0.toZ) })
    // With depth as it is brightened, both must come out the same.
    mesh = try mesh.mappingVertices { vertex, i in
      Mesh.Vertex(from: vertex.from, to: SIMD3(vertex.toX, vertex.toY, max(0, vertex.toZ)))
    }
    let refined = try mesh.subdivided(steps: 3)
    #expect(refined.brightness.count == refined.vertices.count)
    #expect(zip(refined.vertices, refined.brightness).allSatisfy { $0.toZ == $1 && $1 >= 0 })
    #expect(try Mesh.grid(rows: 2, columns: 2).subdivided(steps: 2).brightness.isEmpty)
  }

  /// A lone square: bilinear inside, and its corners stay. The values are those of the rules worked out by hand.
  @Test func aSquareBecomesRound() throws {
    let square = try Mesh(vertices: Mesh.corners, faces: [Mesh.Face(0, 1, 2, 3)])
    let once = try square.subdivided(steps: 1)
    let expected: [SIMD2<Float>] = [
      SIMD2(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1),  // the corners
      SIMD2(0.5, 0), SIMD2(1, 0.5), SIMD2(0.5, 1), SIMD2(0, 0.5), SIMD2(0.5, 0.5),
    ]
    #expect(once.vertices.map(\.from) == expected)
    let faces: [SIMD4<UInt32>] = [SIMD4(0, 4, 8, 7), SIMD4(1, 5, 8, 4), SIMD4(2, 6, 8, 5), SIMD4(3, 7, 8, 6)]
    #expect(once.faces.map(\.indices) == faces)
  }

  /// A boundary is the uniform cubic B-spline of its own vertices: 1 6 1 at a vertex, 4 4 at an edge.
  @Test func aBoundaryFollowsItsSpline() throws {
    let heights: [Float] = [0, 8, -8, 16]
    let strip = try Mesh.grid(rows: 1, columns: 3) { from in
      SIMD3(from.x, from.y, from.y == 0 ? heights[Int((from.x * 3).rounded())] : 100)
    }
    let top = try strip.subdivided(steps: 1).vertices.filter { $0.toY == 0 }.sorted { $0.toX < $1.toX }
    let expected: [Float] = [0, 4, 5, 0, -3, 4, 16]  // (0 + 6 * 8 - 8) / 8, (8 - 6 * 8 + 16) / 8
    #expect(top.map(\.toZ) == expected)
  }

  /// A vertex of many faces: a quarter of a pyramid's tip remains, by the smooth rule for n faces.
  @Test(arguments: [3, 5, 6, 17, 500]) func aTipSinks(_ count: Int) throws {
    // A ring of 2n vertices in the plane z = 0 around a tip at z = 1.
    var vertices = [Mesh.Vertex(from: .zero, to: SIMD3(0, 0, 1))]
    for i in 0..<2 * count {
      let (sine, cosine) = Angle.degrees(180 * Double(i) / Double(count)).sineAndCosine
      vertices.append(.still(Float(cosine), Float(sine)))
    }
    let faces = (0..<count).map { i in
      Mesh.Face(0, UInt32(1 + 2 * i), UInt32(2 + 2 * i), UInt32(1 + (2 * i + 2) % (2 * count)))
    }
    let refined = try Mesh(vertices: vertices, faces: faces).subdivided(steps: 1)
    let n = Float(count)
    #expect(abs(refined.vertices[0].toZ - ((n - 2) / n + 1 / (4 * n))) < 1e-6)
  }

  @Test func aTriangleBecomesThreeQuads() throws {
    let vertices = Array(Mesh.corners[0..<3])
    for face in [Mesh.Face(0, 1, 2, 2), Mesh.Face(0, 0, 1, 2), Mesh.Face(0, 1, 1, 2), Mesh.Face(0, 1, 2, 0)] {
      let refined = try Mesh(vertices: vertices, faces: [face]).subdivided(steps: 1)
      #expect(refined.vertices.count == 7)
      #expect(refined.faces.count == 3)
      let third: Float = 1 / 3
      let middle = refined.vertices[6].from
      #expect(abs(middle.x - 2 * third) < 1e-6 && abs(middle.y - third) < 1e-6)
      #expect(refined.faces.allSatisfy { $0.indices.z == 6 && $0.indices.x < 3 })
    }
  }

  /// The faces that replace a face begin at its corners, follow its order, and name the middle third.
  @Test func childrenStandAtTheirCorners() throws {
    var net = RandomControlMesh(seed: 2)
    let mesh = try net.mesh()
    let refined = try mesh.subdivided(steps: 1)
    var child = 0
    for face in mesh.faces {
      let corners = (0..<4).filter { face.indices[$0] != face.indices[($0 + 1) & 3] }
      let middle = refined.faces[child].indices.z
      for corner in corners {
        #expect(refined.faces[child].indices.x == face.indices[corner])
        #expect(refined.faces[child].indices.z == middle)
        child += 1
      }
      for i in 0..<corners.count {
        let (this, next) = (child - corners.count + i, child - corners.count + (i + 1) % corners.count)
        #expect(refined.faces[this].indices.y == refined.faces[next].indices.w)
      }
    }
    #expect(child == refined.faces.count)
  }

  @Test func keepsItsSettings() throws {
    var mesh = try Mesh.grid(rows: 2, columns: 2)
    (mesh.depthNormalization, mesh.replicatesEdges, mesh.faceInterpolation) = (.width, true, .projective)
    try mesh.setSubdivisionSteps(3)
    for steps in [0, 2] {
      let refined = try mesh.subdivided(steps: steps)
      #expect(refined.subdivisionSteps == 0)
      #expect(refined.depthNormalization == .width)
      #expect(refined.replicatesEdges)
      #expect(refined.faceInterpolation == .projective)
    }
    #expect(try mesh.subdivided(steps: 0).vertices == mesh.vertices)
  }

  /// One step after the other is the same surface as all at once.
  @Test(arguments: 0..<12 as Range<UInt64>) func stepsContinue(seed: UInt64) throws {
    var net = RandomControlMesh(seed: seed)
    let mesh = try net.mesh()
    let once = try mesh.subdivided(steps: 3).vertices
    let twice = try mesh.subdivided(steps: 1).subdivided(steps: 2).vertices
    #expect(once.count == twice.count)
    let sorted = twice.sorted { $0.fromX < $1.fromX }
    for vertex in once {
      let start = sorted.partitioningIndex { $0.fromX >= vertex.fromX - 1e-5 }
      let isFound = sorted[start...].prefix { $0.fromX <= vertex.fromX + 1e-5 }.contains {
        abs($0.fromY - vertex.fromY) < 1e-5 && (abs($0.to - vertex.to) .< 1e-5) == .init(repeating: true)
      }
      #expect(isFound)
    }
  }
}

extension Array {
  /// The first index from which on `belongs` holds, which it does for the last elements only.
  fileprivate func partitioningIndex(_ belongs: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
