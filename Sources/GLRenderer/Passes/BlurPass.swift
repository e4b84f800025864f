import CEGL
import MeshTransform
import RenderGraph
import Shaders

/// Blurs the alpha of a picture along one axis, or reduces its resolution.
final class BlurPass {
  private let program: ShaderProgram
  private let state: StateCache

  /// - `reduces`: whether the pass reduces the resolution instead.
  init(_ gl: GLContext, reduces: Bool) throws(GLError) {
    state = gl.state
    program = try ShaderProgram(
      gl, vertex: ShaderSource(file: "screen.vert.glsl", text: Shaders.screenVertex),
      fragment: ShaderSource(file: "blur.frag.glsl", text: Shaders.blurFragment),
      defines: reduces ? ["REDUCE"] : [])
  }

  /// Fills the bound framebuffer from its first pixel, to that size.
  /// - `sourceSize`: of the picture in the texture.
  /// - `sigma`: the standard deviation in pixels.
  /// - `margin`: pixels before the picture along the axis.
  func draw(
    _ source: borrowing Texture, _ sourceSize: PixelSize, sigma: Double, isDown: Bool, _ margin: Int,
    _ size: PixelSize
  ) {
    bind(source, sourceSize, size)
    glUniform1i(program.uniform("margin"), GLint(margin))
    glUniform2f(program.uniform("axis"), isDown ? 0 : 1, isDown ? 1 : 0)
    glUniform1f(program.uniform("sigma"), Float(sigma))
    fill()
  }

  /// Fills the bound framebuffer with the means of squares.
  /// - `factor`: pixels a side of the squares.
  func draw(_ source: borrowing Texture, _ sourceSize: PixelSize, by factor: Int, _ size: PixelSize) {
    bind(source, sourceSize, size)
    glUniform1i(program.uniform("factor"), GLint(factor))
    fill()
  }

  private func bind(_ source: borrowing Texture, _ sourceSize: PixelSize, _ size: PixelSize) {
    state.set(PipelineState(size: size))
    glUseProgram(program.name)
    glActiveTexture(GLenum(GL_TEXTURE0))
    glBindTexture(GLenum(GL_TEXTURE_2D), source.name)
    glUniform1i(program.uniform("source"), 0)
    glUniform4f(program.uniform("sourceArea"), 0, 0, Float(sourceSize.width), Float(sourceSize.height))
  }

  private func fill() {
    glBindVertexArray(0)
    glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
  }
}

@available(*, unavailable) extension BlurPass: Sendable {}
