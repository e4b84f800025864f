import TestSupport
import Testing

@testable import MeshTransform

/// The BVH finds the same intersections as a test of every face.
@Suite struct FaceBVHTests {
  /// Random corners: every face intersects many others.
  private func tangle(_ count: Int, _ random: inout SplitMix64, spread: Double = 1) throws -> Mesh {
    let vertices = (0..<4 * count).map { index in
      // Near a position of its own, so that rays meet some faces, not all.
      let place = Double(index / 4 % 17) / 17
      func number() -> Float { Float(place + random.number(in: -0.2...0.2) * spread) }
      return Mesh.Vertex(from: SIMD2(0.5, 0.5), to: SIMD3(number(), number(), number()))
    }
    let faces = (0..<count).map { index in
      let i = UInt32(4 * index)
      return Mesh.Face(i, i + 1, i + 2, i + 3)
    }
    return try Mesh(vertices: vertices, faces: faces)
  }

  private func check(_ mesh: Mesh, _ random: inout SplitMix64) throws -> Int {
    let bvh = try #require(FaceBVH(mesh))
    var count = 0
    for _ in 0..<60 {
      let transform =
        Transform3D.translation(-0.5, -0.5, -0.5) * .scale(200, 150, 100)
        * .rotation(
          .degrees(random.number(in: -180...180)),
          about: Point3D(random.number(in: -1...1), random.number(in: -1...1), random.number(in: -1...1)))
        * .perspective(eyeDistance: random.number(in: 120...900))
      let point = Point(random.number(in: -90...90), random.number(in: -90...90))
      let w = transform.column(3)
      let ray = PickRay(
        across: transform.column(0) - point.x * w, down: transform.column(1) - point.y * w)
      let (fast, slow) = (bvh.intersections(ray), intersections(mesh, ray))
      #expect(Set(fast) == Set(slow) && fast.count == slow.count)
      count += slow.count
    }
    return count
  }

  /// By a test of every face.
  private func intersections(_ mesh: Mesh, _ ray: PickRay) -> [FaceBVH.TriangleIntersection] {
    mesh.faces.enumerated().flatMap { index, face in
      [(0, 1, 2), (2, 3, 0)].enumerated().compactMap { triangle, corners in
        func offset(_ corner: Int) -> SIMD2<Double> {
          ray.offset(of: mesh.vertices[Int(face.indices[corner])])
        }
        return ray.intersection(offset(corners.0), offset(corners.1), offset(corners.2)).map {
          FaceBVH.TriangleIntersection(
            face: index, corners: face.indices, triangle: triangle, weights: $0.weights,
            isClockwise: $0.isClockwise)
        }
      }
    }
  }

  @Test(arguments: [1, 2, 4, 5, 16, 17, 65, 1000])
  func crossingFaces(count: Int) throws {
    var random = SplitMix64(seed: UInt64(count))
    var met = try check(tangle(count, &random), &random)
    met += try check(tangle(count, &random, spread: 1e-4), &random)
    #expect(count < 100 || met > 100, "\(met)")
    // So far apart that all but two keys are equal, and so large that products leave the range of 32 bits.
    _ = try check(tangle(count, &random, spread: 1e30), &random)
    _ = try check(tangle(count, &random, spread: 1e37), &random)
  }

  @Test func aFoldedGrid() throws {
    var random = SplitMix64(seed: 3)
    let met = try check(
      .grid(rows: 30, columns: 40) { SIMD3(2 * abs($0.x - 0.5), 1.4 * abs($0.y - 0.3), $0.x * $0.y) }, &random
    )
    #expect(met > 20, "\(met)")
  }

  @Test func raysOnEdgesHitOneOfTwoNeighbors() throws {
    // Rays through corners and along edges and diagonals of a flat grid: each meets one triangle, as in a rasterizer.
    let bvh = try #require(try FaceBVH(.grid(rows: 8, columns: 8)))
    for x in 0...32 {
      for y in 0...32 {
        let ray = PickRay(
          across: SIMD4(1, 0, 0, -Double(x) / 32), down: SIMD4(0, 1, 0, -Double(y) / 32))
        #expect(bvh.intersections(ray).count == (x < 32 && y < 32 ? 1 : 0), "\(x), \(y)")
      }
    }
  }

  @Test func facesWithoutAreaAreNotHit() throws {
    let line = Mesh.Vertex(from: .zero, to: .zero)
    let mesh = try Mesh(
      vertices: [line, line, line, line] + Mesh.corners,
      faces: [Mesh.Face(0, 1, 2, 3), Mesh.Face(4, 5, 6, 7)])
    let bvh = try #require(FaceBVH(mesh))
    func hits(_ x: Double, _ y: Double) -> [Int] {
      bvh.intersections(PickRay(across: SIMD4(1, 0, 0, -x), down: SIMD4(0, 1, 0, -y))).map(\.face)
    }
    #expect(hits(0, 0) == [1] && hits(0.5, 0.75) == [1] && hits(1, 1) == [])
    // Edge-on.
    #expect(bvh.intersections(PickRay(across: SIMD4(1, 0, 0, -0.5), down: SIMD4(0, 0, 1, 0))) == [])
  }

  @Test func manyFaces() throws {
    let side = 150
    let bvh = try #require(
      try FaceBVH(.grid(rows: side, columns: side) { SIMD3($0.x, $0.y, $0.x * $0.y) }))
    for step in 0..<50 {
      let (x, y) = (Double(step) / 50 + 0.001, Double(step * 7 % 50) / 50 + 0.003)
      let hits = bvh.intersections(PickRay(across: SIMD4(1, 0, 0, -x), down: SIMD4(0, 1, 0, -y)))
      #expect(hits.map(\.face) == [Int(y * Double(side)) * side + Int(x * Double(side))])
    }
  }

  /// A vertex far away leaves the tests of other boxes as precise as they were.
  @Test func aFarVertexHidesNoGap() {
    func box(_ place: Float) -> BoundingBox {
      var box = BoundingBox(Mesh.Vertex(from: .zero, to: SIMD3(place, 0, 0)))
      box.extend(Mesh.Vertex(from: .zero, to: SIMD3(place + 0.001, 1, 0)))
      return box
    }
    let boxes = FourBoxes([box(0.5), box(0.502), box(1e6)])
    let ray = PickRay(across: SIMD4(1, 0, 0, -0.5025), down: SIMD4(0, 1, 0, -0.5))
    let misses = boxes.certainlyMisses(FourBoxes.PreparedRay(ray))
    #expect(boxes.count == 3 && misses[0] && !misses[1] && misses[2])
  }
}
