import CEGL
import MeshTransform
import RenderGraph
import Shaders

/// Blends a source with its backdrop, by one blend mode.
final class BlendPass {
  private let program: ShaderProgram
  private let state: StateCache

  init(_ gl: GLContext, _ mode: Layer.BlendMode) throws(GLError) {
    state = gl.state
    program = try ShaderProgram(
      gl, vertex: ShaderSource(file: "screen.vert.glsl", text: Shaders.screenVertex),
      fragment: ShaderSource(file: "blend.frag.glsl", text: Shaders.blendFragment),
      constants: ["MODE": Layer.BlendMode.allCases.firstIndex(of: mode) ?? 0])
  }

  /// Fills the bound framebuffer from its first pixel, to that size.
  /// - `place`: of the source in pixels of the backdrop.
  func draw(
    _ source: borrowing Texture, _ place: PixelRect, _ opacity: Double, over backdrop: borrowing Texture,
    _ size: PixelSize
  ) {
    state.set(PipelineState(size: size))
    glUseProgram(program.name)
    for (unit, name, texture) in [(0, "backdrop", backdrop.name), (1, "source", source.name)] {
      glActiveTexture(GLenum(GL_TEXTURE0 + Int32(unit)))
      glBindTexture(GLenum(GL_TEXTURE_2D), texture)
      glUniform1i(program.uniform(name), GLint(unit))
    }
    glActiveTexture(GLenum(GL_TEXTURE0))
    glUniform4f(
      program.uniform("sourceArea"), Float(place.x), Float(place.y), Float(place.width), Float(place.height))
    glUniform1f(program.uniform("opacity"), Float(opacity))
    glBindVertexArray(0)
    glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
  }
}

@available(*, unavailable) extension BlendPass: Sendable {}
