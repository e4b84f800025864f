import CEGL
import MeshTransform
import Testing

@testable import GLRenderer
@testable import RenderGraph
@testable import TestSupport

/// Frames of many small triangles, which wait until the next one is compiled.
struct WaitingFrameTests {
  static func scene(phase: Double) throws -> Scene {
    .oneLayer(
      .noise(48, 48), mesh: try .ripple { ($0.rows, $0.columns, $0.phase) = (40, 40, phase) },
      transform: .rotation(.degrees(60), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 90))
  }

  /// The frames of a loop, the second time with what the first has left.
  @Test func picturesAreThoseDrawnAtOnce() throws {
    let works = try (0..<6).map { AheadTests.Work(scene: try Self.scene(phase: Double($0) / 6)) }
    let expected = try works.map { try $0.alone(Tuning()) }
    #expect(Set(expected.map(\.bytes)).count == works.count)
    #expect(try AheadTests.ahead(works + works, by: Renderer.software()) == expected + expected)
    let atOnce = try Renderer.software(tuning: Tuning(compilesAhead: false))
    #expect(try AheadTests.ahead(works, by: atOnce) == expected)
  }

  /// A frame waits for the next one only where its triangles take longer than its pixels, and nothing depends on it.
  @Test func waitsForTheNext() throws {
    func uploadsAtOnce(_ change: (inout Scene) -> Void = { _ in }, options: RenderOptions = .init()) throws
      -> Bool
    {
      let renderer = try Renderer.software()
      var scene = try Self.scene(phase: 0)
      change(&scene)
      let frame = try renderer.begin(scene, options: options)
      let isUploaded = renderer.statistics.uploadedBytes > 0
      _ = try renderer.begin(scene, options: options)
      #expect(renderer.statistics.uploadedBytes > 0)
      #expect(try frame.image() == Renderer.software().render(scene, options: options))
      return isUploaded
    }
    #expect(try !uploadsAtOnce())
    #expect(try uploadsAtOnce { $0.layers[0].mesh = try? .ripple { ($0.rows, $0.columns) = (4, 4) } })
    #expect(try uploadsAtOnce { $0.canvas.scale = 8 })
    #expect(
      try uploadsAtOnce {
        $0.layers[0].opacity = 0.5
        $0.layers[0].sublayers = [Layer(Rect(0, 0, 9, 9), .pureRed)]
      })
    #expect(try uploadsAtOnce(options: RenderOptions(wireframe: Wireframe())))
  }

  /// A frame that is released while it waits is never drawn.
  @Test func isNotDrawnWhenDropped() throws {
    let renderer = try Renderer.software()
    for phase in [0, 0.5] { _ = try renderer.begin(Self.scene(phase: phase)) }
    #expect(renderer.statistics.uploadedBytes == 0)
    let scene = try Self.scene(phase: 0.25)
    #expect(try renderer.render(scene) == Renderer.software().render(scene))
  }

  @Test func failuresAreTheirOwn() throws {
    let renderer = try Renderer.software()
    let scene = try Self.scene(phase: 0)
    let expected = try renderer.render(scene)
    let picture = try renderer.begin(scene)
    var wrong = scene
    wrong.layers[0].transform = .scale(1e30, 1)
    #expect(throws: RenderError.self) { try renderer.begin(wrong) }
    // An error of the compilation, when the waiting frame is drawn already.
    var large = scene
    large.layers[0].opacity = 0.5
    large.layers[0].sublayers = [Layer(Rect(0, 0, 48, 48), .pureRed)]
    var options = RenderOptions()
    options.limits.pictureArea = 1
    #expect(throws: RenderError.self) { try renderer.begin(large, options: options) }
    #expect(try picture.image() == expected)
    // An error of the device is that of the frame which is drawn by then.
    let second = try renderer.begin(scene)
    glEnable(0xffff)
    let third = try renderer.begin(scene)
    #expect(throws: RenderError.self) { try second.image() }
    #expect(try third.image() == expected)
  }

  /// The waiting frame is drawn with what it was compiled for, whatever the next one needs.
  @Test func nextOfAnotherKind() throws {
    let renderer = try Renderer.software()
    let scene = try Self.scene(phase: 0)
    var linear = try Self.scene(phase: 0.5)
    linear.canvas.blending = .linear
    let deep = RenderOptions(depth: .sixteen)
    let first = try renderer.begin(scene)
    let second = try renderer.begin(linear)
    #expect(try first.image() == Renderer.software().render(scene))
    let third = try renderer.begin(scene, options: deep)
    #expect(try second.image() == Renderer.software().render(linear))
    #expect(try third.image() == Renderer.software().render(scene, options: deep))
    let fourth = try renderer.begin(scene)
    var bands: [UInt8] = []
    try renderer.render(linear) {
      bands += $0.bytes
      return true
    }
    #expect(try bands == Renderer.software().render(linear).bytes)
    #expect(try fourth.image() == Renderer.software().render(scene))
  }

  @Test func outlivesTheRenderer() throws {
    let scene = try Self.scene(phase: 0)
    var renderer: Renderer? = try Renderer.software()
    weak let alive = renderer
    var picture: PendingFrame? = try renderer?.begin(scene)
    renderer = nil
    #expect(try picture?.image() == Renderer.software().render(scene))
    picture = nil
    #expect(alive == nil)
  }
}

struct BackgroundTaskTests {
  /// Whichever thread does the work, it is done once: with more tasks at a time than there are threads, too.
  @Test func isDoneOnce() {
    let tasks = (0..<200).map { number in
      BackgroundTask { (0..<2000).reduce(number) { ($0 &* 31 &+ $1) % 65_521 } }
    }
    let expected = (0..<200).map { number in (0..<2000).reduce(number) { ($0 &* 31 &+ $1) % 65_521 } }
    #expect(tasks.reversed().map { $0.wait() } == expected.reversed())
  }

  /// A task keeps no reference to the objects that its work uses.
  @Test func keepsNothing() {
    final class Object {}
    var object: Object? = Object()
    weak let alive = object
    let task = BackgroundTask { [object] in object != nil }
    object = nil
    #expect(task.wait())
    #expect(alive == nil)
  }
}
