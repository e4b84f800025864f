import Dispatch
import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// A driver that was started on other threads serves this one, and one that is not there is told of by the renderer.
struct DriverStartTests {
  @Test func anyThreadMayStartIt() throws {
    DispatchQueue.concurrentPerform(iterations: 6) { index in
      Renderer.startDriver(for: [.automatic, .surfaceless, .device(0)][index % 3])
    }
    let image = Image.noise(9, 7)
    #expect(try Scene.oneLayer(image).rendered().bytes == image.bytes)
  }

  @Test func whatIsMissingIsNoConcernYet() {
    Renderer.startDriver(for: .device(9999))
    #expect(throws: GLError.self) { try Renderer(device: .device(9999)) }
  }
}
