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

  /// The product of an image and its masks takes the place of a texture where it is all that the texture would hold.
  @Test func maskedImages() {
    func masked(_ mask: Layer, _ change: (inout Layer) -> Void = { _ in }) -> MaskedImage? {
      Self.card.with { $0.sublayers = [mask] }.with(change).maskedImage()
    }
    let mask = Self.mask(.noise(100, 75))
    #expect(masked(mask)?.masks.map(\.mode) == [.luminance])
    #expect(masked(mask) { $0.sublayers += [mask] }?.masks.count == 2)
    let hidden = Layer(Rect(3, 3, 9, 9), .pureRed).with { $0.isHidden = true }
    #expect(masked(mask) { $0.sublayers += [hidden] }?.masks.count == 1)
    #expect(masked(hidden) == nil)
    #expect(masked(Self.mask(.noise(50, 37))) == nil)
    #expect(masked(mask) { $0.backgroundColor = .pureRed } == nil)
    #expect(masked(mask) { $0.contents = .color(.pureRed) } == nil)
    for change in [
      { $0.opacity = 0.5 }, { $0.backgroundColor = .pureRed }, { $0.maskMode = .none },
      { $0.maskMode = .shade },
      { $0.blendMode = .multiply }, { $0.contents = .image(Image.noise(100, 75).converted(to: .sixteen)) },
    ] as [(inout Layer) -> Void] {
      #expect(masked(mask.with(change)) == nil)
    }
  }

  /// Later frames have the same product, so that it is uploaded once; other masks and modes have others.
  @Test func productsStay() throws {
    var cache = FrameCache()
    let (image, mask) = (Image.noise(9, 9), Image.translucentNoise(9, 9))
    func product(_ mode: Layer.MaskMode, _ mask: Image) -> Image {
      cache.product(MaskedImage(image: image, masks: [.init(image: mask, mode: mode)]))
    }
    let first = product(.alpha, mask)
    cache.endFrame()
    #expect(ImageKey(product(.alpha, mask)) == ImageKey(first))
    #expect(product(.luminance, mask) != first)
    #expect(product(.alpha, .noise(9, 9)) != first)
  }

  /// Products count as textures do, so that masks without number take neither memory nor time.
  @Test func productsAreLimited() throws {
    let masks = Array(repeating: Self.mask(.noise(100, 75)), count: 3)
    let mesh = try Mesh.ripple { ($0.rows, $0.columns) = (4, 4) }
    let layer = Self.card.with {
      ($0.mesh, $0.sublayers, $0.transform) = (mesh, masks, .rotation(.degrees(30)))
    }
    var compiler = GraphCompiler()
    compiler.options.limits.pictureArea = 3 * 7500
    _ = try compiler.graph(Scene(100, [layer]))
    compiler.options.limits.pictureArea -= 1
    #expect(throws: GraphError.pictureArea(3 * 7500, limit: 3 * 7500 - 1)) {
      try compiler.graph(Scene(100, [layer]))
    }
  }
}
