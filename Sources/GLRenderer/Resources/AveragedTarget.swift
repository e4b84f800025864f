import CEGL
import MeshTransform
import RenderGraph
import Shaders

/// The target in which a supersampled picture is reduced to one color a pixel. Owns its framebuffers and its texture.
final class AveragedTarget {
  private let pass: AveragePass
  private let resolvePass: ResolvePass?
  private let fragments: Texture
  private let fragmentTarget: Framebuffer
  private let pixels: Framebuffer

  /// - `size`: the size in pixels.
  init(
    _ gl: GLContext, size: PixelSize, supersamplingFactor: Int, _ format: PixelFormat,
    _ pass: AveragePass,
    _ resolvePass: ResolvePass?
  ) throws(GLError) {
    (self.pass, self.resolvePass) = (pass, resolvePass)
    fragments = try Texture(
      gl, empty: PixelSize(size.width * supersamplingFactor, size.height * supersamplingFactor),
      needsMipmaps: false, format)
    fragmentTarget = try Framebuffer(gl, into: fragments)
    pixels = try Framebuffer(gl, size: size, samples: 1, depth: .none, format: format.storage)
  }

  /// Averages the device's samples of `target`, then the fragments of each pixel of the tile.
  /// - Returns: the name of the framebuffer that holds one color a pixel.
  func average(_ target: borrowing Framebuffer, _ tile: PixelRect, _ gl: GLContext) -> GLuint {
    target.resolve(into: fragmentTarget, by: resolvePass, gl)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), pixels.name)
    pass.draw(fragments, tile)
    return pixels.name
  }
}

@available(*, unavailable) extension AveragedTarget: Sendable {}

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
