import CEGL
import MeshTransform
import RenderGraph

/// Encodes tiles of linear light for read-back. Owns a texture that receives the tiles, and a target for the result.
final class EncodedTarget {
  private let linear: Texture
  private let encoded: Framebuffer
  private let pass: EncodePass

  init(_ gl: GLContext, size: PixelSize, _ format: PixelFormat, _ pass: EncodePass) throws(GLError) {
    linear = try Texture(gl, empty: size, needsMipmaps: false, format)
    encoded = try Framebuffer(gl, size: size, samples: 1, depth: .none, format: format.encoded.storage)
    self.pass = pass
  }

  /// Encodes the first pixels of the bound read framebuffer.
  /// - Returns: the name of the framebuffer that holds the result.
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
