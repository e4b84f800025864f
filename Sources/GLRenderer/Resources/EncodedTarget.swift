import CEGL
import MeshTransform
import RenderGraph

/// What turns tiles of linear light into encoded ones, to be read back: a texture to take them, and a target for the
/// result.
final class EncodedTarget {
  private let linear: Texture
  private let encoded: Framebuffer
  private let pass: EncodePass

  init(_ gl: GLContext, size: PixelSize, _ pass: EncodePass) throws(GLError) {
    linear = try Texture(gl, empty: size, needsMipmaps: false, .linear)
    encoded = try Framebuffer(gl, size: size, samples: 1, hasDepth: false)
    self.pass = pass
  }

  /// Encodes the first pixels of the framebuffer that is bound to be read from.
  /// - Returns: the name of the framebuffer that holds them.
  func encode(_ tile: PixelRect) -> GLuint {
    glBindTexture(GLenum(GL_TEXTURE_2D), linear.name)
    glCopyTexSubImage2D(
      GLenum(GL_TEXTURE_2D), 0, 0, 0, 0, 0, GLsizei(tile.width), GLsizei(tile.height))
    glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER), encoded.name)
    pass.draw(linear, tile)
    return encoded.name
  }
}

@available(*, unavailable) extension EncodedTarget: Sendable {}
