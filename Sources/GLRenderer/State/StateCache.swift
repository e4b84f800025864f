import CEGL
import MeshTransform
import RenderGraph

/// Sets the pipeline state of a context. It keeps the state set last, so that only differences take GL calls.
///
/// All GL calls that change state other than bindings and the contents of objects are in this file.
final class StateCache {
  private var current = PipelineState(size: PixelSize(0, 0))
  /// Whether `current` and the values below are the state of the context.
  var isKnown = false
  /// The values with which color and depth are cleared.
  private var (clearColor, clearDepth): (SIMD4<Float>?, Float?)
  /// Pixels a row in memory of the next read-back; 0 for the width that is read.
  private var packRowLength = 0

  /// Sets the state that no pass changes. Other code may have changed any state since the last picture, so the next
  /// call of ``set(_:)`` sets the state of a pass completely.
  func reset() {
    isKnown = false
    (clearColor, clearDepth) = (nil, nil)
    glActiveTexture(GLenum(GL_TEXTURE0))
    for capability in [
      GL_DITHER, GL_POLYGON_OFFSET_FILL, GL_PRIMITIVE_RESTART_FIXED_INDEX, GL_RASTERIZER_DISCARD,
      GL_SAMPLE_ALPHA_TO_COVERAGE, GL_SAMPLE_COVERAGE, GL_SAMPLE_MASK, GL_STENCIL_TEST,
    ] {
      glDisable(GLenum(capability))
    }
    glBlendEquation(GLenum(GL_FUNC_ADD))
    glCullFace(GLenum(GL_BACK))
    glDepthRangef(0, 1)
    for (parameter, value) in [
      (GL_PACK_ALIGNMENT, 4), (GL_PACK_ROW_LENGTH, 0), (GL_PACK_SKIP_ROWS, 0), (GL_PACK_SKIP_PIXELS, 0),
      (GL_UNPACK_ALIGNMENT, 4), (GL_UNPACK_ROW_LENGTH, 0), (GL_UNPACK_SKIP_ROWS, 0),
      (GL_UNPACK_SKIP_PIXELS, 0),
    ] {
      glPixelStorei(GLenum(parameter), GLint(value))
    }
    packRowLength = 0
  }

  /// Sets the whole state of a pass.
  func set(_ state: PipelineState) {
    let (old, isUnknown) = (current, !isKnown)
    (current, isKnown) = (state, true)
    if isUnknown || state.viewport != old.viewport {
      let area = state.viewport
      glViewport(GLint(area.x), GLint(area.y), GLsizei(area.width), GLsizei(area.height))
    }
    if isUnknown || state.scissor != old.scissor {
      enable(GL_SCISSOR_TEST, state.scissor != nil)
      if let area = state.scissor {
        glScissor(GLint(area.x), GLint(area.y), GLsizei(area.width), GLsizei(area.height))
      }
    }
    if isUnknown || state.blending != old.blending {
      enable(GL_BLEND, state.blending != .replace)
      switch state.blending {
      case .replace: break
      case .over: glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
      case .mask: glBlendFunc(GLenum(GL_ZERO), GLenum(GL_SRC_ALPHA))
      case .shade:
        glBlendFuncSeparate(GLenum(GL_ZERO), GLenum(GL_SRC_ALPHA), GLenum(GL_ZERO), GLenum(GL_ONE))
      }
    }
    if isUnknown || state.writesColor != old.writesColor {
      let mask = GLboolean(state.writesColor ? GL_TRUE : GL_FALSE)
      glColorMask(mask, mask, mask, mask)
    }
    if isUnknown || state.depthTest != old.depthTest {
      enable(GL_DEPTH_TEST, state.depthTest != .none)
      glDepthFunc(GLenum(state.depthTest == .always ? GL_ALWAYS : GL_GEQUAL))
    }
    if isUnknown || state.writesDepth != old.writesDepth {
      glDepthMask(GLboolean(state.writesDepth ? GL_TRUE : GL_FALSE))
    }
    if isUnknown || state.visibleSides != old.visibleSides {
      enable(GL_CULL_FACE, state.visibleSides != .both)
      glCullFace(GLenum(state.visibleSides == .back ? GL_FRONT : GL_BACK))
    }
    if isUnknown || state.frontFace != old.frontFace {
      glFrontFace(GLenum(state.frontFace == .clockwise ? GL_CW : GL_CCW))
    }
  }

  private func enable(_ capability: Int32, _ isOn: Bool) {
    if isOn { glEnable(GLenum(capability)) } else { glDisable(GLenum(capability)) }
  }

  /// Clears the depths of the bound framebuffer to the far end, and its colors where one is given.
  /// - `state`: the state, of which the scissor applies.
  /// - `color`: premultiplied, in the channels of the framebuffer; nil to keep the colors.
  func clear(_ state: PipelineState, color: SIMD4<Float>? = nil) {
    var state = state
    (state.writesColor, state.writesDepth) = (true, true)
    set(state)
    if clearDepth != 0 {
      glClearDepthf(0)
      clearDepth = 0
    }
    if let color, color != clearColor {
      glClearColor(color.x, color.y, color.z, color.w)
      clearColor = color
    }
    glClear(GLbitfield(color == nil ? GL_DEPTH_BUFFER_BIT : GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT))
  }

  /// What is bound while meshes are drawn; nil where that is not known.
  private var (program, vertexArray, texture): (GLuint?, GLuint?, GLuint?)

  /// Calls `body`, which draws meshes and binds programs, vertex arrays and the texture of the first unit by the functions
  /// below only.
  func drawMeshes<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    (program, vertexArray, texture) = (nil, nil, nil)
    defer {
      // The index binding belongs to the bound vertex array, which uploads must not change.
      if vertexArray != nil { glBindVertexArray(0) }
    }
    try body()
  }

  func use(program: GLuint) {
    if program != self.program { glUseProgram(program) }
    self.program = program
  }

  func bind(vertexArray: GLuint) {
    if vertexArray != self.vertexArray { glBindVertexArray(vertexArray) }
    self.vertexArray = vertexArray
  }

  /// Binds a texture to the first unit.
  func bind(_ texture: borrowing Texture, usesMipmaps: Bool) {
    if texture.name != self.texture { glBindTexture(GLenum(GL_TEXTURE_2D), texture.name) }
    self.texture = texture.name
    texture.setFilter(usesMipmaps: usesMipmaps)
  }

  /// Averages the samples of one framebuffer into another.
  /// - `size`: the size of both.
  func blit(from source: GLuint, to destination: GLuint, _ size: PixelSize) {
    set(PipelineState(size: size))
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), source)
    glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER), destination)
    let (width, height) = (GLint(size.width), GLint(size.height))
    glBlitFramebuffer(
      0, 0, width, height, 0, 0, width, height, GLbitfield(GL_COLOR_BUFFER_BIT), GLenum(GL_NEAREST))
  }

  /// Copies pixels of one framebuffer to another place in another one of the same format.
  /// - `from`: the first pixel of the source.
  /// - `area`: the pixels of the destination, in a framebuffer of size `size`.
  func copy(
    from source: GLuint, _ from: (x: Int, y: Int), to destination: GLuint, _ area: PixelRect,
    in size: PixelSize
  ) {
    set(PipelineState(size: size))
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), source)
    glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER), destination)
    glBlitFramebuffer(
      GLint(from.x), GLint(from.y), GLint(from.x + area.width), GLint(from.y + area.height), GLint(area.x),
      GLint(area.y), GLint(area.x + area.width), GLint(area.y + area.height), GLbitfield(GL_COLOR_BUFFER_BIT),
      GLenum(GL_NEAREST))
  }

  /// Sets the number of pixels a row in memory of the next uploads; 0 for the width that is uploaded, which all other
  /// code expects.
  func setUploadRowLength(_ pixels: Int) { glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH), GLint(pixels)) }

  /// Reads the first pixels of the bound read framebuffer.
  /// - `type`: the type of the four channels in memory: bytes, 16-bit integers or floats.
  /// - `firstRow`: the first row that is read.
  /// - `rowLength`: pixels a row in memory; 0 for the width.
  /// - `bytes`: the memory; nil for the start of the bound pixel buffer.
  func read(
    _ size: PixelSize, firstRow: Int = 0, type: Int32 = GL_UNSIGNED_BYTE,
    into bytes: UnsafeMutableRawPointer?,
    rowLength: Int = 0
  ) {
    if rowLength != packRowLength {
      glPixelStorei(GLenum(GL_PACK_ROW_LENGTH), GLint(rowLength))
      packRowLength = rowLength
    }
    glReadPixels(
      0, GLint(firstRow), GLsizei(size.width), GLsizei(size.height), GLenum(GL_RGBA), GLenum(type), bytes)
  }
}

@available(*, unavailable) extension StateCache: Sendable {}
