import MeshTransform
import Testing

/// What a layer draws at a point, and how transparent it is there.
@Suite struct HitAlphaTests {
  private func isHit(_ layer: Layer, _ x: Double, _ y: Double, above alpha: Double? = nil) -> Bool {
    HitTester(Scene(layer)).hitTest(Point(x, y), HitOptions(minimumAlpha: alpha)) != nil
  }

  private func layer(_ contents: Layer.Contents) -> Layer {
    Layer(bounds: Rect(0, 0, 100, 100), position: Point(50, 50), contents: contents)
  }

  /// 2 x 1 texels, the left one clear.
  private let half = Layer.Contents.image(
    Image(size: PixelSize(2, 1), alpha: .straight, bytes: [9, 9, 9, 0, 9, 9, 9, 255]))

  @Test func alphaCountsOnlyWhereItIsAskedFor() {
    let layer = layer(half)
    #expect(isHit(layer, 10, 50) && !isHit(layer, 10, 50, above: 0))
    #expect(isHit(layer, 90, 50, above: 0.999) && !isHit(layer, 90, 50, above: 1))
    // From the middle of one texel, at 25, to that of the other, at 75.
    #expect(isHit(layer, 45.1, 50, above: 0.4) && !isHit(layer, 44.9, 50, above: 0.4))
  }

  /// A step of alpha between two texels, whose middles are at 25 and 75.
  @Test func alphaIsThatOfTheMagnificationFilter() {
    var layer = layer(half)
    layer.magnificationFilter = .nearest
    #expect(isHit(layer, 50.1, 50, above: 0.99) && !isHit(layer, 49.9, 50, above: 0))
    layer.magnificationFilter = .cubic
    // At a quarter of the way t, t/2 + 3t²/2 - t³.
    #expect(isHit(layer, 37.5, 50, above: 0.202) && !isHit(layer, 37.5, 50, above: 0.204))
  }

  @Test func opacitiesAndPartsCombine() {
    var surface = layer(.color(Color(red: 0, green: 0, blue: 0, alpha: 0.5)))
    surface.opacity = 0.5
    #expect(isHit(surface, 50, 50, above: 0.24) && !isHit(surface, 50, 50, above: 0.26))
    surface.backgroundColor = Color(red: 0, green: 0, blue: 0, alpha: 0.5)
    #expect(isHit(surface, 50, 50, above: 0.37) && !isHit(surface, 50, 50, above: 0.38))
    var group = Layer(bounds: Rect(0, 0, 100, 100), at: Point(50, 50), sublayers: [surface])
    group.opacity = 0.5
    #expect(isHit(group, 50, 50, above: 0.18) && !isHit(group, 50, 50, above: 0.19))
  }

  @Test func gradientsFade() {
    let clear = Color(red: 1, green: 1, blue: 1, alpha: 0)
    let fade = layer(.gradient(Gradient(stops: [.init(0, clear), .init(1, .white)])))
    #expect(isHit(fade, 50, 60.1, above: 0.6) && !isHit(fade, 50, 59.9, above: 0.6))
    #expect(isHit(fade, 50, 0))
  }

  @Test func imagesLieWhereTheirGravityPutsThem() {
    var surface = layer(half)
    surface.contentsGravity = .resizeAspect
    #expect(isHit(surface, 50, 26) && !isHit(surface, 50, 24))
    surface.contentsGravity = .resizeAspectFill
    #expect(isHit(surface, -49, 50) && !isHit(surface, -51, 50))
    surface.masksToBounds = true
    #expect(isHit(surface, 1, 50) && !isHit(surface, -1, 50))
    surface.masksToBounds = false
    surface.mesh = .unitQuad
    #expect(isHit(surface, 1, 50) && !isHit(surface, -1, 50))
    surface = layer(half)
    surface.contentsRect = Rect(0.5, 0, 1, 1)  // the right texel, and nothing beside it
    #expect(isHit(surface, 49, 50, above: 0.4) && !isHit(surface, 51, 50, above: 0))
  }
}
