import CEGL
import MeshTransform
import Shaders

/// Computes every pixel of a target from textures: a fragment shader over one triangle that covers the target.
struct ScreenPass: ~Copyable {
  private let program: ShaderProgram
  private let state: StateCache

  /// - `fragment`: the fragment shader's source.
  init(
    _ gl: GLContext, fragment: ShaderSource, defines: [String] = [], constants: [String: Int] = [:]
  ) throws(GLError) {
    state = gl.state
    program = try ShaderProgram(
      gl, vertex: ShaderSource(file: "screen.vert.glsl", text: Shaders.screenVertex), fragment: fragment,
      defines: defines, constants: constants)
  }

  /// A texture that the shader reads.
  struct Input {
    /// The name of the sampler.
    let name: String
    let texture: GLuint
    var target = GLenum(GL_TEXTURE_2D)
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
    glUseProgram(program.name)
    for (unit, input) in inputs.enumerated() {
      glActiveTexture(GLenum(GL_TEXTURE0 + Int32(unit)))
      glBindTexture(input.target, input.texture)
      glUniform1i(program.uniform(input.name), GLint(unit))
    }
    setUniforms(program)
    glBindVertexArray(0)
    glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
    // All other code expects the first unit.
    glActiveTexture(GLenum(GL_TEXTURE0))
  }
}

@available(*, unavailable) extension ScreenPass: Sendable {}
