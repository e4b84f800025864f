import Testing

@testable import MeshTransform

/// The weights with which two triangles have one homography.
struct ProjectiveWeightsTests {
  private static let unit = [SIMD2(0.0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)]

  /// The unit square under a homography with known w at the corners: the weights are the inverses of w.
  @Test func areInversesOfTheMapsOwn() {
    // w = 1 + 0.5 x + 0.25 y.
    let w = Self.unit.map { 1 + 0.5 * $0.x + 0.25 * $0.y }
    let to = zip(Self.unit, w).map { p, w in
      SIMD3(2 * p.x + 0.3 * p.y + 1, p.y - 0.2 * p.x, 0.7 * p.x) / w
    }
    let weights = ProjectiveWeights.weights(from: Self.unit, to: to)
    for i in 0..<4 { #expect(abs(weights[i] * w[i] - weights[0] * w[0]) < 1e-9, "\(weights), \(w)") }
    #expect(weights.max() == 1)
  }

  @Test func areOneInParallelograms() {
    let to = [SIMD3(0.0, 0, 0), SIMD3(3, 1, 2), SIMD3(4, 5, 3), SIMD3(1, 4, 1)]
    let weights = ProjectiveWeights.weights(from: Self.unit, to: to)
    for i in 0..<4 { #expect(abs(weights[i] - 1) < 1e-12) }
  }

  /// Concave, crossed and collapsed faces have no homography: their triangles stay affine.
  @Test(arguments: [
    [SIMD3(0.0, 0, 0), SIMD3(0.3, 0.3, 0), SIMD3(0, 1, 0), SIMD3(-1, -1, 0)],
    [SIMD3(0.0, 0, 0), SIMD3(1, 1, 0), SIMD3(1, 0, 0), SIMD3(0, 1, 0)],
    [SIMD3(0.0, 0, 0), SIMD3(1, 0, 0), SIMD3(2, 0, 0), SIMD3(3, 0, 0)],
    [SIMD3(1.0, 1, 1), SIMD3(1, 1, 1), SIMD3(1, 1, 1), SIMD3(1, 1, 1)],
    [SIMD3(0.0, 0, 0), SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(0, 1, 0)],
  ])
  func areOneWithoutAHomography(_ to: [SIMD3<Double>]) {
    #expect(ProjectiveWeights.weights(from: Self.unit, to: to) == .one)
  }
}
