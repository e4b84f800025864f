import MeshTransform
import Testing

@testable import GLRenderer
@testable import TestSupport

/// Textures that a renderer keeps while it draws other scenes, as a worker of a batch does.
struct KeptTextureTests {
  private static let canvas = Canvas(frame: Rect(0, 0, 96, 72), background: .white)
  private static let ample = 1 << 30
  /// The scenes share no image, and each keeps its own.
  private let scenes: [Scene]
  /// Draws the scenes without keeping anything.
  private let alone: Renderer

  init() throws { (scenes, alone) = (try (0...3).map(Self.scene), try Renderer.any()) }

  private static func filled(_ frame: Rect, _ contents: Layer.Contents) -> Layer {
    let (size, middle) = (
      frame.size, Point(frame.minX + frame.size.width / 2, frame.minY + frame.size.height / 2)
    )
    return Layer(bounds: Rect(origin: .zero, size: size), position: middle, contents: contents)
  }

  /// An image, a gradient and a flattened layer, at the same places for all seeds.
  private static func scene(_ seed: UInt64) throws -> Scene {
    let image = filled(Rect(0, 0, 48, 36), .image(.noise(48, 36, seed: seed)))
    let gradient = Gradient(stops: [
      .init(0, Color(red: Double(seed) / 9, green: 0, blue: 0)), .init(1, .white),
    ])
    let faded = filled(Rect(50, 4, 40, 30), .gradient(gradient))
    var group = filled(Rect(4, 4, 80, 60), .none)
    group.mesh = try .ripple { ($0.rows, $0.columns) = (6, 6) }
    group.sublayers = [
      filled(Rect(4, 4, 60, 40), .image(.noise(60, 40, seed: seed + 100))),
      Layer(Rect(30, 20, 20, 20), .pureGreen),
    ]
    return Scene(canvas: canvas, layers: [image, faded, group])
  }

  /// Draws a scene, which must look as a renderer draws it that keeps nothing, and keeps its textures.
  /// - Returns: the textures that were made for it, and the bytes that were uploaded.
  private func draw(_ seed: UInt64, _ renderer: Renderer, limit: Int?) throws -> RenderStatistics {
    let scene = scenes[Int(seed)]
    let before = renderer.statistics
    #expect(try renderer.render(scene) == alone.render(scene), "scene \(seed)")
    let change = renderer.statistics - before
    if let limit { renderer.keepTextures(limit: limit) }
    return change
  }

  private static let smallestImage = 48 * 36 * 4

  @Test func scenesThatTakeTurnsUploadNoImageAgain() throws {
    let renderer = try Renderer.any()
    for seed: UInt64 in 1...3 { _ = try draw(seed, renderer, limit: Self.ample) }
    for seed: UInt64 in [2, 1, 3, 3, 2] {
      let change = try draw(seed, renderer, limit: Self.ample)
      #expect(change.textures == 0, "\(change)")
      // The vertices of two rectangles and of the ripple at most.
      #expect(change.uploadedBytes < Self.smallestImage, "\(change)")
    }
  }

  /// The product of an image and a mask stays with its texture.
  @Test func maskedImagesTakeTurns() throws {
    func masked(_ seed: UInt64) throws -> Scene {
      var layer = Self.filled(Rect(8, 6, 80, 60), .image(.noise(80, 60, seed: seed)))
      layer.mesh = try .ripple { ($0.rows, $0.columns) = (6, 6) }
      var mask = Layer(Rect(0, 0, 80, 60), .image(.translucentNoise(80, 60, seed: seed + 10)))
      mask.maskMode = .alpha
      layer.sublayers = [mask]
      return Scene(canvas: Self.canvas, layers: [layer])
    }
    let scenes = try [masked(1), masked(2)]
    let renderer = try Renderer.any()
    for round in 0..<3 {
      for scene in scenes {
        let before = renderer.statistics
        #expect(try renderer.render(scene) == alone.render(scene))
        let change = renderer.statistics - before
        #expect(round == 0 || change.textures == 0 && change.uploadedBytes < 80 * 60 * 4, "\(change)")
        renderer.keepTextures(limit: Self.ample)
      }
    }
    // Beyond the limit, the product goes with its texture.
    renderer.keepTextures(limit: 0)
    for scene in scenes { #expect(try renderer.render(scene) == alone.render(scene)) }
  }

  /// A place whose kept texture is shown, and then another one again.
  @Test func keptTexturesAndOthersTakeTurns() throws {
    let renderer = try Renderer.any()
    _ = try draw(1, renderer, limit: Self.ample)
    for seed: UInt64 in [2, 1, 2, 1, 1, 2, 3, 2] { _ = try draw(seed, renderer, limit: nil) }
    _ = try draw(3, renderer, limit: 0)
    for seed: UInt64 in [3, 1, 2] { _ = try draw(seed, renderer, limit: nil) }
  }

  @Test func withoutKeepingScenesTakeThePlacesOfOthers() throws {
    let renderer = try Renderer.any()
    for seed: UInt64 in [1, 2, 1] {
      #expect(try draw(seed, renderer, limit: nil).uploadedBytes > 2 * Self.smallestImage)
    }
  }

  @Test func theTexturesUsedLongestAgoAreFreed() throws {
    let renderer = try Renderer.any()
    // Of two and a half scenes: the image with its texture, and the flattened layer, whose sides count as multiples of
    // 64, with the image in it. The gradient has a row of texels. Where the inner image is not copied to the target, it has
    // a texture as well, until the layer is shown again.
    let copies = renderer.capabilities.deviceClass == .software
    let inner = (copies ? 1 : 2) * 4 * 60 * 40
    let limit = 5 * (2 * 4 * 48 * 36 + 4 * 128 * 64 + inner) / 2
    for seed: UInt64 in 1...3 { _ = try draw(seed, renderer, limit: limit) }
    for seed: UInt64 in [3, 2] { #expect(try draw(seed, renderer, limit: limit).textures == 0) }
    // This frees the third.
    #expect(try draw(1, renderer, limit: limit).uploadedBytes > 2 * Self.smallestImage)
    #expect(try draw(2, renderer, limit: limit).textures == 0)
    #expect(try draw(3, renderer, limit: limit).uploadedBytes > 2 * Self.smallestImage)
  }

  @Test(arguments: [0, 20_000, 1 << 30]) func treesAreDrawnAsByThemselves(limit: Int) throws {
    let renderer = try Renderer.any()
    var random = SplitMix64(seed: 5)
    for _ in 0..<40 {
      let scene = try RandomTree.scene(seed: UInt64.random(in: 0..<12, using: &random)).scene
      let options = RenderOptions(samples: Bool.random(using: &random) ? 1 : nil)
      #expect(try renderer.render(scene, options: options) == alone.render(scene, options: options))
      if Int.random(in: 0..<3, using: &random) > 0 { renderer.keepTextures(limit: limit) }
    }
  }

  @Test(arguments: SteadyCountTests.loops) func framesAreDrawnAsByThemselves(_ loop: SteadyCountTests.Loop)
    throws
  {
    let renderer = try Renderer.any()
    for (turn, frame) in [0, 1, 0, 1, 2, 1, 0, 3].enumerated() {
      let scene = try loop.scene(frame)
      #expect(
        try renderer.render(scene, options: loop.options) == alone.render(scene, options: loop.options))
      if turn % 3 != 1 { renderer.keepTextures(limit: Self.ample) }
    }
  }
}
