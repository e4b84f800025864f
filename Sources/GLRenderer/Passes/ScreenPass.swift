import CEGL
import MeshTransform
import Shaders

/// Computes every pixel of a target from textures: a fragment shader over one triangle that covers the target.
struct ScreenPass: ~Copyable {
  private let programs: StatePrograms<[TextureState?], Linked>
  private let state: StateCache

  /// - `fragment`: the fragment shader's source.
  init(
    _ gl: GLContext, fragment: ShaderSource, defines: [String] = [], constants: [String: Int] = [:]
  ) throws(GLError) {
    state = gl.state
    programs = try StatePrograms(gl) { () throws(GLError) in
      Linked(
        try ShaderProgram(
          gl, vertex: ShaderSource(file: "screen.vert.glsl", text: Shaders.screenVertex), fragment: fragment,
          defines: defines, constants: constants))
    }
  }

  private final class Linked {
    let program: ShaderProgram
    init(_ program: consuming ShaderProgram) { self.program = program }
  }

  /// A texture that the shader reads.
  struct Input {
    /// The name of the sampler.
    let name: String
    let texture: GLuint
    var target = GLenum(GL_TEXTURE_2D)
    /// Nil for a texture whose state is the same in all draws.
    var state: TextureState?

    init(name: String, texture: GLuint, target: GLenum = GLenum(GL_TEXTURE_2D)) {
      (self.name, self.texture, self.target) = (name, texture, target)
    }

    init(name: String, _ texture: borrowing Texture) {
      self.init(name: name, texture: texture.name)
      state = TextureState(texture)
    }
  }

  /// Fills the bound framebuffer from its first pixel, to that size.
  /// - `setUniforms`: sets the uniforms besides the samplers.
  func draw(_ size: PixelSize, _ inputs: Input..., setUniforms: (borrowing ShaderProgram) -> Void = { _ in })
  {
    draw(size, inputs, setUniforms: setUniforms)
  }

  /// Fills the bound framebuffer from its first pixel, to that size.
  /// - `setUniforms`: sets the uniforms besides the samplers.
  func draw(_ size: PixelSize, _ inputs: [Input], setUniforms: (borrowing ShaderProgram) -> Void) {
    state.set(PipelineState(size: size))
    let linked = programs.program(for: inputs.map(\.state))
    glUseProgram(linked.program.name)
    for (unit, input) in inputs.enumerated() {
      glActiveTexture(GLenum(GL_TEXTURE0 + Int32(unit)))
      glBindTexture(input.target, input.texture)
      glUniform1i(linked.program.uniform(input.name), GLint(unit))
    }
    setUniforms(linked.program)
    glBindVertexArray(0)
    glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
    // All other code expects the first unit.
    glActiveTexture(GLenum(GL_TEXTURE0))
  }
}

@available(*, unavailable) extension ScreenPass: Sendable {}
