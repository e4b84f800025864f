import MeshTransform
import Testing

@testable import GLRenderer
@testable import TestSupport

/// Pictures of simplified grids beside those of all faces.
struct SimplifiedPictureTests {
  /// Waves in all channels; a displacement by 1/16 pixel changes a channel by less than a step.
  private static let content = Image(256, 192) { x, y in
    func wave(_ a: Int, _ b: Int) -> UInt8 {
      let turn = abs(Double(a * x + b * y) / 200).truncatingRemainder(dividingBy: 2)
      return UInt8(128 + 100 * abs(turn - 1))
    }
    return Pixel(wave(1, 2), wave(3, -1), wave(2, 2), 255)
  }

  /// The difference with one sample a pixel, away from edges, where a sample may fall on the other side: where the picture
  /// and its neighborhood are opaque.
  private func difference(_ scene: Scene, _ renderer: Renderer, ignoresEdges: Bool = true) throws
    -> ImageDifference
  {
    var options = RenderOptions(samples: 1)
    let simplified = try renderer.render(scene, options: options)
    options.isExact = true
    let exact = try renderer.render(scene, options: options)
    let isSame = simplified.bytes == exact.bytes
    #expect(!isSame, "nothing was simplified")
    let expected = exact.premultiplied()
    func isInside(_ x: Int, _ y: Int) -> Bool {
      (max(0, y - 2)...min(exact.size.height - 1, y + 2)).allSatisfy { v in
        (max(0, x - 2)...min(exact.size.width - 1, x + 2)).allSatisfy { u in
          expected[u, v].w == expected[x, y].w
        }
      }
    }
    return ImageDifference(simplified) { x, y in
      !ignoresEdges || isInside(x, y) ? SIMD4<Double>(expected[x, y]) : nil
    }
  }

  private static func scene(_ mesh: Mesh, _ lights: [Light] = [], surface: Surface = Surface()) -> Scene {
    .oneLayer(
      content, size: Size(256, 192), canvas: Rect(0, 0, 256, 192), mesh: mesh,
      transform: .rotation(.degrees(-30), about: Point3D(1, 0.2, 0)) * .perspective(eyeDistance: 600),
      surface: surface, lights: lights)
  }

  private static func ripple() throws -> Mesh {
    try Mesh.ripple { ($0.rows, $0.columns, $0.waves, $0.amplitude) = (200, 200, 1, 0.04) }
  }

  @Test func lookTheSame() throws {
    let renderer = try Renderer.software()
    var spot = Light(.spot)
    (spot.position, spot.coneAngle, spot.coneEdgeSoftness) = (Point3D(60, 60, 300), .degrees(30), 0.3)
    let shiny = Surface(specular: 0.2, specularExponent: 10)
    for (lights, surface) in [
      ([], Surface()), ([.directional(Point3D(0.4, 0.3, -1)), spot], shiny),
    ] {
      let difference = try difference(Self.scene(Self.ripple(), lights, surface: surface), renderer)
      #expect(difference.isWithin(.within(max: 2, mean: 0.1)), "\(lights.count) lights: \(difference)")
    }
  }

  /// One-sided, half transparent, and blended in linear light.
  @Test func otherPicturesLookTheSame() throws {
    let renderer = try Renderer.software()
    var scene = Self.scene(try Self.ripple(), [Light()])
    (scene.layers[0].isDoubleSided, scene.layers[0].opacity) = (false, 0.5)
    #expect(try difference(scene, renderer).isWithin(.within(max: 2, mean: 0.1)))
    scene.lights = []
    scene.canvas.blending = .linear
    #expect(try difference(scene, renderer).isWithin(.within(max: 2, mean: 0.1)))
  }

  /// Layers of a folded mesh occlude each other alike.
  @Test func foldsShowTheSame() throws {
    var mesh = try Mesh.grid(rows: 200, columns: 60) { from in
      let turn = Angle(radians: Double(from.y) * 9).sineAndCosine
      return SIMD3(from.x, 0.5 + 0.4 * Float(turn.sine), 0.2 * Float(turn.cosine) - 0.1 * from.y)
    }
    mesh.depthNormalization = .average
    let renderer = try Renderer.software()
    let difference = try difference(Self.scene(mesh, [Light()]), renderer)
    #expect(difference.mean < 0.2, "\(difference)")
    let off = try self.difference(Self.scene(mesh), renderer, ignoresEdges: false)
    #expect(off.mean < 0.3, "\(off)")
  }

  /// A picture does not depend on the pictures before it.
  @Test func historyDoesNotCount() throws {
    let renderer = try Renderer.software()
    let scene = Self.scene(try Self.ripple(), [Light()])
    var options = RenderOptions()
    let first = try renderer.render(scene, options: options)
    options.isExact = true
    let exact = try renderer.render(scene, options: options)
    options.isExact = false
    #expect(try renderer.render(scene, options: options).bytes == first.bytes)
    #expect(try Renderer.software().render(scene, options: RenderOptions()).bytes == first.bytes)
    #expect(exact.bytes != first.bytes)
  }
}
