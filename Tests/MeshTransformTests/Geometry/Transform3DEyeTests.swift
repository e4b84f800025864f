import TestSupport
import Testing

@testable import MeshTransform

@Suite struct Transform3DEyeTests {
  @Test func eyeOfAPerspectiveIsItsCenter() throws {
    let eye = try #require(Transform3D.perspective(eyeDistance: 800).eye)
    #expect(eye == SIMD4(0, 0, 800, 1))
    let moved = Transform3D.translation(-3, -5, -7) * .perspective(eyeDistance: 800)
    #expect(moved.eye == SIMD4(3, 5, 807, 1))
  }

  @Test func eyeMapsToTheNullPoint() throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<500 {
      let t = random.transform3D()
      let eye = try #require(t.eye)
      let image = eye.x * t.row(0) + eye.y * t.row(1) + eye.z * t.row(2) + eye.w * t.row(3)
      let size = abs(eye.x) + abs(eye.y) + abs(eye.z) + 1
      #expect(max(abs(image.x), abs(image.y), abs(image.w)) < 1e-8 * size)
    }
  }

  @Test func eyeOfAParallelProjectionIsADirection() {
    #expect(Transform3D.identity.eye == SIMD4(0, 0, 1, 0))
    #expect(Transform3D.scale(-4, 2, 3).eye == SIMD4(0, 0, 1, 0))
    #expect(Transform3D.scale(1, 1, -1).eye == SIMD4(0, 0, -1, 0))
    #expect(Transform3D.perspective(eyeDistance: 1e13).eye == SIMD4(0, 0, 1, 0))
    // Depth is constant along the line of sight.
    #expect(Transform3D.scale(1, 1, 0).eye == SIMD4(0, 0, 1, 0))
  }

  @Test func eyeAtTheOriginIsAPoint() {
    var transform = Transform3D.identity
    (transform.m34, transform.m44) = (-1, 0)
    #expect(transform.eye == SIMD4(0, 0, 0, 1))
  }

  @Test func singularImagesHaveNoEye() {
    #expect(Transform3D.scale(1, 0, 1).eye == nil)
    #expect(Transform3D.scale(0, 0, 0).eye == nil)
    #expect(Transform3D.scale(.nan, 1, 1).eye == nil)
  }
}
