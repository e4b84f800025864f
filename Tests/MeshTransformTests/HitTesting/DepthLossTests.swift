import MeshTransform
import Testing

struct DepthLossTests {
  /// A square of 40 points on a canvas of 100.
  private func square(x: Double, z: Double = 0, _ color: Color = .black) -> Layer {
    var layer = Layer(bounds: Rect(0, 0, 40, 40), position: Point(x + 20, 50), contents: .color(color))
    layer.zPosition = z
    return layer
  }

  private func losses(_ layers: [Layer], _ depth: SublayerDepth = .automatic) -> [DepthLoss] {
    Scene(canvas: Canvas(frame: Rect(0, 0, 100, 100), depth: depth), layers: layers).depthLosses()
  }

  /// Squares that overlap by a known share.
  @Test(arguments: [(30.0, 0.25), (20, 0.5), (0, 1)]) func sharesAreAreas(_ x: Double, _ share: Double) throws
  {
    let losses = losses([square(x: 0, z: 5), square(x: x)])
    let loss = try #require(losses.first)
    #expect(losses.count == 1)
    #expect((loss.layer, loss.hiddenBy) == (LayerPath(1), LayerPath(0)))
    #expect(abs(loss.share - share) < 0.04)
  }

  @Test func orderAndSmallLossesAreSilent() {
    // Less than a tenth; what is in front anyway; what shares or orders on request; what lies in one plane.
    #expect(losses([square(x: 0, z: 5), square(x: 37)]).isEmpty)
    #expect(losses([square(x: 0), square(x: 20, z: 5)]).isEmpty)
    #expect(losses([square(x: 0, z: 5), square(x: 20)], .shared).isEmpty)
    #expect(losses([square(x: 0, z: 5), square(x: 20)], .ordered).isEmpty)
    #expect(losses([square(x: 0), square(x: 20)]).isEmpty)
    // A layer through which one sees, and one that is hidden.
    #expect(losses([square(x: 0, z: 5, .clear), square(x: 20)]).isEmpty)
    var hidden = square(x: 0, z: 5)
    hidden.isHidden = true
    #expect(losses([hidden, square(x: 20)]).isEmpty)
  }

  /// Layers that cover whatever comes before them lose nothing.
  @Test func blendedLayersAndLayersWithShadowsCover() {
    var later = square(x: 20)
    later.blendMode = .multiply
    #expect(losses([square(x: 0, z: 5), later]).isEmpty)
    (later.blendMode, later.shadowOpacity) = (.normal, 0.5)
    #expect(losses([square(x: 0, z: 5), later]).isEmpty)
    // A layer after one with a shadow shares its space.
    #expect(losses([square(x: 0, z: 5), later, square(x: 24, z: -5)]).map(\.layer) == [LayerPath(2)])
    // One after a blended layer does not.
    later.blendMode = .multiply
    #expect(losses([square(x: 0, z: 5), later, square(x: 24, z: -5)]).isEmpty)
  }

  @Test func sublayersCountByThemselves() {
    var holder = Layer(bounds: Rect(0, 0, 100, 100), position: Point(50, 50))
    holder.sublayers = [square(x: 0, z: 5), square(x: 50, z: 6), square(x: 20)]
    let found = losses([square(x: 60), holder])
    #expect(found.map(\.layer) == [LayerPath(1, 2)])
    #expect(found.map(\.hiddenBy) == [LayerPath(1, 0)])
    holder.depth = .shared
    #expect(losses([square(x: 60), holder]).isEmpty)
  }
}
