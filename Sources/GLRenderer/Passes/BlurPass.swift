import CEGL
import MeshTransform
import RenderGraph
import Shaders

/// Blurs the alpha of a picture along one axis, or reduces its resolution.
final class BlurPass {
  private let pass: ScreenPass

  /// - `reduces`: whether the pass reduces the resolution instead.
  init(_ gl: GLContext, reduces: Bool) throws(GLError) {
    pass = try ScreenPass(
      gl, fragment: ShaderSource(file: "blur.frag.glsl", text: Shaders.blurFragment),
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
    draw(source, sourceSize, size) { program in
      glUniform2f(program.uniform("axis"), isDown ? 0 : 1, isDown ? 1 : 0)
      glUniform1f(program.uniform("sigma"), Float(sigma))
      glUniform1i(program.uniform("margin"), GLint(margin))
    }
  }

  /// Fills the bound framebuffer with the means of squares.
  /// - `factor`: pixels a side of the squares.
  func draw(_ source: borrowing Texture, _ sourceSize: PixelSize, by factor: Int, _ size: PixelSize) {
    draw(source, sourceSize, size) { glUniform1i($0.uniform("factor"), GLint(factor)) }
  }

  private func draw(
    _ source: borrowing Texture, _ sourceSize: PixelSize, _ size: PixelSize,
    setUniforms: (borrowing ShaderProgram) -> Void
  ) {
    pass.draw(size, .init(name: "source", source)) { program in
      glUniform4f(
        program.uniform("sourceArea"), 0, 0, Float(sourceSize.width), Float(sourceSize.height))
      setUniforms(program)
    }
  }
}

@available(*, unavailable) extension BlurPass: Sendable {}
