import CEGL
import MeshTransform
import Shaders

/// Computes the mip levels of a texture on the device, by the filter of images: ``MipFilter``. The driver's own levels are
/// means of four texels, which keep moire.
final class MipPass {
  private let pass: ScreenPass

  init(_ gl: GLContext) throws(GLError) {
    pass = try ScreenPass(gl, fragment: ShaderSource(file: "halve.frag.glsl", text: Shaders.halveFragment))
  }

  /// Draws all levels after the first one.
  func draw(_ texture: borrowing Texture) {
    let target = GLenum(GL_TEXTURE_2D)
    var framebuffer: GLuint = 0
    glGenFramebuffers(1, &framebuffer)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    var (level, size) = (0, texture.size)
    while size.width > 1 || size.height > 1 {
      // A shader may read one level while another one is the target, where the range of levels excludes the target.
      glBindTexture(target, texture.name)
      glTexParameteri(target, GLenum(GL_TEXTURE_BASE_LEVEL), GLint(level))
      glTexParameteri(target, GLenum(GL_TEXTURE_MAX_LEVEL), GLint(level))
      (level, size) = (level + 1, MipFilter.half(size))
      glFramebufferTexture2D(
        GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), target, texture.name, GLint(level))
      pass.draw(size, .init(name: "source", texture: texture.name)) {
        glUniform2i($0.uniform("size"), GLint(size.width), GLint(size.height))
      }
    }
    glTexParameteri(target, GLenum(GL_TEXTURE_BASE_LEVEL), 0)
    glTexParameteri(target, GLenum(GL_TEXTURE_MAX_LEVEL), GLint(level))
    glDeleteFramebuffers(1, &framebuffer)
  }
}

@available(*, unavailable) extension MipPass: Sendable {}
