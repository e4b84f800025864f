import MeshTransform
import Testing

/// A picture of 40 x 20 pixels in bounds of 100 x 200 points, its frames worked out by hand.
@Suite struct ContentsGravityTests {
  private let layer = Layer(
    bounds: Rect(10, 20, 100, 200), position: .zero,
    contents: .image(
      Image(size: PixelSize(40, 20), alpha: .opaque, bytes: Array(repeating: 255, count: 3200))))

  private func frame(_ gravity: Layer.ContentsGravity, _ change: (inout Layer) -> Void = { _ in }) -> Rect? {
    var layer = layer
    layer.contentsGravity = gravity
    change(&layer)
    return layer.contentsFrame
  }

  @Test(arguments: [
    (Layer.ContentsGravity.center, Rect(40, 110, 40, 20)), (.top, Rect(40, 20, 40, 20)),
    (.bottom, Rect(40, 200, 40, 20)), (.left, Rect(10, 110, 40, 20)), (.right, Rect(70, 110, 40, 20)),
    (.topLeft, Rect(10, 20, 40, 20)), (.topRight, Rect(70, 20, 40, 20)), (.bottomLeft, Rect(10, 200, 40, 20)),
    (.bottomRight, Rect(70, 200, 40, 20)), (.resize, Rect(10, 20, 100, 200)),
    (.resizeAspect, Rect(10, 95, 100, 50)), (.resizeAspectFill, Rect(-140, 20, 400, 200)),
  ])
  func everyGravityHasItsPlace(_ gravity: Layer.ContentsGravity, _ expected: Rect) {
    #expect(frame(gravity) == expected)
  }

  @Test func allGravitiesAreTwelve() { #expect(Layer.ContentsGravity.allCases.count == 12) }

  @Test func onlyThePartInContentsRectIsPlaced() {
    // The right half: 20 x 20 pixels.
    let half: (inout Layer) -> Void = { $0.contentsRect = Rect(0.5, 0, 0.5, 1) }
    #expect(frame(.topLeft, half) == Rect(10, 20, 20, 20))
    #expect(frame(.resizeAspect, half) == Rect(10, 70, 100, 100))
    #expect(frame(.resize, half) == layer.bounds)
    #expect(frame(.center) { $0.contentsRect = Rect(0, 0, 0, 1) } == nil)
  }

  @Test func contentsScaleIsPixelsPerPoint() {
    #expect(frame(.bottomRight) { $0.contentsScale = 2 } == Rect(90, 210, 20, 10))
    #expect(frame(.resizeAspect) { $0.contentsScale = 2 } == frame(.resizeAspect))
  }

  @Test func otherContentsFillTheBounds() {
    #expect(frame(.topLeft) { $0.contents = .none } == nil)
    #expect(frame(.topLeft) { $0.contents = .color(.white) } == layer.bounds)
    #expect(frame(.topLeft) { $0.contents = .gradient(Gradient(stops: [])) } == layer.bounds)
  }
}
