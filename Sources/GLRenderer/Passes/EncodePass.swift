import CEGL
import MeshTransform
import RenderGraph
import Shaders

/// Encodes a picture of linear light, pixel by pixel.
final class EncodePass {
  private let program: ShaderProgram
  private let state: StateCache

  init(_ gl: GLContext) throws(GLError) {
    state = gl.state
    program = try ShaderProgram(
      gl, vertex: ShaderSource(file: "screen.vert.glsl", text: Shaders.screenVertex),
      fragment: ShaderSource(file: "encode.frag.glsl", text: Shaders.encodeFragment))
  }

  /// Fills the bound framebuffer from its first pixel, to the size of `tile`.
  func draw(_ picture: borrowing Texture, _ tile: PixelRect) {
    state.set(PipelineState(size: tile.size))
    glUseProgram(program.name)
    glActiveTexture(GLenum(GL_TEXTURE0))
    glBindTexture(GLenum(GL_TEXTURE_2D), picture.name)
    glUniform1i(program.uniform("picture"), 0)
    glBindVertexArray(0)
    glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
  }
}

@available(*, unavailable) extension EncodePass: Sendable {}
