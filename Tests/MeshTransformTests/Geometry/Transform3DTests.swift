import MeshTransform
import Testing

/// The numbers that are not closed forms are those of gnustep/libs-quartzcore's tests, which its continuous
/// integration also runs against Apple's QuartzCore.
@Suite struct Transform3DTests {
  private let scaled = Transform3D.scale(2, 2, 2)
  private let moved = Transform3D.translation(10, 0, 0)

  private func scale2(movedBy x: Double) -> Transform3D {
    Transform3D(rows: SIMD4(2, 0, 0, 0), SIMD4(0, 2, 0, 0), SIMD4(0, 0, 2, 0), SIMD4(x, 0, 0, 1))
  }

  @Test func concatenationAppliesTheLeftOneFirst() {
    #expect(moved.concatenating(scaled) == scale2(movedBy: 20))
    #expect(scaled.concatenating(moved) == scale2(movedBy: 10))
    #expect(moved * scaled == moved.concatenating(scaled))
  }

  @Test func newStepsComeFirst() {
    #expect(scaled.translated(by: 10, 0) == scale2(movedBy: 20))
    #expect(moved.scaled(by: 2, 2, 2) == scale2(movedBy: 10))
    let turned = Transform3D.rotation(.degrees(90))
    #expect(turned.translated(by: 5, 0).project(.zero) == Point3D(0, 5, 0))
    #expect(moved.rotated(by: .degrees(90)) == turned * moved)
  }

  @Test func rotationsTurnXToYToZ() {
    let right = Angle.degrees(90)
    #expect(Transform3D.rotation(right).project(Point3D(1, 0, 0)) == Point3D(0, 1, 0))
    let x = Transform3D.rotation(right, about: Point3D(1, 0, 0))
    #expect(x.project(Point3D(0, 1, 0)) == Point3D(0, 0, 1))
    let y = Transform3D.rotation(right, about: Point3D(0, 1, 0))
    #expect(y.project(Point3D(0, 0, 1)) == Point3D(1, 0, 0))
    let aboutX = Transform3D.rotation(.radians(0.3), about: Point3D(1, 0, 0))
    #expect(near(aboutX.m22, 0.955336489125606) && near(aboutX.m23, 0.29552020666134))
    #expect(near(aboutX.m32, -0.29552020666134) && near(aboutX.m33, 0.955336489125606))
  }

  @Test func rotationAboutADiagonalCyclesTheAxes() {
    let t = Transform3D.rotation(.degrees(120), about: Point3D(7e200, 7e200, 7e200))
    #expect(near(t.project(Point3D(1, 2, 3)), Point3D(3, 1, 2)))
    let tiny = Transform3D.rotation(.degrees(120), about: Point3D(1e-200, 1e-200, 1e-200))
    #expect(near(tiny, t))
  }

  @Test func rotationAboutNoAxisIsTheIdentity() {
    #expect(Transform3D.rotation(.degrees(30), about: .zero).isIdentity)
  }

  @Test func quarterTurnsAreExact() {
    for quarters in -9...9 {
      let t = Transform3D.rotation(.degrees(Double(quarters) * 90))
      let expected: [(Double, Double)] = [(1, 0), (0, 1), (-1, 0), (0, -1)]
      #expect((t.m11, t.m12) == expected[quarters & 3], "\(quarters) quarters")
    }
    #expect(Transform3D.rotation(.degrees(90.0000001)).m11 != 0)
  }

  @Test func affinePartIsThereOnlyInThePlane() {
    #expect(Transform3D.scale(2, 3).affineTransform == .scale(2, 3))
    #expect(Transform3D.translation(3, 4).affineTransform == .translation(3, 4))
    let turned = Transform3D.rotation(.radians(.pi / 4)).affineTransform
    let half = 0.7071067811865475
    #expect(near(turned, AffineTransform(a: half, b: half, c: -half, d: half, tx: 0, ty: 0)))
    for leaving in [
      Transform3D.scale(2, 3, 4), .rotation(.radians(.pi / 2), about: Point3D(1, 0, 0)),
      .translation(0, 0, 5), .perspective(eyeDistance: 500),
    ] {
      #expect(!leaving.isAffine)
      #expect(leaving.affineTransform == nil)
    }
  }

  @Test func anAffineTransformFillsItsSixElements() {
    let t = Transform3D(AffineTransform(a: 2, b: 3, c: 4, d: 5, tx: 6, ty: 7))
    #expect(t.row(0) == SIMD4(2, 3, 0, 0))
    #expect(t.row(1) == SIMD4(4, 5, 0, 0))
    #expect(t.row(2) == SIMD4(0, 0, 1, 0))
    #expect(t.row(3) == SIMD4(6, 7, 0, 1))
    #expect(t[3, 1] == 7 && t.column(0) == SIMD4(2, 4, 0, 6))
  }

  @Test func perspectiveDividesByTheDistanceFromTheEye() {
    let t = Transform3D.perspective(eyeDistance: 800)
    #expect(t.m34 == -0.00125)
    #expect(t.transform(Point3D(10, 20, 400)) == SIMD4(10, 20, 400, 0.5))
    #expect(t.project(Point3D(10, 20, 400)) == Point3D(20, 40, 800))
    #expect(t.project(Point3D(10, 20, 800)) == nil)
    #expect(t.project(Point3D(10, 20, 900)) == nil)
    #expect(Transform3D.perspective(eyeDistance: .infinity) == .identity)
  }

  @Test func settingM34ThenRotatingTiltsAndTheReverseDoesNot() {
    // The article's call order: m34 on the identity, then the rotation.
    var first = Transform3D.identity
    first.m34 = -1.0 / 800
    let tilting = first.rotated(by: .degrees(-45), about: Point3D(1, 0, 0))
    #expect(tilting.m24 != 0)
    var late = Transform3D.rotation(.degrees(-45), about: Point3D(1, 0, 0))
    late.m34 = -1.0 / 800
    #expect(late.m24 == 0)
    #expect(late.transform(Point3D(0, 100, 0)).w == 1)
    #expect(near(tilting.transform(Point3D(0, 100, 0)).w, 1 + 70.71067811865476 / 800))
  }

  @Test func subscriptReachesEveryElement() {
    var t = Transform3D.identity
    for row in 0..<4 { for column in 0..<4 { t[row, column] = Double(10 * row + column) } }
    #expect(t.m11 == 0 && t.m14 == 3 && t.m23 == 12 && t.m32 == 21 && t.m44 == 33)
  }
}
