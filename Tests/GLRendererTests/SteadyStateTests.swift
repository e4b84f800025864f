import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// What a renderer keeps from one picture to the next must not show: a picture is the same to the byte whatever was drawn
/// before it.
struct SteadyStateTests {
  /// Always the same sequence, and good enough to mix scenes.
  private struct Dice {
    var state: UInt64
    mutating func roll(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
  }

  private static func image(_ side: Int, seed: UInt64, _ alpha: Image.Alpha) -> Image {
    var dice = Dice(state: seed)
    let bytes = (0..<side * side).flatMap { _ -> [UInt8] in
      let a = alpha == .opaque ? 255 : UInt8(dice.roll(256))
      let limit = alpha == .premultiplied ? Int(a) + 1 : 256
      return [UInt8(dice.roll(limit)), UInt8(dice.roll(limit)), UInt8(dice.roll(limit)), a]
    }
    return Image(size: PixelSize(side, side), alpha: alpha, bytes: bytes)
  }

  private static let images = [
    image(16, seed: 1, .opaque), image(64, seed: 2, .opaque), image(64, seed: 3, .straight),
    image(64, seed: 4, .premultiplied), image(256, seed: 5, .opaque),
  ]

  private static func mesh(_ dice: inout Dice) throws -> Mesh? {
    let phase = Double(dice.roll(8)) / 8
    switch dice.roll(5) {
    case 0: return nil
    case 1: return try .wave { $0.phase = phase }
    case 2: return try .grid(rows: 7, columns: 9) { SIMD3(1 - $0.x, $0.y, 0) }
    default:
      let cells = [10, 20, 50][dice.roll(3)]
      return try .ripple { ($0.phase, $0.rows, $0.columns) = (phase, cells, cells) }
    }
  }

  private static func layer(_ dice: inout Dice, depth: Int = 0) throws -> Layer {
    var layer = Layer(bounds: Rect(0, 0, 80, 60), position: Point(Double(20 + dice.roll(60)), 48))
    switch dice.roll(6) {
    case 0: layer.contents = .color(Color(red: 0.2, green: 0.7, blue: 0.4, alpha: 1))
    case 1: layer.backgroundColor = .white
    default: layer.contents = .image(images[dice.roll(images.count)])
    }
    layer.mesh = try mesh(&dice)
    layer.transform =
      .rotation(.degrees(Double(dice.roll(5)) * 20), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 300)
    if dice.roll(4) == 0 { layer.opacity = 0.5 }
    if dice.roll(4) == 0 { layer.surface.specular = 0.5 }
    if dice.roll(5) == 0 { layer.surface.shading = .flat }
    if depth < 2, dice.roll(3) == 0 {
      layer.sublayers = try (0...dice.roll(2)).map { _ in try Self.layer(&dice, depth: depth + 1) }
    }
    return layer
  }

  private static func scene(_ dice: inout Dice) throws -> Scene {
    var canvas = Canvas(frame: Rect(0, 0, 128, 96), scale: [1, 1, 2][dice.roll(3)])
    if dice.roll(3) == 0 { canvas.background = .white }
    if dice.roll(4) == 0 { canvas.blending = .linear }
    return Scene(
      canvas: canvas, layers: try (0...dice.roll(3)).map { _ in try layer(&dice) },
      lights: dice.roll(2) == 0 ? [] : Array(repeating: Light(), count: 1 + dice.roll(2)))
  }

  @Test(arguments: 0..<4) func noPictureDependsOnThoseBefore(_ seed: Int) throws {
    var dice = Dice(state: UInt64(seed) &+ 17)
    let kept = try Renderer.any()
    // Scenes come back, since what is kept is for those.
    let scenes = try (0..<5).map { _ in try Self.scene(&dice) }
    for number in 0..<15 {
      let scene = scenes[dice.roll(scenes.count)]
      var options = RenderOptions(samples: [1, 4, 4, 16][dice.roll(4)])
      if dice.roll(6) == 0 { options.wireframe = Wireframe() }
      let expected = try Renderer.any().render(scene, options: options)
      let picture = try kept.render(scene, options: options)
      #expect(picture == expected, "picture \(number) of seed \(seed)")
    }
  }

  /// One mesh after another over the same content, with the same faces: what an animation is.
  @Test func framesOfAnAnimationStandAlone() throws {
    let kept = try Renderer.any()
    for frame in [0, 1, 2, 1, 5, 5, 0] {
      var layer = Layer(
        bounds: Rect(0, 0, 120, 90), position: Point(64, 48), contents: .image(Self.images[1]))
      layer.mesh = try .ripple { ($0.phase, $0.rows, $0.columns) = (Double(frame) / 7, 40, 40) }
      layer.transform = .rotation(.degrees(-30), about: Point3D(1, 0, 0))
      let scene = Scene(canvas: Canvas(frame: Rect(0, 0, 128, 96)), layers: [layer], lights: [Light()])
      #expect(try kept.render(scene) == Renderer.any().render(scene), "frame \(frame)")
    }
  }

  /// The picture after a failure is as if it had not been.
  @Test func failuresLeaveNothing() throws {
    let kept = try Renderer.any()
    var dice = Dice(state: 99)
    let scene = try Self.scene(&dice)
    let expected = try kept.render(scene)
    var wrong = scene
    wrong.layers[0].transform = .scale(1e30, 1)
    #expect(throws: RenderError.self) { try kept.render(wrong) }
    #expect(throws: RenderError.self) { try kept.render(scene, options: RenderOptions(samples: 3)) }
    #expect(try kept.render(scene) == expected)
  }
}
