import MeshTransform
import Testing

@testable import RenderGraph
@testable import SoftwareRaster
@testable import TestSupport

/// Which images are copied: those whose texels lie on pixels.
struct PixelCopiesTests {
  private static func copy(
    _ layer: Layer, _ blending: Canvas.Blending = .encoded, depth: Image.Depth = .eight, lights: [Light] = []
  ) throws -> PixelRect? {
    var compiler = GraphCompiler([PixelCopies()])
    compiler.options.depth = depth
    var scene = Scene(128, [layer], lights: lights)
    scene.canvas.blending = blending
    return try compiler.graph(scene).commands.first?.copiedPixels
  }

  private static func photo(_ rect: Rect) -> Layer { Layer(rect, .image(.noise(40, 30))) }

  /// A copy shows each texel at the pixel that the projection gives.
  @Test(arguments: 0..<40) func texelsLieOnPixels(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    let isWhole = seed % 2 == 0
    let (x, y) = (number(-60...140), number(-60...140))
    let rect = Rect(isWhole ? x.rounded() : x, isWhole ? y.rounded() : y, 40, 30)
    let layer = Self.photo(rect)
    guard let copy = try Self.copy(layer) else {
      #expect(!isWhole)
      return
    }
    #expect(copy.size == PixelSize(40, 30))
    let projection = LayerProjection(layer, superlayerToCanvas: .identity).unitToCanvas
    for (column, row) in [(0, 0), (39, 0), (17, 12), (39, 29)] {
      let unit = Point((Double(column) + 0.5) / 40, (Double(row) + 0.5) / 30)
      let place = try #require(projection.project(unit))
      #expect(abs(place.x - Double(copy.x + column) - 0.5) < 1.0 / 512)
      #expect(abs(place.y - Double(copy.y + row) - 0.5) < 1.0 / 512)
    }
  }

  @Test func whatIsDrawn() throws {
    let photo = Self.photo(Rect(10, 20, 40, 30))
    #expect(try Self.copy(photo) == PixelRect(x: 10, y: 20, width: 40, height: 30))
    #expect(try Self.copy(photo.with { $0.zPosition = 30 }) != nil)
    for change: (inout Layer) -> Void in [
      { $0.position.x += 0.5 }, { $0.bounds = Rect(0, 0, 80, 60) }, { $0.bounds = Rect(0, 0, 40, 31) },
      { ($0.contentsRect, $0.bounds) = (Rect(0, 0, 0.5, 1), Rect(0, 0, 20, 30)) },
      { $0.transform = .scale(-1, 1, 1) }, { $0.transform = .scale(1, -1, 1) },
      { $0.transform = .rotation(.degrees(180)) }, { $0.transform = .rotation(.degrees(0.1)) },
      { $0.opacity = 0.5 }, { $0.contents = .image(.translucentNoise(40, 30)) },
      { $0.contents = .color(.pureRed) },
      { $0.transform = .rotation(.degrees(5), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 900) },
    ] {
      #expect(try Self.copy(photo.with(change)) == nil)
    }
    // A distance of 1/2048 pixel is within the rounding of weights, 1/512 is not.
    #expect(try Self.copy(photo.with { $0.position.x += 1.0 / 2048 }) != nil)
    #expect(try Self.copy(photo.with { $0.position.x += 1.0 / 512 }) == nil)
    #expect(try Self.copy(photo, .linear) == nil)
    #expect(try Self.copy(photo, depth: .sixteen) == nil)
    #expect(try Self.copy(photo, lights: [Light()]) == nil)
    let flat = try Mesh.grid(rows: 1, columns: 1)
    #expect(try Self.copy(photo.with { $0.mesh = flat }) == nil)
  }

  /// The blended part of a photo is copied back, as the photo is.
  @Test func blendedParts() throws {
    let photo = Layer(Rect(0, 0, 128, 128), .image(.noise(128, 128)))
    let logo = Layer(Rect(20, 30, 40, 30), .pureRed).with {
      ($0.blendMode, $0.transform) = (.multiply, .rotation(.degrees(10)))
    }
    let graph = try GraphCompiler([PixelCopies()]).graph(Scene(128, [photo, logo]))
    let copies = graph.canvas.groups.map { $0.commands[0].copiedPixels }
    #expect(copies.count == 2 && copies[0] == PixelRect(x: 0, y: 0, width: 128, height: 128))
    guard case .canvasPixels(let texture, let x, let y) = graph.canvas.groups[1].commands[0].item.content
    else {
      Issue.record("the part shows pixels of the canvas")
      return
    }
    #expect(copies[1] == PixelRect(x: x, y: y, width: texture.size.width, height: texture.size.height))
    // The backdrop is a copy, too: the photo in pixels of the part.
    let backdrop = graph.texturePasses.compactMap { pass -> PixelRect? in
      if case .offscreen(let pass) = pass { pass.pass.groups[0].commands[0].copiedPixels } else { nil }
    }
    #expect(backdrop == [PixelRect(x: -x, y: -y, width: 128, height: 128)])
    // A whole target is larger than its pixels, and drawn.
    let bent = try photo.with { $0.mesh = try .grid(rows: 2, columns: 2) { SIMD3($0.x, $0.y, 0.1 * $0.x) } }
    let whole = try GraphCompiler([PixelCopies()]).graph(Scene(128, [bent, logo]))
    #expect(whole.canvas.groups[0].commands[0].copiedPixels == nil)
  }
}
