import CEGL
import MeshTransform

/// What parts of tiles are drawn into with several samples a pixel: one multisampled target with depth, whose colors a
/// shader can read. Owns everything.
struct PartTarget: ~Copyable {
  private let name: GLuint
  /// A multisampled texture.
  let color: GLuint
  private let depth: DepthBuffer
  /// In fragments.
  let size: PixelSize

  /// - `size`: in fragments.
  init(_ gl: GLContext, size: PixelSize, samples: Int, _ blending: Canvas.Blending) throws(GLError) {
    self.size = size
    var (name, color): (GLuint, GLuint) = (0, 0)
    glGenFramebuffers(1, &name)
    glGenTextures(1, &color)
    (self.name, self.color) = (name, color)
    let target = GLenum(GL_TEXTURE_2D_MULTISAMPLE)
    glBindTexture(target, color)
    glTexStorage2DMultisample(
      target, GLsizei(samples), GLenum(blending.storage), GLsizei(size.width), GLsizei(size.height),
      GLboolean(GL_TRUE))
    glBindTexture(target, 0)
    depth = DepthBuffer(size: size, samples: samples, isReadable: false)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), name)
    glFramebufferTexture2D(GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), target, color, 0)
    depth.attach()
    try gl.check("a target of \(size) with \(samples) samples")
    let status = glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
    guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
      throw .incompleteFramebuffer(status: status, size: "\(size)", samples: samples)
    }
  }

  /// Makes it current and fills its first rows, at the far end of the depth range.
  func begin(background: SIMD4<Float>, rows: Int) {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), name)
    glClearColor(background.x, background.y, background.z, background.w)
    glDepthMask(GLboolean(GL_TRUE))
    glEnable(GLenum(GL_SCISSOR_TEST))
    glScissor(0, 0, GLsizei(size.width), GLsizei(rows))
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT))
    glDisable(GLenum(GL_SCISSOR_TEST))
  }

  deinit {
    withUnsafePointer(to: name) { glDeleteFramebuffers(1, $0) }
    withUnsafePointer(to: color) { glDeleteTextures(1, $0) }
  }
}

@available(*, unavailable) extension PartTarget: Sendable {}
