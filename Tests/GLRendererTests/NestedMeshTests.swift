import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Layers with a mesh that hold others: flattened into one picture, which the mesh bends.
struct NestedMeshTests {
  private func nested(_ count: Int, around layer: Layer) throws -> Layer {
    var layer = layer
    for _ in 0..<count {
      var outer = Layer(bounds: Rect(0, 0, 32, 32), position: Point(16, 16))
      outer.mesh = try .grid(rows: 2, columns: 2)
      outer.sublayers = [layer]
      layer = outer
    }
    return layer
  }

  private func scene(_ layer: Layer) -> Scene {
    Scene(canvas: Canvas(frame: Rect(0, 0, 32, 32)), layers: [layer])
  }

  /// Sixteen identities in one another change no pixel; seventeen are too many.
  @Test func sixteenAndNoMore() throws {
    let image = Image.noise(32, 32)
    let surface = Layer(bounds: Rect(0, 0, 32, 32), position: Point(16, 16), contents: .image(image))
    #expect(try scene(nested(16, around: surface)).rendered().bytes == image.bytes)
    let error = #expect(throws: RenderError.self) { try scene(nested(17, around: surface)).rendered() }
    guard case .layer(let error) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error.problem == .tooManyNestedMeshes(limit: 16))
  }

  @Test func aMeshCutsOffAtTheBoundsAndBendsSublayers() throws {
    var layer = try nested(1, around: Layer(Rect(-8, 0, 16, 64), .pureRed))
    layer.mesh = try .grid(rows: 1, columns: 1) { SIMD3(1 - $0.x, $0.y, 0) }
    layer.bounds = Rect(0, 0, 16, 16)
    let drawn = try scene(layer).rendered()
    // The left half of the bounds, mirrored to the right half: columns 16..<24, rows 8..<24.
    for y in 0..<32 {
      for x in 0..<32 {
        let isRed = (16..<24).contains(x) && (8..<24).contains(y)
        #expect((drawn[x, y] != .zero) == isRed, "[\(x), \(y)]")
      }
    }
  }

  /// Twice as large as it was rasterized, an edge is soft; rasterized at twice the scale, it is sharp.
  @Test func rasterizationScaleSharpens() throws {
    var layer = try nested(1, around: Layer(Rect(0, 0, 8, 32), .pureRed))
    layer.bounds = Rect(0, 0, 16, 16)
    layer.transform = .scale(2, 2)
    func softPixels(_ scale: Double?) throws -> Int {
      layer.rasterizationScale = scale
      let drawn = try scene(layer).rendered()
      return (0..<32).count { drawn[$0, 16].w != 0 && drawn[$0, 16].w != 255 }
    }
    #expect(try softPixels(nil) == 2)
    #expect(try softPixels(1) == 2)
    #expect(try softPixels(2) == 0)
    #expect(try softPixels(0.25) > 4)
  }

  /// Half as large as it was rasterized, stripes of a pixel average out.
  @Test func minifiedPicturesAreFiltered() throws {
    let stripes = Image(32, 32) { x, _ in x % 2 == 0 ? Pixel(255, 255, 255, 255) : Pixel(0, 0, 0, 255) }
    var layer = try nested(
      1, around: Layer(bounds: Rect(0, 0, 32, 32), position: Point(16, 16), contents: .image(stripes)))
    layer.transform = .scale(0.25, 0.25)
    let drawn = try scene(layer).rendered()
    #expect(drawn[16, 16].distance(to: SIMD4(127.5, 127.5, 127.5, 255)) <= 2)
  }

  @Test func picturesHaveALimit() throws {
    var options = RenderOptions()
    options.limits.pictureArea = 32 * 32
    let surface = Layer(Rect(0, 0, 8, 8), .pureRed)
    _ = try Renderer.any().render(scene(nested(1, around: surface)), options: options)
    let error = #expect(throws: RenderError.self) {
      try Renderer.any().render(scene(nested(2, around: surface)), options: options)
    }
    #expect(error == .pictureArea(2048, limit: 1024))
  }

  /// A picture that would be endless is made coarser.
  @Test func enormousPicturesAreMadeCoarser() throws {
    var layer = try nested(1, around: Layer(Rect(0, 0, 1e6, 1e6), .pureRed))
    layer.bounds = Rect(0, 0, 1e6, 10)
    #expect(try scene(layer).rendered(samples: 1)[16, 16] == Pixel(255, 0, 0, 255))
  }
}
