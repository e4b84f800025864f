import CEGL
import RenderGraph
import Shaders

/// Averages the fragments of each pixel of a supersampled picture: a box filter over the pixel.
final class AveragePass {
  private let pass: ScreenPass

  init(_ gl: GLContext) throws(GLError) {
    pass = try ScreenPass(
      gl, fragment: ShaderSource(file: "average.frag.glsl", text: Shaders.averageFragment))
  }

  /// Fills the bound framebuffer from its first pixel, to the size of `tile`.
  func draw(_ fragments: borrowing Texture, _ tile: PixelRect) {
    pass.draw(tile.size, .init(name: "fragments", texture: fragments.name)) {
      glUniform1i($0.uniform("supersamplingFactor"), GLint(tile.supersamplingFactor))
    }
  }
}

@available(*, unavailable) extension AveragePass: Sendable {}
