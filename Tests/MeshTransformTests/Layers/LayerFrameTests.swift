import MeshTransform
import Testing

/// Frames that Core Animation is known to give: gnustep/libs-quartzcore's tests, also run against Apple's
/// QuartzCore. Then what is ours.
@Suite struct LayerFrameTests {
  private func layer(
    _ bounds: Rect = .zero, at position: Point = .zero, anchor: Point = Point(0.5, 0.5),
    _ transform: Transform3D = .identity
  ) -> Layer {
    var layer = Layer(bounds: bounds, position: position, contents: .color(.white))
    (layer.anchorPoint, layer.transform) = (anchor, transform)
    return layer
  }
  private let card = Rect(0, 0, 100, 50)
  private let place = Point(200, 300)

  @Test func defaults() {
    let layer = layer()
    #expect(layer.anchorPoint == Point(0.5, 0.5) && layer.anchorPointZ == 0 && layer.zPosition == 0)
    #expect(layer.transform.isIdentity)
    #expect(layer.frame == .zero)
  }

  @Test func negativeBoundsAreStandardized() {
    #expect(layer(Rect(0, 0, -100, -50)).bounds == Rect(-100, -50, 100, 50))
  }

  @Test func frameFollowsAnchorAndPosition() {
    #expect(layer(card, at: place).frame == Rect(150, 275, 100, 50))
    #expect(layer(card, at: place, anchor: Point(0, 0)).frame == Rect(200, 300, 100, 50))
    #expect(layer(card, at: place, anchor: Point(1, 1)).frame == Rect(100, 250, 100, 50))
    #expect(layer(Rect(11, 22, 100, 50), at: place).frame == Rect(150, 275, 100, 50))
    #expect(layer(card, anchor: Point(2, -1)).frame == Rect(-200, 50, 100, 50))
    #expect(layer(at: Point(10, 20)).frame == Rect(10, 20, 0, 0))
    var deep = layer(card, at: place)
    (deep.zPosition, deep.anchorPointZ, deep.contentsScale) = (17, 25, 2)
    #expect(deep.frame == Rect(150, 275, 100, 50))
  }

  @Test func frameFollowsTheTransform() {
    #expect(layer(card, at: place, .scale(2, 4)).frame == Rect(100, 200, 200, 200))
    #expect(layer(card, at: place, .translation(10, 20)).frame == Rect(160, 295, 100, 50))
    let turned = layer(Rect(0, 0, 100, 100), .rotation(.radians(0.7853981633974483))).frame
    let half = 70.71067811865476
    #expect(near(turned, Rect(-half, -half, 2 * half, 2 * half)))
  }

  @Test func settingTheFrameSolvesForSizeAndPosition() {
    func set(_ frame: Rect, _ start: Layer) -> Layer {
      var layer = start
      layer.frame = frame
      return layer
    }
    let frame = Rect(10, 20, 100, 50)
    #expect(set(frame, layer()).bounds == card)
    #expect(set(frame, layer()).position == Point(60, 45))
    #expect(set(frame, layer(anchor: Point(0, 0))).position == Point(10, 20))
    #expect(set(frame, layer(anchor: Point(1, 1))).position == Point(110, 70))
    #expect(set(frame, layer(Rect(11, 22, 5, 5))).bounds == Rect(11, 22, 100, 50))
    #expect(set(Rect(0, 0, -100, -50), layer()).bounds == card)
    #expect(set(Rect(0, 0, -100, -50), layer()).position == Point(-50, -25))
    #expect(set(Rect(10, 20, 0, 0), layer()).bounds == .zero)
    #expect(set(Rect(10, 20, 0, 0), layer()).position == Point(10, 20))
    let scaled = set(frame, layer(.zero, .scale(2, 4)))
    #expect(scaled.bounds == Rect(0, 0, 50, 12.5))
    #expect(scaled.position == Point(60, 45))
    #expect(scaled.frame == frame)
    let moved = set(frame, layer(.zero, .translation(10, 20)))
    #expect(moved.bounds == card)
    #expect(moved.position == Point(50, 25))
  }

  @Test(arguments: [
    Transform3D.scale(-2, 3), .rotation(.degrees(90)), .rotation(.degrees(-180)), .rotation(.degrees(10)),
    .rotation(.degrees(60), about: Point3D(0, 1, 0)),
    .rotation(.degrees(-45), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 800),
    .rotation(.degrees(30), about: Point3D(1, 1, 0)) * .perspective(eyeDistance: 500),
  ])
  func aSetFrameReadsBack(_ transform: Transform3D) {
    for anchor in [Point(0.5, 0.5), Point(0, 1), Point(2, -1)] {
      var layer = layer(Rect(5, 6, 7, 8), at: place, anchor: anchor, transform)
      layer.frame = Rect(10, 20, 100, 90)
      #expect(near(layer.frame, Rect(10, 20, 100, 90), within: 1e-7), "anchor \(anchor)")
      #expect(layer.transform == transform && layer.bounds.origin == Point(5, 6))
    }
  }

  @Test(arguments: [0.0, 20, 45, 90, 135, 200])
  func settingTheFrameToItselfChangesNothing(_ degrees: Double) {
    var turned = layer(Rect(1, 2, 100, 50), at: place, .rotation(.degrees(degrees)))
    let before = turned
    turned.frame = turned.frame
    #expect(near(turned.bounds, before.bounds, within: 1e-8))
    #expect(near(turned.position, before.position, within: 1e-8))
  }

  @Test func anUnreachableFrameHoldsTheLayerInItsMiddle() {
    var turned = layer(Rect(0, 0, 100, 50), .rotation(.degrees(45)))
    turned.frame = Rect(0, 0, 1000, 10)
    let frame = turned.frame
    #expect(near(Point(frame.midX, frame.midY), Point(500, 5)))
    #expect(near(frame.size.height, 10) && frame.size.width <= 1000)
    #expect(near(turned.bounds.size.width, 2 * turned.bounds.size.height))
  }

  @Test func hopelessFramesChangeNothing() {
    var flat = layer(card, at: place, .scale(0, 1))
    let before = flat
    flat.frame = Rect(0, 0, 10, 10)
    #expect(flat == before)
    flat.frame = Rect(.nan, 0, 10, 10)
    #expect(flat == before)
  }

  @Test func partsBehindTheEyeAreIgnored() {
    let behind = layer(card, at: place, .translation(0, 0, 900) * .perspective(eyeDistance: 800))
    #expect(behind.frame == Rect(200, 300, 0, 0))
    let through =
      Transform3D.rotation(.degrees(90), about: Point3D(0, 1, 0)) * .translation(30, 0)
      * .perspective(eyeDistance: 20)
    let frame = layer(card, through).frame
    // The far edge, 50 behind the screen, is at 30 / (1 + 50/20); the near part runs off to the cut.
    #expect(near(frame.minX, 30 / 3.5) && frame.isFinite && frame.maxX > 1e5)
  }
}
