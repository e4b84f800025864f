import CEGL
import MeshTransform
import RenderGraph
import Shaders

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

/// Encodes a picture of linear light, pixel by pixel.
final class EncodePass {
  private let pass: ScreenPass

  init(_ gl: GLContext) throws(GLError) {
    pass = try ScreenPass(
      gl, fragment: ShaderSource(file: "encode.frag.glsl", text: Shaders.encodeFragment))
  }

  /// Fills the bound framebuffer from its first pixel, to the size of `tile`.
  func draw(_ picture: borrowing Texture, _ tile: PixelRect) {
    pass.draw(tile.size, .init(name: "picture", texture: picture.name))
  }
}

@available(*, unavailable) extension EncodePass: Sendable {}
