import CEGL
import MeshTransform
import Shaders

/// Averages the samples of each pixel of a multisampled target, as a blit does.
///
/// Only software rasterizers use it: llvmpipe compiles machine code for its blit in every process, and keeps that of this
/// shader in Mesa's cache. Both then take as long, and give the same bytes. A GPU resolves by a blit.
final class ResolvePass {
  private let pass: ScreenPass

  init(_ gl: GLContext, samples: Int) throws(GLError) {
    pass = try ScreenPass(
      gl, fragment: ShaderSource(file: "resolve.frag.glsl", text: Shaders.resolveFragment),
      constants: ["SAMPLES": samples])
  }

  /// Fills the bound framebuffer from its first pixel, to that size.
  /// - `texture`: the multisampled texture.
  func draw(_ texture: GLuint, _ size: PixelSize) {
    let target = GLenum(GL_TEXTURE_2D_MULTISAMPLE)
    pass.draw(size, .init(name: "samples", texture: texture, target: target))
    // The texture is unbound, so that it can be a target again.
    glBindTexture(target, 0)
  }
}

@available(*, unavailable) extension ResolvePass: Sendable {}
