import CEGL
import MeshTransform
import RenderGraph

/// The depths of a target.
enum DepthFormat: Comparable {
  /// No depths.
  case none
  /// 24 bits of the whole range. Enough for one item, whose triangles are ordered by distances that show.
  case fixed
  /// Floats, which keep 24 bits of the distance from the far end: several items may share a surface, moved apart by less
  /// than the range has steps, and the A-buffer compares its own depths with these.
  case float

  var storage: Int32 { self == .fixed ? GL_DEPTH_COMPONENT24 : GL_DEPTH_COMPONENT32F }
}

/// The depths of a framebuffer. Owns their GL object; a class because a framebuffer may have none.
final class DepthBuffer {
  /// The name of a texture if depths are readable, multisampled with several samples; else of a renderbuffer.
  let name: GLuint
  let size: PixelSize
  private let samples: Int
  private let isReadable: Bool

  private var textureTarget: GLenum { GLenum(samples > 1 ? GL_TEXTURE_2D_MULTISAMPLE : GL_TEXTURE_2D) }

  /// - `isReadable`: whether shaders can read the depths while they are not attached.
  init(size: PixelSize, samples: Int, isReadable: Bool, _ format: DepthFormat = .float) {
    (self.size, self.samples, self.isReadable) = (size, samples, isReadable)
    var name: GLuint = 0
    guard isReadable else {
      glGenRenderbuffers(1, &name)
      self.name = name
      glBindRenderbuffer(GLenum(GL_RENDERBUFFER), name)
      Framebuffer.store(format.storage, size, samples)
      return
    }
    glGenTextures(1, &name)
    self.name = name
    let (target, storage) = (textureTarget, GLenum(format.storage))
    let (width, height) = (GLsizei(size.width), GLsizei(size.height))
    glBindTexture(target, name)
    if samples > 1 {
      glTexStorage2DMultisample(target, GLsizei(samples), storage, width, height, GLboolean(GL_TRUE))
    } else {
      glTexStorage2D(target, 1, storage, width, height)
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

extension RenderPass {
  /// The depths that the target of the pass has.
  func depth(_ deviceClass: DeviceClass) -> DepthFormat {
    guard needsDepth else { return .none }
    // One item is ordered by distances that show; see DepthFormat.
    let isFixed = groups.allSatisfy { $0.surfaceCount <= 1 && $0.aBufferItems.entries.isEmpty }
    return deviceClass.savesDepthBits && isFixed ? .fixed : .float
  }
}
