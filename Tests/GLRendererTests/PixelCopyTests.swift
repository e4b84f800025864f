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
    let isCopied: Bool
    let photo: Layer

    init(_ name: String, isCopied: Bool, _ bounds: Rect, _ change: (inout Layer) -> Void = { _ in }) {
      var photo = Layer(bounds, .clear)
      photo.contents = .image(.noise(128, 96))
      change(&photo)
      (testDescription, self.isCopied, self.photo) = (name, isCopied, photo)
    }

    static let whole = Rect(0, 0, 128, 96)
    static let all = [
      Case("the whole canvas", isCopied: true, whole),
      Case("partly outside", isCopied: true, Rect(-20, 30, 128, 96)),
      Case("half a pixel off", isCopied: false, Rect(0.5, 0, 128, 96)),
      Case("larger", isCopied: false, Rect(0, 0, 256, 192)),
      Case("a part of the image", isCopied: false, Rect(0, 0, 64, 96)) {
        $0.contentsRect = Rect(0, 0, 0.5, 1)
      },
      Case("mirrored", isCopied: false, whole) { $0.transform = .scale(-1, 1, 1) },
      Case("turned", isCopied: false, whole) { $0.transform = .rotation(.degrees(180)) },
      Case("translucent", isCopied: false, whole) { $0.opacity = 0.5 },
    ]
  }

  private func scene(_ photo: Layer, _ blending: Canvas.Blending) -> Scene {
    var label = Layer(Rect(20, 30, 40, 30), .pureRed)
    label.opacity = 0.5
    var scene = Scene(canvas: Canvas(frame: Rect(0, 0, 128, 96)), layers: [photo, label])
    scene.canvas.blending = blending
    return scene
  }

  private func firstCopy(_ renderer: Renderer, _ scene: Scene) throws -> PixelRect? {
    try renderer.compile(scene, RenderOptions()).graph.canvas.groups[0].commands[0].copiedPixels
  }

  @Test(arguments: Case.all) func copiesEqualDrawings(_ test: Case) throws {
    for side in [64, 1024] {
      let copying = try Renderer.any { $0.maxViewportSize = side }
      let drawing = try Renderer.any(tuning: Tuning(usesPass: { !($0 is PixelCopies) })) {
        $0.maxViewportSize = side
      }
      for blending in [Canvas.Blending.encoded, .linear] {
        let scene = scene(test.photo, blending)
        let isCopied = try firstCopy(copying, scene) != nil
        #expect(isCopied == (test.isCopied && blending == .encoded))
        for options in [RenderOptions(), RenderOptions(samples: 1), RenderOptions(samples: 4)] {
          let expected = try drawing.render(scene, options: options)
          #expect(try copying.render(scene, options: options) == expected)
        }
      }
    }
  }

  /// The blended part of a photo is copied back into it, in tiles too.
  @Test func blendedPartsAreCopied() throws {
    var scene = scene(Case.all[0].photo, .encoded)
    scene.layers[1].blendMode = .multiply
    scene.layers[1].transform = .rotation(.degrees(10))
    for side in [64, 1024] {
      let copying = try Renderer.any { $0.maxViewportSize = side }
      let drawing = try Renderer.any(tuning: Tuning(usesPass: { !($0 is PixelCopies) })) {
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

  /// Flat layers in painter's order need no depth buffer; others do.
  @Test func flatPicturesNeedNoDepth() throws {
    func needsDepth(_ change: (inout Scene) -> Void = { _ in }) throws -> Bool {
      var scene = scene(Case.all[0].photo, .encoded)
      change(&scene)
      return try Renderer.any().compile(scene, RenderOptions()).graph.canvas.needsDepth
    }
    #expect(try !needsDepth())
    #expect(try needsDepth { $0.layers[1].transform = .rotation(.degrees(30), about: Point3D(1, 0, 0)) })
    #expect(try needsDepth { $0.layers.append(Layer(Rect(30, 40, 40, 30), .pureBlue)) })
    let wave = try Mesh.grid(rows: 4, columns: 4) { SIMD3($0.x, $0.y, 0.1 * $0.x * $0.y) }
    #expect(try needsDepth { $0.layers[1].mesh = wave })
  }

  /// Pictures that need a depth buffer, and others, take turns on the same renderer.
  @Test func picturesWithAndWithoutDepthTakeTurns() throws {
    let renderer = try Renderer.any()
    let wave = try Mesh.grid(rows: 4, columns: 4) { SIMD3($0.x, $0.y, 0.1 * $0.x * $0.y) }
    let flat = scene(Case.all[0].photo, .encoded)
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
