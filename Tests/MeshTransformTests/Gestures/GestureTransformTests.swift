import MeshTransform
import Testing

/// Where fingers leave a layer, as closed forms.
@Suite struct GestureTransformTests {
  private func card(_ transform: Transform3D = .identity, anchor: Point = Point(0.5, 0.5)) -> Layer {
    var layer = Layer(bounds: Rect(5, 6, 100, 50), at: Point(200, 300), transform)
    layer.anchorPoint = anchor
    return layer
  }

  /// Where a layer point is seen once the gestures are applied.
  private func seen(_ point: Point, of layer: Layer, after gestures: GestureTransform) -> Point? {
    var layer = layer
    layer.transform = gestures.transform(for: layer)
    return layer.convert(point, to: nil)
  }

  private let transforms: [Transform3D] = [
    .identity, .rotation(.degrees(90)), .scale(-2, 0.5) * .rotation(.degrees(20)) * .translation(7, 8, 9),
    .rotation(.degrees(40), about: Point3D(1, 1, 0)) * .perspective(eyeDistance: 500),
  ]

  @Test func aPanAfterARotationFollowsTheFinger() {
    var gestures = GestureTransform()
    gestures.rotate(by: .degrees(90), around: Point(200, 300))
    gestures.pan(by: Point(10, 3))
    var layer = card()
    layer.transform = gestures.transform(for: layer)
    #expect(layer.frame == Rect(185, 253, 50, 100))
    // Along the turned axes, as Core Graphics' translatedBy goes, it would have moved by (-3, 10).
    let astray = Transform3D.rotation(.degrees(90)).translated(by: 10, 3)
    #expect(layer.transform == .rotation(.degrees(90)) * .translation(10, 3) && layer.transform != astray)
  }

  @Test func aPanMovesEveryPointByTheSame() throws {
    for transform in transforms {
      for anchor in [Point(0.5, 0.5), Point(0, 1)] {
        let layer = card(transform, anchor: anchor)
        var gestures = GestureTransform()
        gestures.pan(by: Point(10, -20))
        gestures.pan(by: Point(1, 2))
        for corner in layer.bounds.corners {
          let before = try #require(layer.convert(corner, to: nil))
          #expect(near(seen(corner, of: layer, after: gestures), Point(before.x + 11, before.y - 18)))
        }
      }
    }
  }

  @Test func theTouchPointStaysUnderPinchAndRotation() throws {
    let touch = Point(230, 290)
    var gestures = GestureTransform()
    gestures.pinch(by: 2.5, around: touch)
    gestures.rotate(by: .degrees(33), around: touch)
    gestures.pinch(by: 0.3, around: touch)
    for transform in transforms {
      let layer = card(transform)
      let touched = try #require(layer.convert(touch, from: nil))
      #expect(near(seen(touched, of: layer, after: gestures), touch, within: 1e-7))
    }
  }

  @Test func aPinchScalesDistancesFromTheTouchPoint() throws {
    let touch = Point(210, 330)
    var gestures = GestureTransform()
    gestures.pinch(by: 3, around: touch)
    for transform in transforms {
      let layer = card(transform)
      let before = try #require(layer.convert(Point(105, 6), to: nil))
      let after = Point(touch.x + 3 * (before.x - touch.x), touch.y + 3 * (before.y - touch.y))
      #expect(near(seen(Point(105, 6), of: layer, after: gestures), after, within: 1e-7))
    }
  }

  @Test func aRotationTurnsClockwiseAroundTheTouchPoint() {
    var gestures = GestureTransform()
    gestures.rotate(by: .degrees(90), around: Point(150, 275))
    // The card's top left corner is the touch point: its top edge now runs down from there.
    #expect(near(seen(Point(5, 6), of: card(), after: gestures), Point(150, 275)))
    #expect(near(seen(Point(105, 6), of: card(), after: gestures), Point(150, 375)))
    #expect(near(seen(Point(5, 56), of: card(), after: gestures), Point(100, 275)))
  }

  @Test func togetherIsOneByOne() {
    let touch = Point(40, 70)
    var (together, single, movedFirst) = (GestureTransform(), GestureTransform(), GestureTransform())
    together.add(GestureDelta(translation: Point(5, 6), scale: 1.5, rotation: .degrees(25), around: touch))
    single.rotate(by: .degrees(25), around: touch)
    single.pinch(by: 1.5, around: touch)
    single.pan(by: Point(5, 6))
    // Panned first, the fingers then pinch and turn around where they are now.
    movedFirst.pan(by: Point(5, 6))
    movedFirst.pinch(by: 1.5, around: Point(45, 76))
    movedFirst.rotate(by: .degrees(25), around: Point(45, 76))
    #expect(near(together.affineTransform, single.affineTransform))
    #expect(near(together.affineTransform, movedFirst.affineTransform))
    #expect(near(touch.applying(together.affineTransform), Point(45, 76)))
  }

  @Test func manySmallStepsAreOneLargeOne() {
    let touch = Point(40, 70)
    var (small, large) = (GestureTransform(), GestureTransform())
    let step = GestureDelta(translation: .zero, scale: 1.01, rotation: .degrees(3), around: touch)
    for _ in 0..<120 { small.add(step) }
    let scale = (0..<120).reduce(1.0) { product, _ in product * 1.01 }
    large.add(GestureDelta(scale: scale, around: touch))  // 120 times 3 degrees is a whole turn
    #expect(near(small.affineTransform, large.affineTransform))
  }

  @Test func startingOverIsTheIdentity() {
    var gestures = GestureTransform()
    gestures.add(
      GestureDelta(translation: Point(5, 6), scale: 2, rotation: .degrees(10), around: Point(3, 4)))
    #expect(!gestures.isIdentity)
    gestures.startOver()
    #expect(gestures == .identity && gestures.isIdentity)
    for transform in transforms { #expect(gestures.transform(for: card(transform)) == transform) }
  }

  @Test func aSublayerTransformIsTakenIntoAccount() throws {
    var superlayer = Layer(bounds: Rect(0, 0, 400, 400))
    superlayer.sublayerTransform = .rotation(.degrees(30)) * .perspective(eyeDistance: 600)
    superlayer.sublayers = [card(transforms[3])]
    var scene = Scene(superlayer)
    let path = LayerPath(0, 0)
    let before = try #require(scene.convert(Point(105, 6), from: path, to: LayerPath(0)))
    var gestures = GestureTransform()
    gestures.pan(by: Point(10, -20))
    let isApplied = scene.apply(gestures, to: path)
    #expect(isApplied)
    let after = scene.convert(Point(105, 6), from: path, to: LayerPath(0))
    #expect(near(after, Point(before.x + 10, before.y - 20), within: 1e-7))

    scene[LayerPath(0)].sublayerTransform = .scale(0, 1)
    let flattening = scene
    let isLost = !scene.apply(gestures, to: path)
    #expect(isLost && scene == flattening)
    scene.apply(gestures, to: LayerPath(0))
    #expect(scene[LayerPath(0)].transform == .translation(10, -20))
  }
}
