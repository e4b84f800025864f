import MeshTransform
import Testing

@testable import GLRenderer
@testable import RenderGraph
@testable import SoftwareRaster
@testable import TestSupport

/// Opaque images that are copied into the target have the pixels that drawing gives them.
struct PixelCopyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let photo: Layer

    init(_ name: String, _ bounds: Rect) {
      var photo = Layer(bounds, .clear)
      photo.contents = .image(.noise(128, 96))
      (testDescription, self.photo) = (name, photo)
    }

    static let whole = Rect(0, 0, 128, 96)
    static let all = [
      Case("the whole canvas", whole),
      Case("partly outside", Rect(-20, 30, 128, 96)),
    ]
  }

  private func scene(_ photo: Layer) -> Scene {
    var label = Layer(Rect(20, 30, 40, 30), .pureRed)
    label.opacity = 0.5
    return Scene(canvas: Canvas(frame: Rect(0, 0, 128, 96)), layers: [photo, label])
  }

  private func firstCopy(_ renderer: Renderer, _ scene: Scene) throws -> PixelRect? {
    try renderer.compile(scene, RenderOptions()).graph.canvas.groups[0].commands[0].copiedPixels
  }

  @Test(arguments: Case.all) func copiesEqualDrawings(_ test: Case) throws {
    for side in [64, 1024] {
      let copying = try Renderer.software { $0.maxViewportSize = side }
      let drawing = try Renderer.software(tuning: Tuning(usesPass: { !($0 is PixelCopies) })) {
        $0.maxViewportSize = side
      }
      let scene = scene(test.photo)
      #expect(try firstCopy(copying, scene) != nil)
      for options in [RenderOptions(), RenderOptions(samples: 1), RenderOptions(samples: 4)] {
        let expected = try drawing.render(scene, options: options)
        #expect(try copying.render(scene, options: options) == expected)
      }
    }
  }

  /// The blended part of a photo is copied back into it, in tiles too.
  @Test func blendedPartsAreCopied() throws {
    var scene = scene(Case.all[0].photo)
    scene.layers[1].blendMode = .multiply
    scene.layers[1].transform = .rotation(.degrees(10))
    for side in [64, 1024] {
      let copying = try Renderer.software { $0.maxViewportSize = side }
      let drawing = try Renderer.software(tuning: Tuning(usesPass: { !($0 is PixelCopies) })) {
        $0.maxViewportSize = side
      }
      let groups = try copying.compile(scene, RenderOptions()).graph.canvas.groups
      let copies = groups.map { $0.commands[0].copiedPixels != nil }
      #expect(copies == [true, true])
      for options in [RenderOptions(), RenderOptions(samples: 1), RenderOptions(samples: 4)] {
        #expect(try copying.render(scene, options: options) == drawing.render(scene, options: options))
      }
    }
  }

  /// Pictures that need a depth buffer, and others, take turns on the same renderer.
  @Test func picturesWithAndWithoutDepthTakeTurns() throws {
    let renderer = try Renderer.any()
    let wave = try Mesh.grid(rows: 4, columns: 4) { SIMD3($0.x, $0.y, 0.1 * $0.x * $0.y) }
    let flat = scene(Case.all[0].photo)
    var bent = flat
    bent.layers[1].mesh = wave
    var (flatBlended, bentBlended) = (flat, bent)
    flatBlended.layers[1].blendMode = .multiply
    bentBlended.layers[1].blendMode = .multiply
    for scene in [flat, bent, flatBlended, bentBlended, flat, bentBlended, flatBlended, bent] {
      #expect(try renderer.render(scene) == Renderer.any().render(scene))
    }
  }
}
