import CEGL
import MeshTransform
import Testing

@testable import GLRenderer
@testable import RenderGraph
@testable import TestSupport

/// Every pass sets the state that it relies on.
struct StateTests {
  /// Gives all fixed-function state of the current context values that no pass uses.
  private func disturb() {
    for capability in [
      GL_BLEND, GL_CULL_FACE, GL_DITHER, GL_POLYGON_OFFSET_FILL, GL_PRIMITIVE_RESTART_FIXED_INDEX,
      GL_RASTERIZER_DISCARD, GL_SAMPLE_ALPHA_TO_COVERAGE, GL_SAMPLE_COVERAGE, GL_SAMPLE_MASK, GL_SCISSOR_TEST,
      GL_STENCIL_TEST,
    ] {
      glEnable(GLenum(capability))
    }
    glDisable(GLenum(GL_DEPTH_TEST))
    glBlendEquation(GLenum(GL_FUNC_REVERSE_SUBTRACT))
    glBlendFuncSeparate(GLenum(GL_ZERO), GLenum(GL_SRC_COLOR), GLenum(GL_ONE), GLenum(GL_ONE))
    glClearColor(0.3, 0.1, 0.7, 0.2)
    glClearDepthf(0.8)
    glColorMask(GLboolean(GL_FALSE), GLboolean(GL_TRUE), GLboolean(GL_FALSE), GLboolean(GL_FALSE))
    glCullFace(GLenum(GL_FRONT_AND_BACK))
    glDepthFunc(GLenum(GL_NEVER))
    glDepthMask(GLboolean(GL_FALSE))
    glDepthRangef(0.9, 0.2)
    glFrontFace(GLenum(GL_CW))
    glPolygonOffset(3, 200)
    glScissor(1, 2, 3, 4)
    glStencilFunc(GLenum(GL_NEVER), 1, 0xff)
    glViewport(5, 3, 7, 9)
    for parameter in [
      GL_PACK_ROW_LENGTH, GL_PACK_SKIP_ROWS, GL_PACK_SKIP_PIXELS, GL_UNPACK_ROW_LENGTH, GL_UNPACK_SKIP_ROWS,
      GL_UNPACK_SKIP_PIXELS,
    ] {
      glPixelStorei(GLenum(parameter), 3)
    }
    for parameter in [GL_PACK_ALIGNMENT, GL_UNPACK_ALIGNMENT] { glPixelStorei(GLenum(parameter), 8) }
  }

  /// Draws the pictures twice each in one renderer, the second time after disturbances.
  private func expectSame(
    _ scenes: [Scene], _ options: RenderOptions = RenderOptions(),
    adjust: (inout Capabilities) -> Void = { _ in }
  ) throws {
    let (renderer, other) = (
      try Renderer.any(tuning: Tuning(edgeShare: 1), adjust: adjust), try Renderer.any(adjust: adjust)
    )
    let expected = try scenes.map { scene in try renderer.render(scene, options: options) }
    /// Changes the state of the renderer's context, or makes another one current where the renderer keeps state.
    func disturbContext() throws {
      if renderer.capabilities.deviceClass.keepsState { try other.gl.makeCurrent() }
      disturb()
    }
    for (scene, picture) in zip(scenes, expected) {
      try disturbContext()
      #expect(try renderer.render(scene, options: options) == picture)
      // What reads the picture back relies on nothing that drawing has set.
      let pending = try renderer.begin(scene, options: options)
      try disturbContext()
      #expect(try pending.image() == picture)
    }
    // Programs and textures are uploaded in a disturbed context, too.
    let fresh = try Renderer.any(tuning: Tuning(edgeShare: 1), adjust: adjust)
    for (scene, picture) in zip(scenes, expected) {
      try disturbContext()
      #expect(try fresh.render(scene, options: options) == picture)
    }
    #expect(glGetError() == GLenum(GL_NO_ERROR))
    withExtendedLifetime(renderer) {}
  }

  private let tilt =
    Transform3D.rotation(.degrees(35), about: Point3D(1, 1, 0)) * .perspective(eyeDistance: 90)

  /// An opaque folded surface, a mirrored one that culls its back, translucent surfaces that cross, and a flattened group
  /// with a mask.
  private func scenes() throws -> [Scene] {
    let ripple = try Mesh.ripple { ($0.rows, $0.columns) = (8, 8) }
    let opaque = Scene.oneLayer(
      .noise(49, 37), mesh: ripple, transform: tilt, surface: Surface(specular: 0.5), lights: [Light()],
      background: .white)
    var mirrored = Scene.oneLayer(.noise(31, 33), mesh: ripple, transform: .scale(-1, 1) * tilt)
    mirrored.layers[0].isDoubleSided = false
    let flat = try Mesh.grid(rows: 4, columns: 4) { SIMD3($0.x < 0.5 ? $0.x : 1 - $0.x, $0.y, 0) }
    var group = Layer(bounds: Rect(0, 0, 48, 48), position: Point(24, 24), contents: .none)
    group.mesh = ripple
    group.sublayers = [
      Layer(Rect(4, 4, 30, 30), .pureRed),
      Layer(Rect(10, 12, 30, 30), Color(red: 0, green: 1, blue: 0, alpha: 0.4)),
    ]
    let canvas = Canvas(frame: Rect(0, 0, 48, 48))
    return [
      opaque, mirrored, .oneLayer(.noise(40, 40), mesh: flat), try SurfaceScene.random(201).scene,
      Scene(canvas: canvas, layers: [group]),
    ]
  }

  /// Whatever state was set before, and however the context was changed, a state is set whole.
  @Test func stateIsSetWhole() throws {
    let (renderer, cache) = (try Renderer.any(), StateCache())
    defer { withExtendedLifetime(renderer) {} }
    cache.reset()
    var random = SplitMix64(seed: 5)
    func flag() -> Bool { random.next() & 1 == 1 }
    func state() -> PipelineState {
      func rect() -> PixelRect {
        let bits = random.next()
        return PixelRect(
          x: Int(bits & 15), y: Int(bits >> 4 & 15), width: 1 + Int(bits >> 8 & 15),
          height: 1 + Int(bits >> 12 & 15))
      }
      var state = PipelineState(viewport: rect())
      if flag() { state.scissor = rect() }
      state.blending = flag() ? .over : .replace
      (state.writesColor, state.writesDepth) = (flag(), flag())
      state.visibleSides = flag() ? .both : flag() ? .front : .back
      state.depthTest = flag() ? .nearest : flag() ? .always : .none
      state.frontFace = flag() ? .clockwise : .counterclockwise
      return state
    }
    func values(_ name: Int32, _ count: Int = 1) -> [Int] {
      var values = [GLint](repeating: 0, count: count)
      glGetIntegerv(GLenum(name), &values)
      return values.map(Int.init)
    }
    func isOn(_ name: Int32) -> Bool { values(name) == [1] }
    for _ in 0..<300 {
      if random.next() % 8 == 0 {
        disturb()
        cache.reset()
      }
      let state = state()
      cache.set(state)
      #expect(
        values(GL_VIEWPORT, 4) == [
          state.viewport.x, state.viewport.y, state.viewport.width, state.viewport.height,
        ])
      #expect(isOn(GL_SCISSOR_TEST) == (state.scissor != nil))
      if let scissor = state.scissor {
        #expect(values(GL_SCISSOR_BOX, 4) == [scissor.x, scissor.y, scissor.width, scissor.height])
      }
      #expect(isOn(GL_BLEND) == (state.blending == .over))
      #expect(values(GL_COLOR_WRITEMASK, 4) == [Int](repeating: state.writesColor ? 1 : 0, count: 4))
      #expect(
        isOn(GL_DEPTH_TEST) == (state.depthTest != .none) && isOn(GL_DEPTH_WRITEMASK) == state.writesDepth)
      if state.depthTest != .none {
        #expect(values(GL_DEPTH_FUNC) == [Int(state.depthTest == .always ? GL_ALWAYS : GL_GEQUAL)])
      }
      #expect(isOn(GL_CULL_FACE) == (state.visibleSides != .both))
      if state.visibleSides != .both {
        #expect(values(GL_CULL_FACE_MODE) == [Int(state.visibleSides == .back ? GL_FRONT : GL_BACK)])
      }
      #expect(values(GL_FRONT_FACE) == [Int(state.frontFace == .clockwise ? GL_CW : GL_CCW)])
    }
  }

  @Test func edgeTiles() throws { try expectSame(scenes()) }

  @Test(arguments: [1, 4, 16]) func samples(_ count: Int) throws {
    try expectSame(scenes(), RenderOptions(samples: count, wireframe: Wireframe()))
  }

  @Test func linearLight() throws {
    let scenes = try scenes().map { scene in
      var scene = scene
      scene.canvas.blending = .linear
      return scene
    }
    try expectSame(scenes)
  }

  /// A device that resolves by blits and reads through buffers, as GPUs do.
  @Test func blits() throws {
    try expectSame(scenes(), RenderOptions(samples: 4)) { $0.deviceClass = .hardware }
  }

  @Test func severalTiles() throws {
    try expectSame(scenes()) { $0.maxViewportSize = 32 }
  }

  @Test func coordinates() throws {
    let (scene, renderer) = (try scenes()[0], try Renderer.software())
    for direction in [CoordinateMap.Direction.canvasToContent, .contentToCanvas] {
      func map() throws -> [UInt32] {
        try renderer.coordinates(
          of: scene.layers[0], on: scene.canvas, contentSize: PixelSize(31, 29), direction: direction
        ).values.map(\.bitPattern)
      }
      let expected = try map()
      disturb()
      #expect(try map() == expected)
    }
  }
}
