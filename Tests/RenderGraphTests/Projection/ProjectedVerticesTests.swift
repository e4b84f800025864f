import MeshTransform
import TestSupport
import Testing

@testable import RenderGraph

/// Projected vertices against products of matrices in double precision.
struct ProjectedVerticesTests {
  private static func vertices(_ count: Int, _ random: inout SplitMix64) -> [Mesh.Vertex] {
    (0..<count).map { _ in
      func number() -> Float { Float.random(in: -1...1, using: &random) }
      return Mesh.Vertex(from: SIMD2(number(), number()), to: SIMD3(number(), number(), number()))
    }
  }

  /// - `eyeDistance`: below 100 for vertices on both sides of the eye.
  private static func transform(_ eyeDistance: Double, _ random: inout SplitMix64) -> Transform3D {
    func number() -> Double { Double.random(in: -1...1, using: &random) }
    return .scale(100, 80, 100)
      * .rotation(.degrees(180 * number()), about: Point3D(number(), number(), number()))
      * .perspective(eyeDistance: eyeDistance) * .translation(300 * number(), 200 * number())
  }

  /// `[p 1] * M`, in double precision.
  private static func product(_ p: SIMD3<Float>, _ m: Transform3D) -> SIMD4<Double> {
    let (x, y, z) = (Double(p.x), Double(p.y), Double(p.z))
    return SIMD4(
      x * m.m11 + y * m.m21 + z * m.m31 + m.m41, x * m.m12 + y * m.m22 + z * m.m32 + m.m42,
      x * m.m13 + y * m.m23 + z * m.m33 + m.m43, x * m.m14 + y * m.m24 + z * m.m34 + m.m44)
  }

  @Test(arguments: 0..<20) func areProducts(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let transform = Self.transform(seed % 2 == 0 ? 600 : 90, &random)
    let vertices = Self.vertices(200, &random)
    let projected = ProjectedVertices(vertices, transform)
    var (low, high) = (SIMD3(repeating: Double.infinity), SIMD3(repeating: -Double.infinity))
    let all = vertices.map { Self.product($0.to, transform) }
    let eyePlane = 1e-6 * (all.map { abs($0.w) }.max() ?? 0)
    for (vertex, (point, p)) in zip(projected.points, all).enumerated() {
      #expect(abs(Double(point.w) - p.w) < 1e-5)
      let seen = SIMD3(p.x, p.y, p.z) / p.w
      let error = SIMD3(Double(point.x), Double(point.y), Double(point.z)) - seen
      #expect(pointwiseMax(error, -error).max() < 1e-5 * (pointwiseMax(seen, -seen).max() + 100) / abs(p.w))
      let homogeneous = SIMD4<Double>(projected.homogeneous(vertex)) - p
      #expect(pointwiseMax(homogeneous, -homogeneous).max() < 1e-2)
      guard p.w > eyePlane else { continue }
      (low, high) = (pointwiseMin(low, seen), pointwiseMax(high, seen))
    }
    #expect(projected.isBeforeEye == all.allSatisfy { $0.w > eyePlane })
    #expect(abs(Double(projected.leastW) - (all.map(\.w).min() ?? 0)) < 1e-5)
    #expect(abs(Double(projected.largestW) - (all.map { abs($0.w) }.max() ?? 0)) < 1e-5)
    let tolerance = 1e-6 + 1e-6 / (all.map(\.w).filter { $0 > eyePlane }.min() ?? 1)
    for axis in 0..<3 {
      // Single precision, by the smallest w that counts.
      #expect(abs(Double(projected.low[axis]) - low[axis]) < tolerance * (abs(low[axis]) + 1))
      #expect(abs(Double(projected.high[axis]) - high[axis]) < tolerance * (abs(high[axis]) + 1))
    }
  }

  /// Several blocks have the values and bounds of their parts.
  @Test func manyAreEachByItself() {
    var random = SplitMix64(seed: 3)
    let transform = Self.transform(90, &random)
    let vertices = Self.vertices(70_000, &random)
    let all = ProjectedVertices(vertices, transform)
    let parts = stride(from: 0, to: 70_000, by: 10_000).map {
      ProjectedVertices(Array(vertices[$0..<$0 + 10_000]), transform)
    }
    #expect(all.points == parts.flatMap(\.points))
    #expect(all.leastW == parts.map(\.leastW).min() && all.largestW == parts.map(\.largestW).max())
    #expect(!all.isBeforeEye)
    for axis in 0..<3 {
      // The plane of the eye is relative to the largest w, which the parts have nearly in common.
      #expect(all.low[axis] == parts.map { $0.low[axis] }.min())
      #expect(all.high[axis] == parts.map { $0.high[axis] }.max())
    }
  }

  @Test func nothingBeforeTheEyeIsEmpty() {
    let behind = ProjectedVertices(
      Mesh.unitQuad.vertices, .translation(0, 0, 200) * .perspective(eyeDistance: 100))
    #expect(behind.low.x > behind.high.x && !behind.isBeforeEye)
    #expect(ProjectedVertices([], .identity).points.isEmpty)
  }

  /// The corners of a box contain the vertices, and are as near as an axis-aligned box can be.
  @Test(arguments: 0..<10) func boxesContainTheirVertices(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let vertices = Self.vertices(seed == 0 ? 40_000 : 30, &random)
    let count = UInt32(vertices.count)
    let faces = (0..<count / 2).map {
      Mesh.Face(2 * $0, 2 * $0 + 1, (2 * $0 + 2) % count, (2 * $0 + 2) % count)
    }
    let mesh = try Mesh(vertices: vertices, faces: faces)
    let (low, high) = mesh.bounds
    for axis in 0..<3 {
      let all = vertices.map { $0.to[axis] }
      #expect(low[axis] == all.min() && high[axis] == all.max())
    }
    let corners = (0..<8).map { corner in
      let isHigh = (0..<3).map { corner & (1 << $0) != 0 }
      return Mesh.Vertex(
        from: .zero,
        to: SIMD3(isHigh[0] ? high.x : low.x, isHigh[1] ? high.y : low.y, isHigh[2] ? high.z : low.z))
    }
    // So the box around the projected corners contains the projected vertices.
    let transform = Self.transform(600, &random)
    let (box, all) = (ProjectedVertices(corners, transform), ProjectedVertices(vertices, transform))
    for axis in 0..<3 {
      #expect(box.low[axis] <= all.low[axis] + 1e-3 && box.high[axis] >= all.high[axis] - 1e-3)
    }
  }
}
