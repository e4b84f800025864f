import MeshTransform
import Testing

@testable import RenderGraph

/// Single triangles around a canvas of 100 x 80 pixels, in its pixels: which are left out, told by where they lie.
struct SeenTrianglesTests {
  private static let canvas = PixelSize(100, 80)
  private static let margin = ViewportCulling.margin

  private static func list(_ corners: [SIMD3<Double>]) throws -> TriangleList {
    let content = [SIMD2<Float>(0, 0), SIMD2(1, 0), SIMD2(0, 1)]
    let vertices = corners.indices.map { Mesh.Vertex(from: content[$0 % 3], to: SIMD3<Float>(corners[$0])) }
    let firsts = stride(from: UInt32(0), to: UInt32(corners.count), by: 3)
    let mesh = try Mesh(vertices: vertices, faces: firsts.map { Mesh.Face($0, $0 + 1, $0 + 2, $0) })
    return TriangleList(mesh, inBoundsOf: Size(1, 1), lit: false)
  }

  private static func culling(_ list: TriangleList, _ transform: Transform3D = .identity)
    -> ViewportCulling?
  {
    ViewportCulling(list, ProjectedVertices(list.vertices, transform), on: canvas)
  }

  private static func isKept(
    _ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>, _ transform: Transform3D = .identity
  ) throws -> Bool {
    let list = try list([a, b, c])
    #expect(list.indices.count == 3)
    guard let seen = culling(list, transform) else { return true }
    #expect(seen.count == 0)
    return false
  }

  /// A little farther than the margin beyond a side, or a little less.
  @Test func besideEachSide() throws {
    let (width, height, margin) = (100.0, 80.0, Self.margin)
    for (step, isKept) in [(0.01, false), (-0.01, true)] {
      let away = margin + step
      let sides: [(String, SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)] = [
        ("left", SIMD3(-away, 10, 0), SIMD3(-500, 10, 3), SIMD3(-away, 60, -4)),
        ("right", SIMD3(width + away, 10, 0), SIMD3(500, 10, 3), SIMD3(width + away, 60, -4)),
        ("top", SIMD3(10, -away, 0), SIMD3(90, -away, 3), SIMD3(50, -500, -4)),
        ("bottom", SIMD3(10, height + away, 0), SIMD3(90, height + away, 3), SIMD3(50, 500, -4)),
      ]
      for (name, a, b, c) in sides {
        #expect(try Self.isKept(a, b, c) == isKept, "\(name), \(away)")
        #expect(try Self.isKept(c, a, b) == isKept, "\(name), \(away), turned")
        #expect(try Self.isKept(b, a, c) == isKept, "\(name), \(away), mirrored")
      }
    }
  }

  /// Across the canvas from side to side, around it, and past its corner, where no one side is beyond all corners.
  @Test func acrossSides() throws {
    #expect(try Self.isKept(SIMD3(-500, 40, 0), SIMD3(500, 40, 0), SIMD3(500, 41, 0)))
    #expect(try Self.isKept(SIMD3(-900, -900, 0), SIMD3(900, -900, 0), SIMD3(0, 2000, 0)))
    #expect(try Self.isKept(SIMD3(-300, 40, 0), SIMD3(40, -300, 0), SIMD3(-300, 39, 0)))
    #expect(try !Self.isKept(SIMD3(-300, -40, 0), SIMD3(40, -300, 0), SIMD3(-300, -39, 0)))
  }

  /// The eye is 100 pixels before the plane of the canvas, where x and y grow as 1 / (1 - z / 100).
  @Test func behindTheEye() throws {
    let perspective = Transform3D.perspective(eyeDistance: 100)
    func isKept(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) throws -> Bool {
      try Self.isKept(a, b, c, perspective)
    }
    #expect(try !isKept(SIMD3(10, 10, 101), SIMD3(90, 10, 150), SIMD3(50, 70, 999)))
    #expect(try isKept(SIMD3(10, 10, 99), SIMD3(90, 10, 150), SIMD3(50, 70, 999)))
    #expect(try isKept(SIMD3(10, 10, 100), SIMD3(90, 10, 100), SIMD3(50, 70, 100)))
    // Beyond the left side, were it not for the corner behind the eye, whose side is the other one.
    #expect(try isKept(SIMD3(-50, 10, 0), SIMD3(-50, 30, 0), SIMD3(-50, 70, 150)))
    // Halfway to the eye all is twice as large.
    let half = Self.margin / 2
    #expect(try !isKept(SIMD3(-half - 0.01, 10, 50), SIMD3(-90, 10, 50), SIMD3(-90, 70, 0)))
    #expect(try isKept(SIMD3(-half + 0.01, 10, 50), SIMD3(-90, 10, 50), SIMD3(-90, 70, 0)))
  }

  /// What is too large to be told is kept, and so is what rounding may bring back.
  @Test func largeNumbers() throws {
    let far = SIMD3<Double>(-3e38, 0, 0)
    #expect(try Self.isKept(far, far + SIMD3(0, 9, 0), far + SIMD3(0, 0, 9), .scale(1e18, 1, 1)))
    let shift = Transform3D.translation(-1e9, 0, 0)
    #expect(try Self.isKept(SIMD3(1e9 - 64, 0, 0), SIMD3(1e9 - 64, 9, 0), SIMD3(1e9 - 128, 9, 0), shift))
    #expect(try !Self.isKept(SIMD3(9e8, 0, 0), SIMD3(9e8, 9, 0), SIMD3(8e8, 9, 0), shift))
  }

  /// Of many, exactly those beyond a side go, the others stay in order; and the values of each.
  @Test func manyTriangles() throws {
    var random = SplitMix64(seed: 5)
    let corners = (0..<60_000).map { _ in
      SIMD3(Double.random(in: -400...400, using: &random), Double.random(in: -400...400, using: &random), 0)
    }
    let list = try Self.list(corners)
    let seen = try #require(Self.culling(list))
    let margin = Self.margin
    let expected = (0..<20_000).filter { triangle in
      let own = corners[3 * triangle..<3 * triangle + 3]
      return own.contains { $0.x >= -margin } && own.contains { $0.x <= 100 + margin }
        && own.contains { $0.y >= -margin } && own.contains { $0.y <= 80 + margin }
    }
    #expect(10 * expected.count < 9 * 20_000)
    #expect(seen.count == expected.count)
    #expect(seen.kept(of: Array(0..<20_000)) == expected)
    let indices = expected.flatMap { triangle in (3 * triangle..<3 * triangle + 3).map { UInt32($0) } }
    #expect(seen.kept(of: list.indices) == indices)
  }

  /// One of twenty is not worth a new list.
  @Test func fewAreKept() throws {
    let inside = [SIMD3<Double>(10, 10, 0), SIMD3(90, 10, 0), SIMD3(50, 70, 0)]
    let outside = inside.map { $0 + SIMD3(1000, 0, 0) }
    let many = Array(repeating: inside, count: 19).flatMap { $0 }
    #expect(try Self.culling(Self.list(many + outside)) == nil)
    #expect(try Self.culling(Self.list(many + outside + outside))?.count == 19)
  }
}
