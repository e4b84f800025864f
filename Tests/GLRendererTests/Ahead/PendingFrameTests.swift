import CEGL
import MeshTransform
import Testing

@testable import GLRenderer
@testable import RenderGraph
@testable import TestSupport

/// What a picture that was begun owns, and for how long.
struct PendingPictureTests {
  private let scene = Scene.oneLayer(
    .translucentNoise(48, 48), mesh: try? .ripple { ($0.rows, $0.columns) = (8, 8) },
    transform: .rotation(.degrees(35), about: Point3D(1, 1, 0)) * .perspective(eyeDistance: 90))

  private func renderer() throws -> Renderer {
    try Renderer.any(tuning: Tuning(edgeShare: 1))
  }

  /// A picture counts when it was read back, and it is once.
  @Test func isReadOnce() throws {
    let renderer = try renderer()
    let picture = try renderer.begin(scene)
    #expect(renderer.statistics.pictures == 0 && renderer.statistics.readBytes == 0)
    let image = try picture.image()
    #expect(renderer.statistics.pictures == 1)
    #expect(try picture.image() == image)
    _ = try renderer.begin(scene)
    #expect(renderer.statistics.readBytes == image.bytes.count && renderer.statistics.pictures == 1)
  }

  /// A frame that is not asked for is not read back.
  @Test func isNotReadWhenDropped() throws {
    let renderer = try renderer()
    for _ in 0..<3 { _ = try renderer.begin(scene) }
    #expect(renderer.statistics.readBytes == 0)
    #expect(try renderer.render(scene) == self.renderer().render(scene))
  }

  @Test func outlivesTheRenderer() throws {
    let expected = try renderer().render(scene)
    var renderer: Renderer? = try renderer()
    weak let alive = renderer
    var picture: PendingFrame? = try renderer?.begin(scene)
    renderer = nil
    #expect(try picture?.image() == expected)
    picture = nil
    #expect(alive == nil)
  }

  /// What is dropped frees its objects in its own context, and leaves the thread with the one that was current.
  @Test func endsBesideAnother() throws {
    let expected = try renderer().render(scene)
    let other = try renderer()
    for isOrphan in [false, true] {
      var renderer: Renderer? = try renderer()
      var picture: PendingFrame? = try renderer?.begin(scene)
      // What the renderer keeps from picture to picture is replaced before this fails.
      var linear = scene
      linear.canvas.blending = .linear
      linear.layers[0].contents = .gradient(Gradient(stops: [.init(0, .pureRed), .init(1, .pureBlue)]))
      var options = RenderOptions()
      options.limits.pictureArea = 1
      #expect(throws: RenderError.self) { try renderer?.begin(linear, options: options) }
      if isOrphan { renderer = nil }
      let another = try other.begin(scene)
      let current = eglGetCurrentContext()
      picture = nil
      #expect(eglGetCurrentContext() == current && picture == nil)
      #expect(try another.image() == expected)
      #expect(try other.render(scene) == expected)
      if let renderer { #expect(try renderer.render(scene) == expected) }
    }
    #expect(glGetError() == GLenum(GL_NO_ERROR))
  }

  /// The picture before is there whatever becomes of the next, and a failure is that of the one which failed.
  @Test func failuresAreTheirOwn() throws {
    let renderer = try renderer()
    let expected = try renderer.render(scene)
    let picture = try renderer.begin(scene)
    var wrong = scene
    wrong.layers[0].transform = .scale(1e30, 1)
    #expect(throws: RenderError.self) { try renderer.begin(wrong) }
    #expect(try picture.image() == expected)
    #expect(try renderer.begin(scene).image() == expected)
  }

  /// Errors of a device whose pixels are read on request. Through a buffer they are on their way when a picture was begun,
  /// and a later error is that of the next one.
  @Test func failuresOfTheDevice() throws {
    let renderer = try Renderer.software(tuning: Tuning(edgeShare: 1))
    let expected = try renderer.render(scene)
    // An error that the device has had by then.
    let second = try renderer.begin(scene)
    glEnable(0xffff)
    #expect(throws: RenderError.self) { try renderer.begin(scene) }
    #expect(try second.image() == expected)
    // Nor does it go on to the next if it is found with the pixels.
    let third = try renderer.begin(scene)
    glEnable(0xffff)
    for _ in 0..<2 { #expect(throws: RenderError.self) { try third.image() } }
    #expect(try renderer.begin(scene).image() == expected)
  }

  /// Frames that are begun ahead make no more objects than others, and keep none.
  @Test func leavesNoObjects() throws {
    let renderer = try renderer()
    func draw(_ count: Int) throws {
      _ = try AheadTests.ahead(
        (0..<count).map { _ in AheadTests.Work(scene: scene) }, by: renderer)
    }
    try draw(5)
    let before = renderer.statistics
    try draw(20)
    let change = renderer.statistics - before
    #expect(change.pictures == 20 && change.objects == 0 && change.compiledPrograms == 0, "\(change)")
  }
}
