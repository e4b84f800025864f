import Glibc
import MeshTransform
import Testing

@testable import GLRenderer
@testable import TestSupport

/// Contact shadows beside closed forms.
struct ContactShadowTests {
  private let side = 128

  private func scene(_ layers: Layer...) -> Scene {
    Scene(canvas: Canvas(frame: Rect(0, 0, 128, 128)), layers: layers)
  }

  /// A surface with that height, in points, at each of its unit points.
  private func surface(_ rect: Rect, _ height: (SIMD2<Float>) -> Float) throws -> Layer {
    var layer = Layer(rect, .pureRed)
    var mesh = try Mesh.grid(rows: 16, columns: 16) { SIMD3($0.x, $0.y, height($0)) }
    mesh.depthNormalization = .none
    (layer.mesh, layer.contactShadowOpacity) = (mesh, 1)
    return layer
  }

  private func share(_ place: Double, _ low: Double, _ high: Double, _ sigma: Double) -> Double {
    let width = sigma * 2.0.squareRoot()
    return 0.5 * (erf((high - place) / width) - erf((low - place) / width))
  }

  /// All at one height, a surface throws a box blurred by a Gaussian.
  @Test(arguments: [(10.0, 0.4), (20, 0.1), (20, 1)]) func flatSurfacesThrowBlurredBoxes(
    _ height: Double, _ spread: Double
  ) throws {
    var layer = try surface(Rect(30, 20, 60, 40)) { _ in Float(height) }
    (layer.contactShadowSpread, layer.contactShadowOffset) = (spread, Point(0.5, 2))
    let picture = try scene(layer).rendered()
    var worst = 0.0
    for y in 0..<side {
      for x in 0..<side {
        if Rect(29, 19, 62, 42).contains(Point(Double(x) + 0.5, Double(y) + 0.5)) { continue }
        let (px, py) = (Double(x) + 0.5 - 0.5 * height, Double(y) + 0.5 - 2 * height)
        let expected = 255 * share(px, 30, 90, spread * height) * share(py, 20, 60, spread * height)
        worst = max(worst, abs(Double(picture[x, y].w) - expected))
      }
    }
    #expect(worst < 3, "\(worst)")
  }

  /// The largest difference of a channel in the first pixels of two pictures.
  private func difference(_ a: Image, _ b: Image) -> Int {
    var worst = 0
    for y in 0..<side {
      for x in 0..<side {
        for channel in 0..<4 { worst = max(worst, abs(Int(a[x, y][channel]) - Int(b[x, y][channel]))) }
      }
    }
    return worst
  }

  /// What lies beyond the canvas is not computed, and changes nothing on it.
  @Test(arguments: [Rect(90, 80, 60, 40), Rect(-40, -20, 60, 40), Rect(-100, 100, 300, 60)])
  func shadowsEndAtTheCanvas(_ rect: Rect) throws {
    var layer = try surface(rect) { 30 * $0.x }
    layer.transform = .rotation(.degrees(20))
    (layer.contactShadowSpread, layer.contactShadowOffset) = (0.5, Point(-0.5, 0.3))
    let larger = Scene(canvas: Canvas(frame: Rect(0, 0, 400, 400)), layers: [layer])
    let worst = difference(try scene(layer).rendered(), try larger.rendered())
    #expect(worst <= 1, "\(worst)")
  }

  /// A sheet that is known to be opaque throws the shadow of one whose pixels are found to be.
  @Test func opaqueSheetsHaveTheShapesOfTheirMeshes() throws {
    var layer = Layer(Rect(34, 24, 60, 50), .pureRed)
    layer.mesh = try .grid(rows: 12, columns: 12) { from in
      let angle = 4 * from.x
      return SIMD3(0.5 + 0.3 * sin(angle), from.y, 0.3 * (1 - cos(angle)))
    }
    (layer.contactShadowOpacity, layer.contactShadowSpread) = (1, 0.4)
    let known = try scene(layer).rendered()
    layer.backgroundColor = nil
    layer.contents = .image(
      Image(size: PixelSize(1, 1), alpha: .premultiplied, bytes: [255, 0, 0, 255]))
    let worst = difference(known, try scene(layer).rendered())
    #expect(worst <= 2, "\(worst)")
  }

  /// The surface rises from the left edge to the right one: its shadow below becomes softer and darker nowhere else.
  @Test func shadowsBecomeSofterWithHeight() throws {
    var layer = try surface(Rect(8, 20, 112, 40)) { 24 * $0.x }
    layer.contactShadowOffset = Point(0, 0)
    let picture = try scene(layer).rendered()
    /// Pixels below the surface with more than a fifth of the shadow.
    func depth(_ x: Int) -> Int { (61..<side).count { picture[x, $0].w > 51 } }
    let depths = [16, 40, 64, 96].map(depth)
    #expect(depths == depths.sorted() && depths[0] <= 1 && depths[3] >= 5, "\(depths)")
    // Where the surface touches the plane, nothing is shaded.
    #expect((0..<7).allSatisfy { picture[$0, 40].w == 0 })
  }

  /// A surface folded over itself shades the part that lies in the plane, and what lies behind it, but not what covers it.
  @Test func shadowsFallOnTheSurfaceItself() throws {
    var layer = Layer(Rect(14, 14, 100, 100), .white)
    var mesh = try Mesh.grid(rows: 1, columns: 4) { from in
      switch from.x {
      case 1: SIMD3(0.25, from.y, 20)
      case 0.75...: SIMD3(0.7, from.y, 10)
      default: SIMD3(from.x, from.y, 0)
      }
    }
    mesh.depthNormalization = .none
    layer.mesh = mesh
    let plain = try scene(layer).rendered()
    layer.contactShadowOpacity = 1
    (layer.contactShadowSpread, layer.contactShadowOffset) = (0.1, Point(-0.5, 0))
    let shaded = try scene(Layer(Rect(0, 0, 128, 64), .pureGreen), layer).rendered()
    #expect(plain[34, 60] == Pixel(255, 255, 255, 255))
    #expect(shaded[34, 60].x < 40 && shaded[34, 60].w == 255)
    #expect(shaded[16, 60] == Pixel(255, 255, 255, 255) && shaded[70, 60].x == 255)
    #expect(shaded[4, 60] == Pixel(0, 255, 0, 255))
    layer.mesh = nil
    #expect(
      try scene(layer).rendered().bytes == scene(Layer(Rect(14, 14, 100, 100), .white)).rendered().bytes)
  }

  /// The outline contains what is drawn, and little else: only high parts have a wide shadow.
  @Test(arguments: [0.3, 1.0], [(0.2, 0.5), (0.6, 0.1)]) func outlinesAreThoseOfTheInk(
    _ opacity: Double, _ shadow: (spread: Double, side: Double)
  ) throws {
    var layer = try surface(Rect(40, 40, 44, 44)) { 30 * max(0, $0.x - 0.5) }
    layer.contactShadowOpacity = opacity
    (layer.contactShadowSpread, layer.contactShadowOffset) = (shadow.spread, Point(shadow.side, 0.4))
    let scene = scene(layer)
    let (picture, outline) = (try scene.rendered(), try #require(scene.outline()))
    let ink = (0..<side * side).filter { picture[$0 % side, $0 / side].w > 0 }
    let (columns, rows) = (ink.map { Double($0 % side) }, ink.map { Double($0 / side) })
    let box = (columns.min() ?? 0, rows.min() ?? 0, (columns.max() ?? 0) + 1, (rows.max() ?? 0) + 1)
    let gaps = [
      box.0 - outline.minX, box.1 - outline.minY, outline.maxX - box.2, outline.maxY - box.3,
    ]
    #expect(gaps.allSatisfy { (-1...6).contains($0) }, "\(gaps)")
  }

  /// The shadow belongs to the outline, and extreme values are drawn or refused.
  @Test func outlinesAndExtremes() throws {
    var layer = try surface(Rect(30, 20, 60, 40)) { _ in 10 }
    (layer.contactShadowSpread, layer.contactShadowOffset) = (1, Point(0, 4))
    #expect(scene(layer).outline() == Rect(0, 20, 120, 110))
    for (height, spread, offset) in [(1e9, 100.0, 100.0), (1e-3, 0, -100), (5, 100, 0), (-5, 1, 1)] {
      layer.mesh = try Mesh.grid(rows: 1, columns: 1) { SIMD3($0.x, $0.y, Float(height)) }
      layer.mesh?.depthNormalization = .none
      (layer.contactShadowSpread, layer.contactShadowOffset) = (spread, Point(offset, offset))
      _ = try scene(layer).rendered()
    }
  }
}
