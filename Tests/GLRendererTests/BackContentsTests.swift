import MeshTransform
import Testing

@testable import GLRenderer
@testable import TestSupport

/// What layers show from behind.
struct BackContentsTests {
  private let front = Image.noise(64, 32), back = Image.noise(64, 32, seed: 7)

  private func surface(back: Layer.Contents) -> Layer {
    var surface = Layer(bounds: Rect(0, 0, 64, 32), position: Point(32, 16), contents: .image(front))
    var page = Layer(bounds: Rect(0, 0, 64, 32), position: Point(32, 16), contents: back)
    page.isBackContents = true
    surface.sublayers = [page]
    return surface
  }

  private func scene(_ layers: Layer...) -> Scene {
    Scene(canvas: Canvas(frame: Rect(0, 0, 64, 32)), layers: layers)
  }

  private func difference(_ layer: Layer, _ expected: (Int, Int) -> Pixel?) throws -> ImageDifference {
    ImageDifference(try scene(layer).rendered()) { x, y in expected(x, y).map { SIMD4<Double>($0) } }
  }

  /// The right half folded over the left one.
  private func folded() throws -> Mesh {
    try .grid(rows: 1, columns: 2) { from in
      SIMD3(from.x > 0.75 ? 0 : from.x, from.y, from.x > 0.75 ? 0.1 : 0)
    }
  }

  /// A turned page shows its back, and its back reads right.
  @Test func turnedLayersShowTheirBack() throws {
    var surface = surface(back: .image(back))
    #expect(try difference(surface) { front[$0, $1] }.isWithin(0))
    surface.transform = .rotation(.degrees(180), about: Point3D(0, 1, 0))
    #expect(try difference(surface) { back[$0, $1] }.isWithin(1))
    surface.isDoubleSided = false
    #expect(try difference(surface) { _, _ in .zero }.isWithin(0))
  }

  @Test(arguments: [true, false]) func foldedMeshesShowBothSides(_ isColor: Bool) throws {
    let red = Color(red: 1, green: 0, blue: 0)
    var surface = surface(back: isColor ? .none : .image(back))
    if isColor { surface.sublayers[0].backgroundColor = red }
    (surface.bounds, surface.sublayers[0].bounds) = (Rect(0, 0, 128, 32), Rect(0, 0, 128, 32))
    (surface.position.x, surface.sublayers[0].position.x) = (64, 64)
    let stretched = surface
    surface.mesh = try folded()
    // The part that lies on top is the right half of the surface, which is the left half of its back.
    let picture = try scene(surface).rendered()
    var plain = stretched.sublayers[0]
    plain.isBackContents = false
    let expected = try scene(plain).rendered()
    let difference = ImageDifference(picture) { x, y in x < 63 ? SIMD4<Double>(expected[x, y]) : nil }
    #expect(difference.isWithin(2), "\(difference)")
    // Without the back, the mirrored front shows.
    surface.sublayers = []
    #expect(try scene(surface).rendered().bytes != picture.bytes)
  }

  /// The back is cut by the layer's mask and bounds.
  @Test func masksCutBothSides() throws {
    var surface = surface(back: .color(.white))
    surface.sublayers[0].bounds = Rect(0, 0, 100, 32)
    surface.transform = .rotation(.degrees(180), about: Point3D(0, 1, 0)) * .scale(0.5, 1)
    var mask = Layer(bounds: Rect(0, 0, 32, 32), position: Point(16, 16), contents: .color(.white))
    mask.maskMode = .alpha
    surface.sublayers.append(mask)
    // The left half of the surface lies at the right.
    let difference = try difference(surface) { x, _ in
      x >= 32 && x < 48 ? Pixel(255, 255, 255, 255) : .zero
    }
    #expect(difference.isWithin(0), "\(difference)")
  }

  @Test func hitsReachTheBack() throws {
    var surface = surface(back: .image(back))
    surface.sublayers[0].bounds = Rect(0, 0, 16, 32)
    surface.sublayers[0].position = Point(8, 16)
    func path(_ x: Double) -> [Int]? {
      HitTester(scene(surface)).hitTest(Point(x, 16)).map(\.path.indices)
    }
    #expect(path(8) == [0] && path(40) == [0])
    surface.transform = .rotation(.degrees(180), about: Point3D(0, 1, 0))
    #expect(path(8) == [0, 0] && path(40) == nil)
    let hit = HitTester(scene(surface)).hitTest(Point(4, 16))
    #expect(hit?.isFrontFacing == true && abs(hit!.unitPoint.x - 0.25) < 1e-9)
  }

  @Test func nestedBacksHaveALimit() throws {
    var layer = surface(back: .color(.white))
    for _ in 1..<16 {
      var outer = surface(back: .none)
      outer.sublayers[0].sublayers = [layer]
      layer = outer
    }
    layer.transform = .rotation(.degrees(180), about: Point3D(0, 1, 0))
    _ = try scene(layer).rendered()
    var outer = surface(back: .none)
    outer.sublayers[0].sublayers = [layer]
    let error = #expect(throws: RenderError.self) { try scene(outer).rendered() }
    #expect("\(error!)".contains("nested inside 16 others, the limit"))
    var top = surface(back: .none).sublayers[0]
    top.isBackContents = true
    let refused = #expect(throws: RenderError.self) { try scene(top).rendered() }
    #expect("\(refused!)".contains("no superlayer"))
  }
}
