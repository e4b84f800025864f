import MeshTransform
import Testing

@testable import GLRenderer
@testable import TestSupport

/// Sublayers that mask their superlayer.
struct LayerMaskTests {
  private func masked(_ mode: Layer.MaskMode, by mask: Layer) -> Layer {
    var (layer, mask) = (Layer(Rect(0, 0, 64, 64), Color(red: 1, green: 0.6, blue: 0.2)), mask)
    mask.maskMode = mode
    layer.sublayers = [mask]
    return layer
  }

  private func picture(_ layers: Layer..., samples: Int? = nil) throws -> Image {
    try Scene(canvas: Canvas(frame: Rect(0, 0, 64, 64)), layers: layers).rendered(samples: samples)
  }

  /// The premultiplied color of the layer with that share.
  private func isColor(_ pixel: Pixel, share: Double) -> Bool {
    zip([255.0, 153, 51, 255], (0..<4).map { Double(pixel[$0]) }).allSatisfy { abs($0 * share - $1) <= 1.01 }
  }

  /// A mask of half of the layer, with a color and an alpha.
  @Test(arguments: [1, 4, 64]) func masksByAlphaAndLuminance(samples: Int) throws {
    let color = Color(red: 1, green: 0.5, blue: 0, alpha: 0.6)
    let luminance = 0.6 * (0.2126 + 0.7152 * 128 / 255)
    let alpha = 153.0 / 255
    for (mode, inside, outside) in [
      (Layer.MaskMode.alpha, alpha, 0), (.luminance, luminance, 0), (.invertedAlpha, 1 - alpha, 1),
      (.invertedLuminance, 1 - luminance, 1),
    ] as [(Layer.MaskMode, Double, Double)] {
      let picture = try picture(masked(mode, by: Layer(Rect(0, 0, 32, 64), color)), samples: samples)
      #expect(isColor(picture[16, 32], share: inside), "\(mode): \(picture[16, 32])")
      #expect(isColor(picture[48, 32], share: outside), "\(mode): \(picture[48, 32])")
    }
  }

  /// A hidden mask masks nothing; one with opacity 0 is clear; several multiply.
  @Test func hiddenAndSeveralMasks() throws {
    var mask = Layer(Rect(0, 0, 32, 64), .black)
    mask.isHidden = true
    #expect(isColor(try picture(masked(.alpha, by: mask))[48, 32], share: 1))
    (mask.isHidden, mask.opacity) = (false, 0)
    #expect(try picture(masked(.alpha, by: mask))[16, 32] == .zero)
    mask.opacity = 0.5
    var layer = masked(.alpha, by: mask)
    layer.sublayers.append(layer.sublayers[0])
    #expect(isColor(try picture(layer)[16, 32], share: 0.25))
  }

  /// A mesh bends the mask with the layer: a layer that a mesh moves shows the mask moved as well.
  @Test func meshesBendTheMask() throws {
    var layer = masked(.alpha, by: Layer(Rect(0, 0, 16, 64), .black))
    layer.mesh = try Mesh.grid(rows: 1, columns: 2) { SIMD3(1 - $0.x, $0.y, 0) }
    let picture = try picture(layer)
    #expect(isColor(picture[56, 32], share: 1))
    #expect(picture[40, 32] == .zero)
    #expect(picture[8, 32] == .zero)
  }

  /// The sublayers and the border are masked, a blended masked layer blends its masked picture.
  @Test func masksGroups() throws {
    var layer = masked(.alpha, by: Layer(Rect(0, 0, 32, 64), .black))
    layer.sublayers.insert(Layer(Rect(20, 20, 24, 24), .pureGreen), at: 0)
    let picture = try picture(layer)
    #expect(picture[26, 30] == Pixel(0, 255, 0, 255))
    #expect(picture[40, 30] == .zero)
    layer.blendMode = .multiply
    let blended = try self.picture(Layer(Rect(0, 0, 64, 64), .pureRed), layer)
    #expect(blended[26, 30] == Pixel(0, 0, 0, 255))
    #expect(blended[10, 10] == Pixel(255, 0, 0, 255))
    #expect(blended[40, 30] == Pixel(255, 0, 0, 255))
  }

  /// What the mask cuts away is not hit, and the outline ends at the mask.
  @Test func hitsAndOutlineFollow() throws {
    let layer = masked(.alpha, by: Layer(Rect(8, 8, 16, 16), .black))
    let scene = Scene(canvas: Canvas(frame: Rect(0, 0, 64, 64)), layers: [layer])
    let tester = HitTester(scene)
    #expect(tester.hitTest(atPixel: 12, 12)?.path == LayerPath(0))
    #expect(tester.hitTest(atPixel: 40, 12) == nil)
    #expect(scene.outline() == Rect(8, 8, 16, 16))
    let inverted = masked(.invertedAlpha, by: Layer(Rect(8, 8, 16, 16), .black))
    let opposite = HitTester(Scene(canvas: scene.canvas, layers: [inverted]))
    #expect(opposite.hitTest(atPixel: 12, 12) == nil)
    #expect(opposite.hitTest(atPixel: 40, 12)?.path == LayerPath(0))
  }

  @Test func topLevelMasksAreErrors() throws {
    var layer = Layer(Rect(0, 0, 8, 8), .black)
    layer.maskMode = .luminance
    let error = #expect(throws: RenderError.self) { try picture(layer) }
    #expect("\(error!)".contains("maskMode is luminance; use none for a top-level layer"))
  }
}
