import MeshTransform
import Testing

@testable import GLRenderer
@testable import RenderGraph
@testable import TestSupport

/// A process that draws many different scenes keeps a bounded number of compiled programs.
struct PassCacheTests {
  /// Scenes that each need mesh passes of their own.
  private static func scenes() throws -> [Scene] {
    let image = Image.noise(16, 12)
    return try [0, 1, 2, 3].flatMap { kind in
      try [Mesh.FaceInterpolation.triangles, .bilinear, .projective].map { interpolation in
        var layer = Layer(bounds: Rect(0, 0, 40, 30), position: Point(24, 18), contents: .image(image))
        var mesh = try Mesh.ripple { ($0.rows, $0.columns) = (3, 3) }
        mesh.faceInterpolation = interpolation
        layer.mesh = mesh
        if kind == 1 { layer.surface.shading = .flat }
        if kind == 2 { layer.surface.specular = 0.7 }
        let lights = kind == 0 ? [] : [Light(kind == 3 ? .point : .directional)]
        return Scene(canvas: Canvas(frame: Rect(0, 0, 48, 36)), layers: [layer], lights: lights)
      }
    }
  }

  @Test func theLeastRecentlyUsedGo() throws {
    let scenes = try Self.scenes()
    let renderer = try Renderer.any()
    let options = RenderOptions(samples: 4)
    let pictures = try scenes.map { try renderer.render($0, options: options) }
    let compiled = renderer.statistics.compiledPrograms
    #expect(renderer.passes.meshCount >= 8)

    // All are kept: nothing is compiled again.
    #expect(try scenes.map { try renderer.render($0, options: options) } == pictures)
    #expect(renderer.statistics.compiledPrograms == compiled)

    renderer.passes.meshCapacity = 3
    for (scene, picture) in zip(scenes, pictures) {
      #expect(try renderer.render(scene, options: options) == picture)
      // Those of before, and those that this picture needs.
      #expect(renderer.passes.meshCount <= 3 + 2)
    }
    #expect(renderer.statistics.compiledPrograms > compiled)
    // The last used are kept.
    let before = renderer.statistics.compiledPrograms
    #expect(try renderer.render(scenes[scenes.count - 1], options: options) == pictures[scenes.count - 1])
    #expect(renderer.statistics.compiledPrograms == before)
  }
}
