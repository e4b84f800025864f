import Glibc
import MeshTransform
import Testing

@testable import GLRenderer
@testable import TestSupport

/// Shadows beside closed forms: that of a box is the product of two differences of error functions.
struct ShadowTests {
  private let side = 128

  private func scene(_ layers: Layer..., background: Color = .clear, scale: Double = 1) -> Scene {
    let canvas = Canvas(
      frame: Rect(0, 0, Double(side) / scale, Double(side) / scale), scale: scale, background: background)
    return Scene(canvas: canvas, layers: layers)
  }

  /// A box whose shadow lies beside it, so that nothing covers the shadow.
  private func box(_ rect: Rect, offset: Point, radius: Double, opacity: Double = 1) -> Layer {
    var layer = Layer(rect, .pureRed)
    (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (opacity, radius, offset)
    return layer
  }

  /// The share of a Gaussian around `place` that lies in a range.
  private func share(_ place: Double, _ low: Double, _ high: Double, _ sigma: Double) -> Double {
    let width = sigma * 2.0.squareRoot()
    return 0.5 * (erf((high - place) / width) - erf((low - place) / width))
  }

  /// In pixels; the last ones are computed at lower resolutions.
  @Test(arguments: [1.0, 2.5, 4, 7.9, 8, 13, 30, 60], [1.0, 2])
  func boxShadowsAreIntegralsOfGaussians(sigma: Double, scale: Double) throws {
    let rect = Rect(-400 / scale, 40 / scale, 100 / scale, 48 / scale)
    let layer = box(rect, offset: Point(414 / scale, 0), radius: sigma / scale)
    let picture = try scene(layer, scale: scale).rendered()
    var worst = 0.0
    for y in 0..<side {
      for x in 0..<side {
        let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
        let expected = 255 * share(px, 14, 114, sigma) * share(py, 40, 88, sigma)
        worst = max(worst, abs(Double(picture[x, y].w) - expected))
      }
    }
    // Rounding of the picture and of the two passes of the blur, and the ends of the Gaussian, 0.3 % of full alpha.
    #expect(worst < 2, "\(worst)")
  }

  @Test func colorOpacityAndOrder() throws {
    var layer = box(Rect(10, 10, 40, 40), offset: Point(60, 0), radius: 0, opacity: 0.5)
    layer.shadowColor = Color(red: 0, green: 0, blue: 1, alpha: 0.8)
    let below = Layer(Rect(0, 0, 128, 64), .white)
    let picture = try scene(below, layer, Layer(Rect(80, 20, 4, 4), .pureGreen)).rendered()
    #expect(picture[30, 30] == Pixel(255, 0, 0, 255))
    // 0.4 of blue over white.
    let shaded = picture[90, 30]
    #expect(abs(Int(shaded.x) - 153) <= 1 && shaded.z == 255 && shaded.w == 255)
    #expect(picture[82, 22] == Pixel(0, 255, 0, 255))
    #expect(abs(Int(try scene(layer).rendered()[90, 30].w) - 102) <= 1)
    // Layers before it are before its shadow, whatever their depth.
    var near = below
    near.zPosition = 30
    #expect(try scene(near, layer).rendered()[90, 30] == shaded)
  }

  /// A translucent layer does not show its own shadow: both fade as one.
  @Test func layerAndShadowFadeTogether() throws {
    var layer = box(Rect(10, 10, 40, 40), offset: Point(20, 0), radius: 0)
    layer.opacity = 0.5
    let picture = try scene(layer).rendered()
    #expect(picture[40, 30].distance(to: SIMD4(128, 0, 0, 128)) <= Renderer.rounding)
    #expect(picture[60, 30].distance(to: SIMD4(0, 0, 0, 128)) <= Renderer.rounding)
    var group = Layer(Rect(0, 0, 128, 128), .clear)
    (group.contents, group.opacity) = (.none, 0.5)
    layer.opacity = 1
    group.sublayers = [layer]
    let difference = ImageDifference(try scene(group).rendered(), picture)
    #expect(difference.isWithin(Renderer.rounding), "\(difference)")
  }

  /// The shadow has the shape of the bent and turned layer, and of its sublayers.
  @Test func shapesAreBent() throws {
    var layer = box(Rect(10, 10, 40, 40), offset: Point(64, 0), radius: 0)
    layer.mesh = try Mesh.grid(rows: 1, columns: 1) {
      SIMD3($0.x, $0.x > 0.5 ? 0.5 + 0.5 * ($0.y - 0.5) : $0.y, 0)
    }
    layer.transform = .rotation(.degrees(90))
    layer.sublayers = [Layer(Rect(10, 10, 4, 4), .pureGreen)]
    let picture = try scene(layer).rendered(samples: 1)
    for y in 0..<64 {
      for x in 0..<60 { #expect(picture[x, y].w == picture[x + 64, y].w, "\(x), \(y)") }
    }
    #expect(picture[30, 48].w == 255 && picture[12, 48].w == 0 && picture[12, 12].w == 255)
  }

  /// Layers outside of the canvas throw shadows into it, and the canvas that fits a scene shows the whole shadow.
  @Test func shadowsReachFar() throws {
    let outside = box(Rect(-60, 20, 40, 40), offset: Point(50, 0), radius: 4)
    #expect(try scene(outside).rendered()[5, 40].w > 250)
    let fitted = scene(box(Rect(40, 40, 20, 20), offset: Point(5, 8), radius: 4)).outline()
    #expect(fitted == Rect(33, 36, 44, 44))
  }

  /// Shadows inside one another double the work each time.
  @Test func nestedShadowsHaveALimit() throws {
    var layer = box(Rect(0, 0, 8, 8), offset: .zero, radius: 1)
    for _ in 1..<8 {
      var outer = box(Rect(0, 0, 8, 8), offset: .zero, radius: 1)
      outer.sublayers = [layer]
      layer = outer
    }
    #expect(try scene(layer).rendered()[4, 4].w == 255)
    var outer = layer
    outer.sublayers = [layer]
    let error = #expect(throws: RenderError.self) { try scene(outer).rendered() }
    #expect("\(error!)".contains("nested inside 8 others, the limit"))
  }

  /// Values at the ends of their ranges, and a superlayer through the eye.
  @Test func extremeShadowsAreDrawnOrRefused() throws {
    for (radius, offset) in [(1e9, 0.0), (0, 1e9), (1e9, -1e9), (1e-9, 1e-9)] {
      let layer = box(Rect(10, 10, 40, 40), offset: Point(offset, offset), radius: radius)
      _ = try? scene(layer).rendered()
      _ = try? scene(layer, scale: 1e5).rendered()
      var holder = Layer(Rect(0, 0, 128, 128), .white)
      holder.sublayers = [layer]
      holder.transform = .rotation(.degrees(89.9), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 1)
      _ = try? scene(holder).rendered()
    }
  }

  @Test func blendedLayersCastShadowsInTheirPicture() throws {
    var layer = box(Rect(10, 10, 40, 40), offset: Point(60, 0), radius: 0, opacity: 0.5)
    layer.blendMode = .multiply
    let picture = try scene(layer, background: Color(red: 1, green: 0.6, blue: 0.2)).rendered()
    #expect(picture[30, 30] == Pixel(255, 0, 0, 255))
    #expect(abs(Int(picture[90, 30].x) - 128) <= 1 && abs(Int(picture[90, 30].y) - 77) <= 1)
  }

  @Test func framesAreIndependent() throws {
    let renderer = try Renderer.any()
    for step in 0..<4 {
      let radius = [2.0, 20, 20, 5][step]
      let layer = box(Rect(20 + 5 * Double(step), 20, 40, 40), offset: Point(9, 9), radius: radius)
      #expect(try scene(layer).rendered(by: renderer) == scene(layer).rendered())
    }
  }
}
