import MeshTransform
import TestSupport
import Testing

@testable import RenderGraph

/// The span of depths of a target, and its transform to clip space.
struct DepthRangeTests {
  private static func range(_ depths: [Float], bias: Double = 0) -> DepthRange {
    let vertices = depths.map { Mesh.Vertex(from: .zero, to: SIMD3(0, 0, $0)) }
    var range = DepthRange()
    range.extend(ProjectedVertices(vertices, .identity), [])
    range.extend(bias: bias)
    return range
  }

  private static func clip(_ m: Transform3D, _ x: Double, _ y: Double, _ z: Double) -> SIMD3<Double> {
    let p = m.transform(Point3D(x, y, z))
    return SIMD3(p.x / p.w, p.y / p.w, p.z / p.w)
  }

  /// The corners of a tile are those of clip space, the first row at -1.
  @Test(arguments: [
    PixelRect(x: 0, y: 0, width: 64, height: 48), PixelRect(x: 100, y: 7, width: 13, height: 900),
  ])
  func tilesFillClipSpace(_ tile: PixelRect) {
    for zeroToOne in [true, false] {
      let m = Self.range([-5, 9]).clipTransform(tile: tile, zeroToOne: zeroToOne)
      let (x, y) = (Double(tile.x), Double(tile.y))
      let (first, last) = (
        Self.clip(m, x, y, 0), Self.clip(m, x + Double(tile.width), y + Double(tile.height), 0)
      )
      #expect(abs(first.x + 1) < 1e-12 && abs(first.y + 1) < 1e-12)
      #expect(abs(last.x - 1) < 1e-12 && abs(last.y - 1) < 1e-12)
    }
  }

  /// The span of depths is that of the buffer: nothing is clipped, and nothing of the span is wasted.
  @Test(arguments: [[-5, 9], [0, 0], [-1e5, 1e5], [3e-4, 5e-4], [-20, -10]] as [[Float]])
  func depthsFillTheBuffer(_ depths: [Float]) {
    for (zeroToOne, end) in [(true, 0.0), (false, -1.0)] {
      let range = Self.range(depths)
      let m = range.clipTransform(tile: PixelRect(x: 0, y: 0, width: 8, height: 8), zeroToOne: zeroToOne)
      let (far, near) = (
        Self.clip(m, 4, 4, Double(depths.min()!)).z, Self.clip(m, 4, 4, Double(depths.max()!)).z
      )
      #expect(far > end && near < 1 && far <= near)
      if depths[0] != depths[1], abs(depths[1]) > 1 { #expect(near - far > 0.999 * (1 - end)) }
    }
  }

  @Test func biasesExtendTheNearEnd() {
    let range = Self.range([-5, 9], bias: 2)
    #expect(range.far == -5 && range.near == 11)
  }

  /// Without items depths stay as they are.
  @Test func emptyRangesScaleNothing() {
    let m = DepthRange().clipTransform(tile: PixelRect(x: 0, y: 0, width: 8, height: 8), zeroToOne: true)
    #expect(m.m33 == 1 && m.m43 == 0)
  }

  /// A triangle through the plane of the eye: the range contains the depth of every point before that plane.
  @Test(arguments: 0..<20) func trianglesThroughTheEye(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    func number() -> Double { Double.random(in: -1...1, using: &random) }
    let vertices = (0..<3).map { _ in
      Mesh.Vertex(from: .zero, to: SIMD3(Float(number()), Float(number()), Float(2 * number())))
    }
    let transform = Transform3D.scale(100, 100, 100) * .perspective(eyeDistance: 100)
    let projected = ProjectedVertices(vertices, transform)
    var range = DepthRange()
    range.extend(projected, [0, 1, 2])
    let all = vertices.map { transform.transform(Point3D(Double($0.toX), Double($0.toY), Double($0.toZ))) }
    let eyePlane = Double(projected.eyePlane)
    for _ in 0..<2000 {
      var (a, b) = (Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random))
      if a + b > 1 { (a, b) = (1 - a, 1 - b) }
      func mix(_ value: KeyPath<SIMD4<Double>, Double>) -> Double {
        all[0][keyPath: value] * (1 - a - b) + all[1][keyPath: value] * a + all[2][keyPath: value] * b
      }
      let w = mix(\.w)
      guard w > eyePlane else { continue }
      let depth = mix(\.z) / w
      let tolerance = 1e-3 * (abs(depth) + 1)
      #expect(depth >= range.far - tolerance && depth <= range.near + tolerance, "seed \(seed)")
    }
  }

  /// The range of a mesh alone, by its box, contains the exact one of its vertices, and is that of a second item that
  /// asks for the vertices.
  @Test(arguments: [0.0, 30, 70]) func boxesContainTheExactRange(_ degrees: Double) throws {
    let mesh = try Mesh.grid(rows: 8, columns: 8) { SIMD3($0.x, $0.y, 0.3 * $0.x * $0.y) }
    let layer = Layer(Rect(20, 20, 60, 60), .pureRed).with {
      $0.mesh = mesh
      $0.transform = .rotation(.degrees(degrees), about: Point3D(1, 0.3, 0)) * .perspective(eyeDistance: 400)
    }
    func range(_ layers: [Layer]) throws -> DepthRange {
      try Scene(100, layers).graph().canvas.groups[0].depthRange
    }
    let alone = try range([layer])
    let both = try range([layer, layer.with { $0.position = Point(500, 500) }])
    let command = try #require(try Scene(100, [layer]).graph().commands.first)
    var exact = DepthRange()
    exact.extend(command.projected, command.triangles.indices)
    #expect(alone.far <= exact.far && alone.near >= exact.near)
    #expect(both.far <= exact.far && both.near >= exact.near)
    #expect(alone.near - alone.far < 3 * (exact.near - exact.far) && exact.near - exact.far > 10)
  }
}
