import MeshTransform
import Testing

@testable import RenderGraph
@testable import TestSupport

/// The layers whose texture has the resolution of their images.
struct ImageRasterTests {
  private static let native = PixelSize(80, 60)
  private static let bounds = Rect(0, 0, 80, 60)
  private static let card = Layer(bounds, .image(.noise(100, 75)))

  private static func size(_ change: (inout Layer) -> Void = { _ in }) -> PixelSize? {
    card.with(change).imageRasterSize(native: native)
  }

  private static func mask(_ image: Image) -> Layer {
    Layer(bounds, .image(image)).with { $0.maskMode = .luminance }
  }

  @Test func imagesAndColorsInAllOfTheBounds() {
    let size = PixelSize(100, 75)
    #expect(Self.size() == size)
    #expect(Self.size { $0.backgroundColor = .pureRed } == size)
    #expect(Self.size { $0.sublayers = [Self.mask(.noise(100, 75))] } == size)
    #expect(
      Self.size { $0.sublayers = [Layer(Self.bounds, .color(.pureRed)).with { $0.opacity = 0.5 }] } == size)
    #expect(Self.size { $0.contents = .none } == nil)
    // Hidden sublayers are not examined.
    let hidden = Layer(Rect(3, 3, 9, 9), .pureRed).with { $0.isHidden = true }
    #expect(Self.size { $0.sublayers = [hidden] } == size)
  }

  /// Images of other sizes are much coarser; the texture has at most four times as many pixels as at the canvas's
  /// resolution.
  @Test func sizes() {
    #expect(Self.size { $0.sublayers = [Self.mask(.noise(50, 37))] } == PixelSize(100, 75))
    #expect(Self.size { $0.sublayers = [Self.mask(.noise(51, 37))] } == nil)
    #expect(Self.size { $0.sublayers = [Self.mask(.noise(200, 150))] } == nil)
    #expect(Self.size { $0.contents = .image(.noise(160, 120)) } == PixelSize(160, 120))
    #expect(Self.size { $0.contents = .image(.noise(161, 120)) } == nil)
    #expect(Self.size { $0.contents = .image(.noise(8, 6)) } == PixelSize(8, 6))
  }

  @Test(
    arguments: [
      { $0.borderWidth = 2 }, { $0.cornerRadius = 4 }, { $0.contentsRect = Rect(0, 0, 0.5, 1) },
      { $0.contentsGravity = .center }, { $0.minificationFilter = .trilinear }, { $0.rasterizationScale = 2 },
      { $0.lights = [.ambient()] }, { $0.sublayerTransform = .scale(2, 2, 1) },
      { $0.sublayers = [Layer(Rect(1, 0, 79, 60), .pureRed)] },
      { $0.sublayers = [Layer(ImageRasterTests.bounds, .pureRed, z: 1)] },
      { $0.sublayers = [ImageRasterTests.card.with { $0.transform = .rotation(.degrees(90)) }] },
      { $0.sublayers = [ImageRasterTests.card.with { $0.magnificationFilter = .nearest }] },
      { $0.sublayers = [ImageRasterTests.card.with { $0.shadowOpacity = 1 }] },
      { $0.sublayers = [ImageRasterTests.card.with { $0.sublayers = [ImageRasterTests.card] }] },
      { $0.sublayers = [ImageRasterTests.card.with { $0.mesh = .unitQuad }] },
      {
        $0.sublayers = [
          Layer(
            ImageRasterTests.bounds, .gradient(Gradient(stops: [.init(0, .pureRed), .init(1, .pureBlue)])))
        ]
      },
    ] as [@Sendable (inout Layer) -> Void])
  func otherLayersHaveNone(_ change: @Sendable (inout Layer) -> Void) { #expect(Self.size(change) == nil) }
}
