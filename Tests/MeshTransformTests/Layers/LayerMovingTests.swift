import MeshTransform
import TestSupport
import Testing

/// Changes that keep something in place, as closed forms.
@Suite struct LayerMovingTests {
  private let flat =
    Transform3D.scale(2, 3, 1) * .rotation(.degrees(30), about: Point3D(1, 2, 3)) * .translation(1, 2, 3)

  private func transforms() -> [Transform3D] {
    var random = SplitMix64(seed: 9)
    return [.identity, flat] + (0..<40).map { _ in random.transform3D() }
  }

  private func card(_ transform: Transform3D) -> Layer {
    var layer = Layer(bounds: Rect(5, 6, 100, 50), at: Point(200, 300), transform)
    (layer.anchorPoint, layer.anchorPointZ) = (Point(0.3, 0.8), 5)
    layer.sublayerTransform = .rotation(.degrees(20)) * .perspective(eyeDistance: 500)
    layer.sublayers = [Layer(bounds: Rect(0, 0, 10, 10), at: Point(40, 20))]
    return layer
  }

  @Test func aNewAnchorPointAloneLetsTheFrameJump() {
    var layer = Layer(bounds: Rect(0, 0, 100, 100), at: Point(50, 50))
    #expect(layer.frame == Rect(0, 0, 100, 100))
    layer.anchorPoint = .zero
    #expect(layer.frame == Rect(50, 50, 100, 100))
    #expect(layer.position == Point(50, 50))
  }

  @Test func aMovedAnchorPointKeepsTheFrame() {
    var layer = Layer(bounds: Rect(0, 0, 100, 100), at: Point(50, 50))
    layer.moveAnchorPoint(to: .zero)
    #expect(layer.frame == Rect(0, 0, 100, 100) && layer.position == .zero)
    layer.moveAnchorPoint(to: Point(1, 0.25))
    #expect(layer.frame == Rect(0, 0, 100, 100) && layer.position == Point(100, 25))
  }

  @Test func changesThatKeepTheProjectionKeepSublayers() {
    for transform in transforms() {
      let before = card(transform)
      let sublayerBefore = before.sublayers[0].effectiveTransform(in: before)
      var changed: [Layer] = []
      changed.append(before)
      changed[0].moveAnchorPoint(to: Point(0.2, 1.5))
      #expect(changed[0].anchorPoint == Point(0.2, 1.5))
      changed.append(before)
      changed[1].changeBounds(to: Rect(-10, 20, 70, 10))
      #expect(changed[1].bounds == Rect(-10, 20, 70, 10))
      changed.append(before)
      changed[2].movePosition(to: Point(-3, 70))
      #expect(changed[2].position == Point(-3, 70))
      for layer in changed {
        #expect(near(layer.effectiveTransform, before.effectiveTransform, within: 1e-6))
        #expect(near(layer.sublayers[0].effectiveTransform(in: layer), sublayerBefore, within: 1e-6))
      }
      if transform == flat {
        #expect(changed[0].transform == flat && changed[1].transform == flat)
        #expect(changed[0].position != before.position && changed[1].position != before.position)
      }
    }
  }

  @Test func aResizedLayerHoldsACorner() {
    for transform in transforms() {
      for corner in [Point(0, 0), Point(1, 0), Point(0.5, 0.5)] {
        var layer = card(transform)
        func seen() -> Point? {
          let bounds = layer.bounds
          return layer.convert(
            Point(bounds.minX + corner.x * bounds.size.width, bounds.minY + corner.y * bounds.size.height),
            to: nil)
        }
        let before = seen()
        layer.resize(to: Size(180, 20), holding: corner)
        #expect(layer.bounds == Rect(5, 6, 180, 20) && layer.transform == transform)
        if let after = seen() { #expect(near(after, before, within: 1e-7)) }
      }
    }
  }

  @Test func withoutATransformResizingIsSettingTheFramesSize() {
    var (resized, framed) = (card(.identity), card(.identity))
    resized.resize(to: Size(30, 40))
    framed.frame = Rect(origin: framed.frame.origin, size: Size(30, 40))
    #expect(resized == framed)
  }

  @Test func aLayerIsPlacedByAnyPoint() {
    for transform in transforms() {
      var layer = card(transform)
      guard layer.convert(Point(105, 6), to: nil) != nil else { continue }
      layer.move(Point(1, 0), to: Point(12, 34))
      #expect(near(layer.convert(Point(105, 6), to: nil), Point(12, 34), within: 1e-7))
      #expect(layer.transform == transform)
    }
  }

  @Test func assignableTransformsUndoTheSublayerTransform() {
    let superlayer = card(.identity)
    for wanted in transforms() {
      var layer = Layer(bounds: Rect(0, 0, 10, 10), at: Point(40, 20))
      layer.transform = layer.assignableTransform(for: wanted, in: superlayer)!
      #expect(near(layer.effectiveTransform(in: superlayer), wanted, within: 1e-6))
    }
    var flattening = superlayer
    flattening.sublayerTransform = .scale(1, 0)
    #expect(superlayer.sublayers[0].assignableTransform(for: flat, in: flattening) == nil)
  }
}
