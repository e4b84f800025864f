import CEGL
import Foundation
import GLRenderer
import MeshTransform
import Synchronization
import Testing

@testable import TestSupport

/// Renderers live side by side, start afresh with each picture, and leave nothing behind.
struct RendererLifetimeTests {
  private func scene() throws -> Scene {
    .oneLayer(
      .translucentNoise(48, 48),
      mesh: try .grid(rows: 6, columns: 6) { SIMD3($0.x, $0.y, 0.3 * $0.x * $0.y) },
      transform: .rotation(.degrees(35), about: Point3D(1, 1, 0)) * .perspective(eyeDistance: 90),
      surface: Surface(specular: 0.5), lights: [Light()])
  }

  @Test func samePictureEveryTime() throws {
    let scene = try scene()
    let renderer = try Renderer.any()
    let first = try renderer.render(scene)
    #expect(try renderer.render(scene) == first)
    // What was drawn in between leaves no trace: another size, other samples, lines, no lights.
    _ = try renderer.render(
      .oneLayer(.noise(9, 5)), options: RenderOptions(samples: 1, wireframe: Wireframe()))
    #expect(try renderer.render(scene) == first)
    #expect(try Renderer.any().render(scene) == first)
  }

  /// Two renderers of one thread, used in turn.
  @Test
  func renderersDoNotDisturbEachOther() throws {
    let scene = try scene()
    let expected = try Renderer.any().render(scene)
    let a = try Renderer.any()
    #expect(try a.render(scene) == expected)
    let b = try Renderer.any()
    #expect(try b.render(scene) == expected)
    #expect(try a.render(scene) == expected)
    #expect(try a.render(.oneLayer(.noise(5, 5))).bytes == Image.noise(5, 5).bytes)
    #expect(try b.render(scene) == expected)
  }

  @Test
  func oneRendererEndsBesideAnother() throws {
    let scene = try scene()
    let a = try Renderer.any()
    let expected = try a.render(scene)
    do {
      let b = try Renderer.any()
      #expect(try b.render(scene) == expected)
    }
    #expect(try a.render(scene) == expected)
  }

  /// The programs of all passes end with their renderer, and not with those of another whose context is current.
  @Test func programsEndWithTheirRenderer() throws {
    var layer = Layer(Rect(20, 20, 60, 60), .pureRed)
    layer.mesh = try .grid(rows: 4, columns: 4) { SIMD3($0.x, $0.y, 0.2) }
    layer.contactShadowOpacity = 1
    (layer.shadowOpacity, layer.shadowRadius) = (0.5, 4)
    let scene = Scene(canvas: Canvas(frame: Rect(0, 0, 100, 100)), layers: [layer])
    let a = try Renderer.any()
    let expected = try a.render(scene)
    do {
      let b = try Renderer.any()
      #expect(try b.render(scene) == expected)
      _ = try a.render(scene)
    }
    #expect(try a.render(scene) == expected)
  }

  /// Threads with a renderer each.
  @Test func threadsDrawSideBySide() async throws {
    let scene = try scene()
    let expected = try Renderer.any().render(scene)
    let pictures = try await withThrowingTaskGroup(of: Image.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let renderer = try Renderer.any()
          _ = try renderer.render(scene)
          return try renderer.render(scene)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(pictures.allSatisfy { $0 == expected })
  }

  /// - `byte`: 0 for leaving it as it is.
  private func overwriteFreedMemory(with byte: CInt) {
    // Not in Swift's module of the C library.
    guard let symbol = dlsym(nil, "mallopt") else { return }
    let perturb: CInt = -6
    _ = unsafeBitCast(symbol, to: (@convention(c) (CInt, CInt) -> CInt).self)(perturb, byte)
  }

  /// As many as will meet in a driver that does not bear it. What is freed is overwritten at once, so that nobody reads
  /// it unnoticed.
  @Test func manyThreadsDraw() throws {
    let scene = try scene()
    let expected = try Renderer.any().render(scene)
    overwriteFreedMemory(with: 0xa5)
    defer { overwriteFreedMemory(with: 0) }
    let wrong = Mutex(0)
    let threads = DispatchGroup()
    for _ in 0..<6 {
      threads.enter()
      Thread {
        for _ in 0..<4 {
          let renderer = try? Renderer.any()
          for _ in 0..<12 where (try? renderer?.render(scene)) != expected { wrong.withLock { $0 += 1 } }
        }
        threads.leave()
      }.start()
    }
    threads.wait()
    #expect(wrong.withLock { $0 } == 0)
  }

  /// On a thread that is not its own a renderer says why it cannot draw, and on its own it goes on.
  @Test func anotherThreadIsAnError() throws {
    struct Carrier: @unchecked Sendable {
      let renderer: Renderer
    }
    let image = Image.noise(32, 32)
    let scene = Scene.oneLayer(image)
    let carrier = Carrier(renderer: try Renderer.any())
    let other = Image.noise(32, 32, seed: 3)
    #expect(try carrier.renderer.render(.oneLayer(other)).bytes == other.bytes)
    nonisolated(unsafe) var result: Result<Image, RenderError>?
    let done = DispatchSemaphore(value: 0)
    Thread {
      result = Result { () throws(RenderError) in try carrier.renderer.render(scene) }
      done.signal()
    }.start()
    done.wait()
    let error = #expect(throws: RenderError.self) { try #require(result).get() }
    #expect(error?.description.contains("thread") == true)
    #expect(try carrier.renderer.render(scene).bytes == image.bytes)
  }

  @Test func noErrorIsLeftPending() throws {
    let renderer = try Renderer.any()
    _ = try renderer.render(scene(), options: RenderOptions(wireframe: Wireframe()))
    _ = try renderer.render(.oneLayer(.noise(200, 200), size: Size(10, 10)))
    #expect(glGetError() == GLenum(GL_NO_ERROR))
    _ = try? renderer.render(scene(), options: RenderOptions(samples: 3))
    #expect(glGetError() == GLenum(GL_NO_ERROR))
    withExtendedLifetime(renderer) {}
  }

  /// After fifty pictures no more GL objects are alive than after five.
  @Test func picturesLeaveNoObjects() throws {
    let renderer = try Renderer.any()
    let scene = Scene.oneLayer(
      .noise(256, 256), mesh: try .grid(rows: 20, columns: 20), lights: [Light()])
    func draw(_ count: Int) throws {
      for _ in 0..<count { _ = try renderer.render(scene, options: RenderOptions(wireframe: Wireframe())) }
    }
    try draw(5)
    let names = liveNames()
    try draw(50)
    // Resident memory is shared with the tests that run beside this one; the objects alive in this context are not.
    #expect(liveNames() == names)
    withExtendedLifetime(renderer) {}
  }

  /// How many GL objects of each kind exist, among the first thousand names.
  private func liveNames() -> [Int] {
    let names = GLuint(1)...1000
    return [
      names.count { glIsTexture($0) != 0 }, names.count { glIsBuffer($0) != 0 },
      names.count { glIsFramebuffer($0) != 0 }, names.count { glIsRenderbuffer($0) != 0 },
      names.count { glIsVertexArray($0) != 0 }, names.count { glIsProgram($0) != 0 },
      names.count { glIsShader($0) != 0 },
    ]
  }
}
