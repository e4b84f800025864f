import CEGL
import MeshTransform

/// The floating-point depths of a framebuffer. Owns their GL object; a class because a framebuffer may have none.
final class DepthBuffer {
  /// The name of a texture if depths are readable, multisampled with several samples; else of a renderbuffer.
  let name: GLuint
  let size: PixelSize
  private let samples: Int
  private let isReadable: Bool

  private var textureTarget: GLenum { GLenum(samples > 1 ? GL_TEXTURE_2D_MULTISAMPLE : GL_TEXTURE_2D) }

  /// - `isReadable`: whether shaders can read the depths while they are not attached.
  init(size: PixelSize, samples: Int, isReadable: Bool) {
    (self.size, self.samples, self.isReadable) = (size, samples, isReadable)
    var name: GLuint = 0
    guard isReadable else {
      glGenRenderbuffers(1, &name)
      self.name = name
      glBindRenderbuffer(GLenum(GL_RENDERBUFFER), name)
      Framebuffer.store(GL_DEPTH_COMPONENT32F, size, samples)
      return
    }
    glGenTextures(1, &name)
    self.name = name
    let (target, format) = (textureTarget, GLenum(GL_DEPTH_COMPONENT32F))
    let (width, height) = (GLsizei(size.width), GLsizei(size.height))
    glBindTexture(target, name)
    if samples > 1 {
      glTexStorage2DMultisample(target, GLsizei(samples), format, width, height, GLboolean(GL_TRUE))
    } else {
      glTexStorage2D(target, 1, format, width, height)
      for filter in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] {
        glTexParameteri(target, GLenum(filter), GL_NEAREST)
      }
    }
    glBindTexture(target, 0)
  }

  /// Attaches the depths to the bound framebuffer.
  func attach() { attach(name) }
  func detach() { attach(0) }

  private func attach(_ name: GLuint) {
    let (framebuffer, point) = (GLenum(GL_FRAMEBUFFER), GLenum(GL_DEPTH_ATTACHMENT))
    if isReadable {
      glFramebufferTexture2D(framebuffer, point, textureTarget, name, 0)
    } else {
      glFramebufferRenderbuffer(framebuffer, point, GLenum(GL_RENDERBUFFER), name)
    }
  }

  deinit {
    withUnsafePointer(to: name) { name in
      if isReadable { glDeleteTextures(1, name) } else { glDeleteRenderbuffers(1, name) }
    }
  }
}

@available(*, unavailable) extension DepthBuffer: Sendable {}
