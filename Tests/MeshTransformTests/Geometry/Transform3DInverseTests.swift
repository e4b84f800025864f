import MeshTransform
import TestSupport
import Testing

@Suite struct Transform3DInverseTests {
  @Test func inverseUndoesRandomTransforms() throws {
    var random = SplitMix64(seed: 1)
    for _ in 0..<500 {
      let t = random.transform3D()
      let inverse = try #require(t.inverted())
      #expect(near(t * inverse, .identity, within: 1e-8))
      #expect(near(inverse * t, .identity, within: 1e-8))
      #expect(near(inverse.determinant * t.determinant, 1, within: 1e-8))
    }
  }

  @Test func simpleInversesAreExact() {
    #expect(Transform3D.translation(3, 5, 7).inverted() == .translation(-3, -5, -7))
    #expect(Transform3D.scale(2, 4, 8).inverted() == .scale(0.5, 0.25, 0.125))
  }

  @Test(arguments: [0x1p-1000, 0x1p-300, 0x1p-30, 0x1p30, 0x1p300, 0x1p1000])
  func sizeDoesNotMakeATransformSingular(_ size: Double) throws {
    let t = Transform3D.rotation(.degrees(30), about: Point3D(1, 2, 3)) * .scale(size, size, size)
    let inverse = try #require(t.inverted())
    #expect(near(t * inverse, .identity))
    let uneven = Transform3D.scale(size, 1, 1 / size) * .translation(1, 2, 3)
    #expect(near(uneven * (try #require(uneven.inverted())), .identity))
  }

  @Test(arguments: [1e-200, 1, 1e200])
  func flatTransformsAreSingularAtEverySize(_ size: Double) {
    let turn = Transform3D.rotation(.degrees(33), about: Point3D(1, 2, 3))
    let back = Transform3D.rotation(.degrees(-50), about: Point3D(-1, 2, 1))
    #expect((turn * .scale(size, size, 0) * back).inverted() == nil)
    #expect(Transform3D.scale(0, 0, 0).inverted() == nil)
  }

  @Test func notEveryFiniteTransformHasAFiniteInverse() {
    var t = Transform3D.identity
    t.m11 = .nan
    #expect(t.inverted() == nil)
    t.m11 = .infinity
    #expect(t.inverted() == nil)
    #expect(Transform3D.scale(.leastNonzeroMagnitude, 1).inverted() == nil)
  }

  @Test func determinantOfATriangularMatrixIsTheProductOfItsDiagonal() {
    let t = Transform3D(rows: SIMD4(2, 0, 0, 0), SIMD4(9, 3, 0, 0), SIMD4(8, 7, 5, 0), SIMD4(6, 5, 4, 7))
    #expect(t.determinant == 210)
    let swapped = Transform3D(rows: t.row(1), t.row(0), t.row(2), t.row(3))
    #expect(swapped.determinant == -210)
  }
}
