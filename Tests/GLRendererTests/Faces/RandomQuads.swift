import GLRenderer
import MeshTransform

@testable import TestSupport

/// Random faces in scenes of one layer.
struct RandomQuads {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }

  /// The unit square's corners, each moved by up to `reach` to each side.
  mutating func corners(reach: Double) -> [SIMD2<Double>] {
    [SIMD2(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)].map {
      $0 + SIMD2(number(-reach...reach), number(-reach...reach))
    }
  }

  /// Clearly convex, clockwise.
  mutating func convexCorners(reach: Double) -> [SIMD2<Double>] {
    while true {
      let p = corners(reach: reach)
      let isConvex = (0..<4).allSatisfy { i in
        let (a, b) = (p[(i + 1) % 4] - p[i], p[(i + 2) % 4] - p[(i + 1) % 4])
        return a.x * b.y - a.y * b.x > 0.06
      }
      if isConvex { return p }
    }
  }

  /// One face whose index order starts anywhere and runs either way round.
  mutating func mesh(
    from: [SIMD2<Double>] = [SIMD2(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)], to: [SIMD3<Double>],
    _ interpolation: Mesh.FaceInterpolation
  ) throws -> Mesh {
    let start = UInt32(number(0...3.99))
    let step: UInt32 = number(0...1) < 0.5 ? 1 : 3
    return try Mesh(
      vertices: (0..<4).map { Mesh.Vertex(from: SIMD2<Float>(from[$0]), to: SIMD3<Float>(to[$0])) },
      faces: [
        Mesh.Face(start % 4, (start + step) % 4, (start + 2 * step) % 4, (start + 3 * step) % 4)
      ],
      depthNormalization: .average, faceInterpolation: interpolation)
  }

  /// Turned about an axis near the canvas's plane and seen in perspective.
  mutating func tilt() -> Transform3D {
    .rotation(.degrees(number(-50...50)), about: Point3D(number(-1...1), number(-1...1), number(-0.3...0.3)))
      * .perspective(eyeDistance: number(160...600))
  }
}

extension Scene {
  /// The ramp in a layer of 140 x 110 points on a canvas of 200 x 160.
  static func ramp(_ mesh: Mesh, _ transform: Transform3D = .identity, lights: [Light] = []) -> Scene {
    oneLayer(
      .ramp(), size: Size(140, 110), canvas: Rect(0, 0, 200, 160), mesh: mesh, transform: transform,
      lights: lights)
  }

  /// Of the only layer.
  var unitToCanvas: Transform3D {
    LayerProjection(layers[0], superlayerToCanvas: canvas.pointsToPixels).unitToCanvas
  }
}

extension SIMD2<Double> {
  func isWithin(_ range: ClosedRange<Double>) -> Bool { range.contains(x) && range.contains(y) }
}

extension Image {
  /// The ramp of 64 pixels a side at a point of its unit space; nil where texels are clamped.
  static func rampValue(unit: SIMD2<Double>) -> SIMD4<Double>? {
    unit.isWithin(0.04...0.96) ? rampValue(64 * unit.x, 64 * unit.y) : nil
  }
}
