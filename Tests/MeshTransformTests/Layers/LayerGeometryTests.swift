import MeshTransform
import TestSupport
import Testing

/// The first expectations are Core Animation's, by way of gnustep/libs-quartzcore's tests; the rest are closed
/// forms.
@Suite struct LayerGeometryTests {
  private func layer(
    _ side: Double = 50, at position: Point = Point(100, 50), _ transform: Transform3D = .identity
  )
    -> Layer
  {
    var layer = Layer(bounds: Rect(0, 0, side, side), position: position, contents: .color(.white))
    layer.transform = transform
    return layer
  }

  @Test func convertsAsCoreAnimationDoes() {
    #expect(layer().convert(Point(0, 0), to: nil) == Point(75, 25))
    #expect(layer().convert(Point(50, 50), to: nil) == Point(125, 75))
    #expect(layer().convert(Point(0, 0), from: nil) == Point(-75, -25))
    #expect(layer().convert(Rect(0, 0, 10, 20), to: nil) == Rect(75, 25, 10, 20))
    #expect(layer().convert(Rect(0, 0, 10, 20), from: nil) == Rect(-75, -25, 10, 20))
    let doubled = layer(50, .scale(2, 2))
    #expect(doubled.convert(Point(0, 0), to: nil) == Point(50, 0))
    #expect(doubled.convert(Point(50, 50), to: nil) == Point(150, 100))
    #expect(doubled.convert(Rect(0, 0, 10, 20), to: nil) == Rect(50, 0, 20, 40))
    let turned = layer(100, at: Point(100, 100), .rotation(.radians(0.7853981633974483)))
    #expect(near(turned.convert(Point(50, 50), to: nil), Point(100, 100)))
    let box = Rect(29.289321881345245, 29.289321881345245, 141.4213562373095, 141.4213562373095)
    #expect(near(turned.convert(Rect(0, 0, 100, 100), to: nil), box))
  }

  @Test func siblingsMeetInTheirSuperlayer() throws {
    let (first, second) = (layer(at: Point(25, 25)), layer(at: Point(125, 25)))
    let between = try #require(first.convert(Point(0, 0), to: nil))
    #expect(second.convert(between, from: nil) == Point(-100, 0))
  }

  @Test func theEyeIsOverTheAnchorPoint() {
    let tilted = layer(
      200, at: Point(300, 400),
      .rotation(.degrees(60), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 800))
    // The bottom edge is 100 below the anchor: 100 cos 60 = 50 down, 100 sin 60 toward the viewer.
    let w = 1 - 100 * 0.75.squareRoot() / 800
    #expect(near(tilted.convert(Point(200, 200), to: nil), Point(300 + 100 / w, 400 + 50 / w)))
    #expect(near(tilted.convert(Point(100, 100), to: nil), Point(300, 400)))
  }

  @Test func sightLinesReturnToTheirPoint() throws {
    var random = SplitMix64(seed: 4)
    var returned = 0
    for _ in 0..<500 {
      var layer = layer(120, at: Point(80, 90), random.transform3D())
      (layer.anchorPointZ, layer.zPosition) = (random.number(in: -20...20), random.number(in: -20...20))
      let point = Point(random.number(in: 0...120), random.number(in: 0...120))
      guard let seen = layer.convert(point, to: nil) else { continue }
      returned += 1
      #expect(near(layer.convert(seen, from: nil), point, within: 1e-6))
    }
    #expect(returned > 450)
  }

  @Test func invisiblePointsHaveNoConversion() {
    let edgeOn = layer(50, .rotation(.degrees(90), about: Point3D(0, 1, 0)))
    #expect(edgeOn.convert(Point(100, 50), from: nil) == nil)
    let behind = layer(50, .translation(0, 0, 900) * .perspective(eyeDistance: 800))
    #expect(behind.convert(Point(25, 25), to: nil) == nil)
    #expect(behind.convert(Rect(0, 0, 50, 50), to: nil) == nil)
    #expect(behind.convert(Point(100, 50), from: nil) == nil)
    // A floor seen from above: beyond its horizon a sight line meets it only behind the eye.
    let floor = layer(
      100, at: Point(0, 0),
      .rotation(.degrees(80), about: Point3D(1, 0, 0)) * .translation(0, 50)
        * .perspective(eyeDistance: 100))
    #expect(floor.convert(Point(0, 40), from: nil) != nil)
    #expect(floor.convert(Point(0, -40), from: nil) == nil)
  }

  @Test func assignableTransformGivesTheMapAskedFor() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<100 {
      var layer = layer(120, at: Point(80, 90))
      (layer.anchorPointZ, layer.zPosition, layer.anchorPoint) = (4, 7, Point(0.1, 0.9))
      let wanted = random.transform3D()
      layer.transform = layer.assignableTransform(for: wanted)
      #expect(near(layer.effectiveTransform, wanted, within: 1e-7))
    }
  }

  @Test func movingTheAnchorPointKeepsTheProjection() {
    var random = SplitMix64(seed: 6)
    let flat =
      Transform3D.scale(2, 3, 1) * .rotation(.degrees(30), about: Point3D(1, 2, 3)) * .translation(1, 2, 3)
    for transform in [flat] + (0..<50).map({ _ in random.transform3D() }) {
      var layer = layer(120, at: Point(80, 90), transform)
      layer.anchorPointZ = 5
      let before = layer.effectiveTransform
      layer.moveAnchorPoint(to: Point(0.2, 1.5))
      #expect(layer.anchorPoint == Point(0.2, 1.5))
      #expect(near(layer.effectiveTransform, before, within: 1e-6))
      if transform == flat { #expect(layer.transform == flat) }
    }
  }
}
