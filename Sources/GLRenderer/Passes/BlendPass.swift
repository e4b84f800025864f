import CEGL
import MeshTransform
import RenderGraph
import Shaders

/// Blends a source with its backdrop, by one blend mode.
final class BlendPass {
  private let pass: ScreenPass

  init(_ gl: GLContext, _ mode: Layer.BlendMode) throws(GLError) {
    pass = try ScreenPass(
      gl, fragment: ShaderSource(file: "blend.frag.glsl", text: Shaders.blendFragment),
      constants: ["MODE": Layer.BlendMode.allCases.firstIndex(of: mode) ?? 0])
  }

  /// Fills the bound framebuffer from its first pixel, to that size.
  /// - `place`: of the source in pixels of the backdrop.
  func draw(
    _ source: borrowing Texture, _ place: PixelRect, _ opacity: Double, over backdrop: borrowing Texture,
    _ size: PixelSize
  ) {
    pass.draw(
      size, .init(name: "backdrop", backdrop), .init(name: "source", source)
    ) { program in
      glUniform4f(
        program.uniform("sourceArea"), Float(place.x), Float(place.y), Float(place.width),
        Float(place.height))
      glUniform1f(program.uniform("opacity"), Float(opacity))
    }
  }
}

@available(*, unavailable) extension BlendPass: Sendable {}
