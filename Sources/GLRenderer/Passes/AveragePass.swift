import CEGL
import RenderGraph
import Shaders

/// Averages the fragments of each pixel of a supersampled picture: a box filter over the pixel.
final class AveragePass {
  private let program: ShaderProgram
  private let state: StateCache

  init(_ gl: GLContext) throws(GLError) {
    state = gl.state
    program = try ShaderProgram(
      gl, vertex: ShaderSource(file: "screen.vert.glsl", text: Shaders.screenVertex),
      fragment: ShaderSource(file: "average.frag.glsl", text: Shaders.averageFragment))
  }

  /// Fills the bound framebuffer from its first pixel, to the size of `tile`.
  func draw(_ fragments: borrowing Texture, _ tile: PixelRect) {
    state.set(PipelineState(size: tile.size))
    glUseProgram(program.name)
    glActiveTexture(GLenum(GL_TEXTURE0))
    glBindTexture(GLenum(GL_TEXTURE_2D), fragments.name)
    glUniform1i(program.uniform("fragments"), 0)
    glUniform1i(program.uniform("supersamplingFactor"), GLint(tile.supersamplingFactor))
    glBindVertexArray(0)
    glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
  }
}

@available(*, unavailable) extension AveragePass: Sendable {}
