import MeshTransform
import Testing

/// Conversions that Core Animation is known to make: gnustep/libs-quartzcore's tests, which also run against Apple's
/// QuartzCore, and those of flowkey/UIKit-cross-platform, also compiled against iOS.
@Suite struct TreeConversionTests {
  private let parent = LayerPath(0)
  private let child = LayerPath(0, 0)

  private func pair(_ superlayer: Layer, _ sublayer: Layer) -> Scene {
    var superlayer = superlayer
    superlayer.sublayers = [sublayer]
    return Scene(superlayer)
  }
  private let large = Layer(bounds: Rect(0, 0, 200, 200), at: Point(100, 100))
  private let small = Layer(bounds: Rect(0, 0, 50, 50), at: Point(100, 50))

  @Test func aSublayerInItsSuperlayer() {
    let scene = pair(large, small)
    #expect(scene.convert(Point(0, 0), from: child, to: parent) == Point(75, 25))
    #expect(scene.convert(Point(50, 50), from: child, to: parent) == Point(125, 75))
    #expect(scene.convert(Point(0, 0), from: parent, to: child) == Point(-75, -25))
    #expect(scene.convert(Rect(0, 0, 10, 20), from: child, to: parent) == Rect(75, 25, 10, 20))
    #expect(scene.convert(Rect(0, 0, 10, 20), from: parent, to: child) == Rect(-75, -25, 10, 20))
  }

  @Test func theOriginOfTheSuperlayersBoundsIsNoOffset() {
    let scrolled = Layer(bounds: Rect(10, 20, 200, 200), at: Point(100, 100))
    #expect(pair(scrolled, small).convert(Point(0, 0), from: child, to: parent) == Point(75, 25))
  }

  @Test func aScaledSublayer() {
    let scene = pair(large, Layer(bounds: small.bounds, at: small.position, .scale(2, 2)))
    #expect(scene.convert(Point(0, 0), from: child, to: parent) == Point(50, 0))
    #expect(scene.convert(Point(50, 50), from: child, to: parent) == Point(150, 100))
    #expect(scene.convert(Rect(0, 0, 10, 20), from: child, to: parent) == Rect(50, 0, 20, 40))
  }

  @Test func aSublayerTransformActsAboutTheSuperlayersAnchorPoint() {
    var moving = large
    moving.sublayerTransform = .translation(10, 20, 0)
    #expect(pair(moving, small).convert(Point(0, 0), from: child, to: parent) == Point(85, 45))
    var scaling = large
    scaling.sublayerTransform = .scale(2, 2)
    let moved = Layer(bounds: small.bounds, at: small.position, .translation(5, 6))
    #expect(pair(scaling, moved).convert(Point(0, 0), from: child, to: parent) == Point(60, -38))
  }

  @Test func aTurnedSublayer() {
    let turn = Transform3D.rotation(.radians(0.7853981633974483))
    let scene = pair(large, Layer(bounds: Rect(0, 0, 100, 100), at: Point(100, 100), turn))
    #expect(near(scene.convert(Point(50, 50), from: child, to: parent), Point(100, 100)))
    let box = Rect(29.289321881345245, 29.289321881345245, 141.4213562373095, 141.4213562373095)
    #expect(near(scene.convert(Rect(0, 0, 100, 100), from: child, to: parent), box))
  }

  @Test func siblings() {
    let siblings = [Point(25, 25), Point(125, 25)].map { Layer(bounds: Rect(0, 0, 50, 50), at: $0) }
    let scene = Scene(Layer(bounds: Rect(0, 0, 200, 200), sublayers: siblings))
    #expect(scene.convert(Point(0, 0), from: LayerPath(0, 0), to: LayerPath(0, 1)) == Point(-100, 0))
  }

  @Test func unrelatedTopLevelLayersMeetOnTheCanvas() {
    let scene = Scene(
      Layer(bounds: Rect(0, 0, 50, 50), at: Point(25, 25)),
      Layer(bounds: Rect(0, 0, 50, 50), at: Point(500, 500)))
    #expect(scene.convert(Point(0, 0), from: LayerPath(0), to: LayerPath(1)) == Point(-475, -475))
  }

  @Test func aChainWithAScaledFrame() {
    let inner = Layer(frame: Rect(10, 10, 80, 80), sublayers: [Layer(frame: Rect(5, 5, 20, 20))])
    let scene = Scene(
      Layer(
        frame: Rect(0, 0, 400, 400),
        sublayers: [Layer(frame: Rect(0, 0, 200, 200), .scale(2, 2), sublayers: [inner])]))
    let innermost = LayerPath(0, 0, 0, 0)
    #expect(scene.convert(Point(100, 100), from: LayerPath(0), to: innermost) == Point(35, 35))
    #expect(scene.convert(Point(35, 35), from: innermost, to: LayerPath(0)) == Point(100, 100))
    #expect(scene.convert(Point(35, 35), from: innermost, to: nil) == Point(100, 100))
  }

  @Test func aChainOfScrolledFrames() {
    let third = Layer(frame: Rect(50, 50, 100, 100), boundsOrigin: Point(64, 64))
    let second = Layer(frame: Rect(70, 70, 100, 100), boundsOrigin: Point(25, 25), sublayers: [third])
    let first = Layer(frame: Rect(80, 80, 100, 100), boundsOrigin: Point(15, 15), sublayers: [second])
    let scene = Scene(Layer(frame: Rect(0, 0, 256, 256), sublayers: [first]))
    let innermost = LayerPath(0, 0, 0, 0)
    #expect(scene.convert(Point(20, 10), from: innermost, to: LayerPath(0)) == Point(116, 106))
    #expect(scene.convert(Point(116, 106), from: LayerPath(0), to: innermost) == Point(20, 10))
  }

  @Test func theDefaults() {
    let layer = Layer(bounds: .zero, position: .zero)
    #expect(!layer.masksToBounds && !layer.isHidden && layer.contentsScale == 1)
    #expect(layer.sublayerTransform.isIdentity && layer.isDoubleSided && layer.opacity == 1)
    #expect(layer.contentsGravity == .resize && layer.contentsRect == Rect(0, 0, 1, 1))
    #expect(layer.contents == .none && layer.sublayers.isEmpty && layer.lights.isEmpty)
  }
}
