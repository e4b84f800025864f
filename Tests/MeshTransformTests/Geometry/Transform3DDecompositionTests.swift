import MeshTransform
import TestSupport
import Testing

@Suite struct Transform3DDecompositionTests {
  @Test func partsComposeToTheWhole() throws {
    var random = SplitMix64(seed: 2)
    for _ in 0..<500 {
      let t = random.transform3D()
      let parts = try #require(t.decomposed())
      let normalized = Transform3D(
        rows: t.row(0) / t.m44, t.row(1) / t.m44, t.row(2) / t.m44, t.row(3) / t.m44)
      #expect(near(Transform3D(parts), normalized, within: 1e-8))
    }
  }

  @Test func eachPartIsFoundAlone() throws {
    #expect(Transform3D.identity.decomposed() == Transform3DComponents())
    #expect(try #require(Transform3D.scale(2, 3, 4).decomposed()).scale == SIMD3(2, 3, 4))
    #expect(try #require(Transform3D.translation(2, 3, 4).decomposed()).translation == SIMD3(2, 3, 4))
    let perspective = try #require(Transform3D.perspective(eyeDistance: 800).decomposed()).perspective
    #expect(perspective == SIMD4(0, 0, -0.00125, 1))
    var leaning = Transform3D.identity
    leaning.m21 = 0.5
    #expect(try #require(leaning.decomposed()).skew == SIMD3(0.5, 0, 0))
    let turned = try #require(Transform3D.rotation(.degrees(60)).decomposed()).rotation
    #expect(near(turned.z, 0.5) && near(turned.w, 0.75.squareRoot()))
  }

  @Test func halfTurnsAboutEveryAxisSurvive() throws {
    for axis in [Point3D(1, 0, 0), Point3D(0, 1, 0), Point3D(0, 0, 1), Point3D(1, 1, 0), Point3D(1, -2, 3)] {
      let t = Transform3D.rotation(.degrees(180), about: axis)
      #expect(near(Transform3D(try #require(t.decomposed())), t))
    }
  }

  @Test func singularTransformsHaveNoParts() {
    #expect(Transform3D.scale(1, 0, 1).decomposed() == nil)
    var atInfinity = Transform3D.identity
    atInfinity.m44 = 0
    #expect(atInfinity.decomposed() == nil)
  }

  @Test func interpolationIsLinearInAngleScaleAndTranslation() {
    let a = Transform3D.scale(1, 1, 1) * .rotation(.degrees(10)) * .translation(0, 10)
    let b = Transform3D.scale(3, 5, 1) * .rotation(.degrees(70)) * .translation(40, 20)
    let half = Transform3D.scale(2, 3, 1) * .rotation(.degrees(40)) * .translation(20, 15)
    #expect(near(a.interpolated(to: b, fraction: 0.5), half))
    #expect(a.interpolated(to: b, fraction: 0) == a)
    #expect(a.interpolated(to: b, fraction: 1) == b)
  }

  @Test func interpolationTurnsTheShortWay() {
    let (a, b) = (Transform3D.rotation(.degrees(170)), Transform3D.rotation(.degrees(-170)))
    #expect(near(a.interpolated(to: b, fraction: 0.5), .rotation(.degrees(180))))
    #expect(near(a.interpolated(to: b, fraction: 0.25), .rotation(.degrees(175))))
  }

  @Test func interpolationGoesOnBeyondItsEnds() {
    let b = Transform3D.rotation(.degrees(20)) * .translation(10, 0)
    let expected = Transform3D.rotation(.degrees(30)) * .translation(15, 0)
    #expect(near(Transform3D.identity.interpolated(to: b, fraction: 1.5), expected))
  }

  @Test func interpolationJumpsWhereThereAreNoParts() {
    let flat = Transform3D.scale(1, 0)
    #expect(Transform3D.identity.interpolated(to: flat, fraction: 0.49) == .identity)
    #expect(Transform3D.identity.interpolated(to: flat, fraction: 0.5) == flat)
  }
}
