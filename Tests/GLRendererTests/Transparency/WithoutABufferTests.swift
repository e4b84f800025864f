import MeshTransform
import Testing

@testable import GLRenderer
@testable import RenderGraph
@testable import TestSupport

/// Devices without the A-buffer, and pictures that do not need it.
struct WithoutABufferTests {
  /// Items that do not cross have the same bytes with and without the A-buffer; items that cross have not.
  @Test(arguments: [1, 4]) func onlyWhatNeedsIt(samples: Int) throws {
    let (exact, sorted) = (try Renderer.any(), try Renderer.any { $0.blendsExactly = false })
    #expect(exact.capabilities.hasExactTransparency && !sorted.capabilities.hasExactTransparency)
    let image = Image.translucentNoise(40, 40)
    let wave = try Mesh.grid(rows: 8, columns: 8) { SIMD3($0.x, $0.y, 0.4 * ($0.x - 0.5) * ($0.y - 0.5)) }
    let tilted =
      Transform3D.rotation(.degrees(40), about: Point3D(1, 0.5, 0)) * .perspective(eyeDistance: 200)
    func layer(_ mesh: Mesh?, _ transform: Transform3D, z: Double = 0) -> Layer {
      var layer = Layer(bounds: Rect(0, 0, 40, 40), position: .zero, contents: .image(image))
      (layer.mesh, layer.transform, layer.zPosition) = (mesh, transform, z)
      return layer
    }
    func pictures(_ layers: [Layer], lights: [Light] = []) throws -> [Image] {
      let scene = Scene(canvas: Canvas(frame: Rect(-32, -32, 64, 64)), layers: layers, lights: lights)
      return try [exact, sorted].map { try scene.rendered(by: $0, samples: samples) }
    }
    for layers in [
      [layer(nil, tilted)], [layer(wave, tilted)], [layer(nil, tilted), layer(nil, tilted)],
      [layer(wave, .identity), layer(nil, .identity, z: -20), layer(nil, .identity, z: 30)],
      [layer(nil, tilted), layer(wave, .translation(200, 0))],
    ] {
      let both = try pictures(layers, lights: [Light()])
      #expect(both[0] == both[1])
    }
    let crossing = try pictures([layer(wave, .identity), layer(nil, tilted)])
    #expect(crossing[0] != crossing[1])
  }

  /// Without the A-buffer, triangles are blended from back to front: right where they do not cross.
  @Test func folds() throws {
    let renderer = try Renderer.any { $0.blendsExactly = false }
    let image = Image(2, 1, alpha: .straight) { x, _ in
      x == 0 ? Pixel(255, 0, 0, 128) : Pixel(0, 255, 0, 128)
    }
    let half = 128 / 255.0
    for depth in [Float(-5), 5] {
      let mesh = try Mesh.grid(rows: 1, columns: 2) {
        SIMD3($0.x == 0.5 ? 1 : 0, $0.y, $0.x == 1 ? depth : 0)
      }
      let picture = try Scene.oneLayer(image, size: Size(40, 40), mesh: mesh).rendered(by: renderer)
      let near = half
      let far = half * (1 - half)
      let expected = SIMD4(depth < 0 ? near : far, depth < 0 ? far : near, 0, near + far) * 255
      #expect(picture[2, 20].distance(to: expected) <= 1.5, "\(depth): \(picture[2, 20]), \(expected)")
    }
  }
}
