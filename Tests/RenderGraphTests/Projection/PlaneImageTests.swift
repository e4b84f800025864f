import MeshTransform
import Testing

@testable import RenderGraph
@testable import TestSupport

/// Properties of the image of a plane: its magnification, its depth, and bounds on areas.
struct PlaneImageTests {
  private static func transform(_ random: inout SplitMix64) -> Transform3D {
    func number() -> Double { Double.random(in: -1...1, using: &random) }
    return .scale(1 + number() / 2, 1 + number() / 2)
      * .rotation(.degrees(60 * number()), about: Point3D(number(), number(), number()))
      * .perspective(eyeDistance: 500) * .translation(100 * number(), 100 * number())
  }

  /// The largest stretch at a corner is that of the direction that finite differences find longest.
  @Test(arguments: 0..<20) func magnificationIsTheLargestStretch(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let m = Self.transform(&random)
    let rect = Rect(-40, -30, 90, 70)
    var largest = 0.0
    for corner in rect.corners {
      for step in 0..<720 {
        let (sine, cosine) = Angle.degrees(Double(step) / 4).sineAndCosine
        guard let a = m.project(Point(corner.x - 1e-3 * cosine, corner.y - 1e-3 * sine)),
          let b = m.project(Point(corner.x + 1e-3 * cosine, corner.y + 1e-3 * sine))
        else { continue }
        let (x, y) = ((b.x - a.x) / 2e-3, (b.y - a.y) / 2e-3)
        largest = max(largest, (x * x + y * y).squareRoot())
      }
    }
    #expect(abs(m.magnification(over: rect) / largest - 1) < 1e-4)
  }

  /// Behind the eye there is no magnification.
  @Test func behindTheEyeNothingIsMagnified() {
    let behind = Transform3D.translation(0, 0, 900) * .perspective(eyeDistance: 100)
    #expect(behind.magnification(over: Rect(0, 0, 10, 10)) == 1)
  }

  @Test func parallelPlanes() {
    #expect(Transform3D.translation(3, 4, 5).depthOfParallelPlane == 5)
    #expect((Transform3D.translation(0, 0, 50) * .perspective(eyeDistance: 100)).depthOfParallelPlane == 100)
    #expect(Transform3D.rotation(.degrees(40)).depthOfParallelPlane == 0)
    for tilted in [
      Transform3D.rotation(.degrees(1), about: Point3D(1, 0, 0)),
      .rotation(.degrees(10), about: Point3D(0, 1, 0)) * .perspective(eyeDistance: 100),
      .translation(0, 0, 200) * .perspective(eyeDistance: 100),
    ] {
      #expect(tilted.depthOfParallelPlane == nil)
    }
  }

  @Test func uprightPlanes() {
    #expect((Transform3D.scale(2, 3) * .translation(1, 2, 3)).isUpright)
    for other in [
      Transform3D.scale(-1, 1), .scale(1, -1), .rotation(.degrees(90)), .rotation(.degrees(1)), .scale(0, 1),
      .rotation(.degrees(20), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 100),
    ] {
      #expect(!other.isUpright)
    }
    #expect(!Transform3D.identity.hasPerspective)
    #expect(Transform3D.perspective(eyeDistance: 9).hasPerspective)
  }

  /// An upper bound on the area of a mesh: at least the sum over its triangles, and little more for a grid of squares.
  @Test(arguments: 0..<20) func areasAreBounded(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let shake = Float(seed % 5) * 0.05
    var mesh = try Mesh.grid(rows: 5, columns: 7) {
      func number() -> Float { shake * Float.random(in: -1...1, using: &random) }
      return SIMD3($0.x + number(), $0.y + number(), number())
    }
    if seed % 2 == 1 { mesh = try Mesh(vertices: mesh.vertices, faces: mesh.faces.shuffled(using: &random)) }
    let list = TriangleList(mesh, inBoundsOf: Size(1, 1), lit: false)
    let area = stride(from: 0, to: list.indices.count, by: 3).reduce(0.0) { sum, first in
      let p = (0..<3).map { SIMD3<Double>(list.vertices[Int(list.indices[first + $0])].to) }
      let (u, v) = (p[1] - p[0], p[2] - p[0])
      let cross = SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
      return sum + (cross * cross).sum().squareRoot() / 2
    }
    #expect(mesh.largestArea >= area - 1e-6)
    if shake == 0 {
      // A quarter of the squared sides of each cell; in a grid, sides of the border count like all others.
      #expect(abs(area - 1) < 1e-6)
      #expect(abs(mesh.largestArea - (seed % 2 == 1 ? 37.0 / 35 : 43.0 / 35)) < 1e-5)
    }
    // On the canvas: at least what the projected triangles cover.
    let transform = Transform3D.scale(100, 100, 20) * Self.transform(&random)
    let triangulation = Triangulation(list, of: mesh, transform, .alone)
    let points = triangulation.projected.points
    let seen = stride(from: 0, to: list.indices.count, by: 3).reduce(0.0) { sum, first in
      let p = (0..<3).map { SIMD2<Double>(points[Int(list.indices[first + $0])].lowHalf) }
      return sum + Polygon(p).area
    }
    let bound = try #require(triangulation.largestArea)
    #expect(bound >= seen && bound < 60 * seen)
  }

  @Test func noBoundBehindTheEye() throws {
    let mesh = try Mesh.grid(rows: 2, columns: 2) { SIMD3($0.x, $0.y, 3 * $0.x) }
    let list = TriangleList(mesh, inBoundsOf: Size(1, 1), lit: false)
    let transform = Transform3D.scale(100, 100, 100) * .perspective(eyeDistance: 100)
    #expect(Triangulation(list, of: mesh, transform, .alone).largestArea == nil)
    #expect(Triangulation(list, of: mesh, transform, .alone).bounds == nil)
  }
}
