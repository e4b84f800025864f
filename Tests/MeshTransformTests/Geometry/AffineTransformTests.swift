import MeshTransform
import TestSupport
import Testing

/// The six-number results are those of gnustep/libs-quartzcore's tests, also run against Apple's classes.
@Suite struct AffineTransformTests {
  private let sample = AffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)

  @Test func newStepsComeFirst() {
    #expect(sample.translated(by: 7, 8) == AffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 36, ty: 52))
    #expect(sample.scaled(by: 7, 8) == AffineTransform(a: 7, b: 14, c: 24, d: 32, tx: 5, ty: 6))
    #expect(sample.rotated(by: .radians(.pi / 2)) == AffineTransform(a: 3, b: 4, c: -1, d: -2, tx: 5, ty: 6))
  }

  @Test func pointsAreRowVectors() {
    #expect(Point(10, 100).applying(sample) == Point(1 * 10 + 3 * 100 + 5, 2 * 10 + 4 * 100 + 6))
    #expect(Size(10, 100).applying(sample) == Size(310, 420))
    #expect(Rect(0, 0, 1, 1).applying(sample) == Rect(5, 6, 4, 6))
    let quarter = AffineTransform.rotation(.degrees(90))
    #expect(Rect(1, 2, 10, 20).applying(quarter) == Rect(-22, 1, 20, 10))
  }

  @Test func agreesWithThePlaneOfTheSpatialTransform() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<200 {
      func any() -> AffineTransform {
        AffineTransform(
          a: random.number(in: -2...2), b: random.number(in: -2...2), c: random.number(in: -2...2),
          d: random.number(in: -2...2), tx: random.number(in: -9...9), ty: random.number(in: -9...9))
      }
      let (s, t) = (any(), any())
      #expect(near(Transform3D(s * t), Transform3D(s) * Transform3D(t)))
      #expect(near(s.concatenating(t), s * t))
      #expect(near(s.inverted().map(Transform3D.init), Transform3D(s).inverted(), within: 1e-7))
      #expect(near(AffineTransform(s.decomposed()), s))
    }
  }

  @Test func inverseIsNilExactlyWhenThereIsNone() {
    #expect(AffineTransform(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0).inverted() == nil)
    #expect(AffineTransform(a: 0.1, b: 0.3, c: 0.2, d: 0.6, tx: 0, ty: 0).inverted() == nil)
    #expect(AffineTransform.scale(0, 1).inverted() == nil)
    #expect(AffineTransform.scale(.nan, 1).inverted() == nil)
    #expect(AffineTransform.scale(0x1p-600, 0x1p600).inverted() == .scale(0x1p600, 0x1p-600))
    #expect(AffineTransform.translation(3, 4).inverted() == .translation(-3, -4))
  }

  @Test func partsAreScaleShearRotationTranslation() {
    let parts = AffineTransformComponents(
      scale: Size(2, -3), horizontalShear: 0.5, rotation: .degrees(30), translation: Point(7, 8))
    let t = AffineTransform(parts)
    // By hand: (x, y) -> (2x, -3y) -> (2x + 0.5 * -3y, -3y) -> turned by 30 degrees -> moved.
    let (c, s) = (0.75.squareRoot(), 0.5)
    let sheared = Point(2 * 10 + 0.5 * -3 * 4, -3 * 4)
    let expected = Point(sheared.x * c - sheared.y * s + 7, sheared.x * s + sheared.y * c + 8)
    #expect(near(Point(10, 4).applying(t), expected))
    let found = t.decomposed()
    #expect(near(found.scale.width, 2) && near(found.scale.height, -3))
    #expect(near(found.horizontalShear, 0.5) && near(found.rotation.degrees, 30))
    #expect(found.translation == Point(7, 8))
  }

  @Test func singularPartsStayFinite() {
    for t in [AffineTransform.scale(0, 0), .scale(0, 5), .scale(5, 0)] {
      #expect(near(AffineTransform(t.decomposed()), t))
    }
  }
}
