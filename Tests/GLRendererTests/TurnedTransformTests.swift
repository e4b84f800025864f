import MeshTransform
import Testing

@testable import GLRenderer
@testable import RenderGraph

/// The rotation that takes a light's direction to -z.
struct TurnedTransformTests {
  private static let directions: [SIMD3<Double>] = [
    SIMD3(0, 0, -1), SIMD3(0, 0, 1), SIMD3(1, 0, 0), SIMD3(0, -1, 0), SIMD3(-2, 3, 1), SIMD3(4, 1, -7),
    SIMD3(1e-8, -1e-9, 1), SIMD3(1e-8, 0, -1), SIMD3(5, 3, -1e-12), SIMD3(5, 3, 1e-12),
  ]

  @Test(arguments: directions)
  func isARotation(of direction: SIMD3<Double>) {
    let unit = direction / (direction * direction).sum().squareRoot()
    let m = Transform3D(turningToMinusZ: unit)
    func row(_ i: Int) -> SIMD3<Double> { SIMD3(m[i, 0], m[i, 1], m[i, 2]) }
    // Rows of unit length, at right angles, right-handed.
    for i in 0..<3 {
      for j in 0..<3 { #expect(abs((row(i) * row(j)).sum() - (i == j ? 1 : 0)) < 1e-14) }
    }
    let cross = SIMD3(
      row(0).y * row(1).z - row(0).z * row(1).y, row(0).z * row(1).x - row(0).x * row(1).z,
      row(0).x * row(1).y - row(0).y * row(1).x)
    #expect(((cross - row(2)) * (cross - row(2))).sum() < 1e-28)
    let turned = m.transform(Point3D(unit.x, unit.y, unit.z))
    let error = turned - SIMD4(0, 0, -1, 1)
    #expect((error * error).sum() < 1e-28)
  }

  /// The usual light changes no number.
  @Test func leavesTheUsualLight() {
    #expect(Transform3D(turningToMinusZ: SIMD3(0, 0, -1)) == .identity)
  }
}
