import CEGL
import MeshTransform
import RenderGraph

/// The target into which edge tiles are drawn with several samples a pixel: multisampled, with depth. Owns all of its
/// GL objects.
///
/// A shader reads its colors: the samples themselves, or their means where textures cannot have this many samples.
struct TileAtlas: ~Copyable {
  private let name: GLuint
  /// A multisampled texture, or a renderbuffer where a blit averages the samples.
  private let samples: GLuint
  private let depth: DepthBuffer
  /// The framebuffer that receives the means from a blit; 0 without.
  private let meanName: GLuint
  private let mean: GLuint
  /// The texture that the shader reads.
  var color: GLuint { mean == 0 ? samples : mean }
  /// Size in fragments.
  let size: PixelSize
  let drawTarget: DrawTarget

  /// - `size`: the size in fragments.
  init(_ gl: GLContext, size: PixelSize, samples count: Int, _ format: PixelFormat) throws(GLError) {
    (self.size, drawTarget) = (size, DrawTarget(samples: count, hasDepth: true))
    let isReadable = count <= gl.capabilities.maxTextureSamples
    let (width, height, storage) = (GLsizei(size.width), GLsizei(size.height), GLenum(format.storage))
    var (names, samples, mean): ((GLuint, GLuint), GLuint, GLuint) = ((0, 0), 0, 0)
    glGenFramebuffers(1, &names.0)
    if isReadable {
      glGenTextures(1, &samples)
    } else {
      glGenFramebuffers(1, &names.1)
      glGenRenderbuffers(1, &samples)
      glGenTextures(1, &mean)
    }
    (name, meanName, self.samples, self.mean) = (names.0, names.1, samples, mean)
    depth = DepthBuffer(size: size, samples: count, isReadable: false)
    let (framebuffer, point) = (GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0))
    if !isReadable {
      let target = GLenum(GL_TEXTURE_2D)
      glBindTexture(target, mean)
      glTexStorage2D(target, 1, storage, width, height)
      for filter in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] {
        glTexParameteri(target, GLenum(filter), GL_NEAREST)
      }
      glBindTexture(target, 0)
      glBindFramebuffer(framebuffer, meanName)
      glFramebufferTexture2D(framebuffer, point, target, mean, 0)
    }
    glBindFramebuffer(framebuffer, name)
    if isReadable {
      let target = GLenum(GL_TEXTURE_2D_MULTISAMPLE)
      glBindTexture(target, samples)
      glTexStorage2DMultisample(target, GLsizei(count), storage, width, height, GLboolean(GL_TRUE))
      glBindTexture(target, 0)
      glFramebufferTexture2D(framebuffer, point, target, samples, 0)
    } else {
      glBindRenderbuffer(GLenum(GL_RENDERBUFFER), samples)
      Framebuffer.store(format.storage, size, count)
      glFramebufferRenderbuffer(framebuffer, point, GLenum(GL_RENDERBUFFER), samples)
    }
    depth.attach()
    try gl.check("a target of \(size) with \(count) samples")
    let status = glCheckFramebufferStatus(framebuffer)
    guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
      throw .incompleteFramebuffer(status: status, size: "\(size)", samples: count)
    }
  }

  /// Averages the samples by a blit where the shader cannot read them.
  func resolve(_ gl: GLContext) {
    if mean != 0 { gl.state.blit(from: name, to: meanName, size) }
  }

  /// Binds the atlas, and clears its first rows to the background and to the far end of the depth range.
  /// - `rows`: nil for all of them.
  func begin(_ gl: GLContext, background: SIMD4<Float>, rows: Int?) {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), name)
    var state = PipelineState(size: size)
    state.scissor = rows.map { PixelRect(x: 0, y: 0, width: size.width, height: $0) }
    gl.state.clear(state, color: background)
  }

  deinit {
    let isReadable = mean == 0
    withUnsafePointer(to: name) { glDeleteFramebuffers(1, $0) }
    withUnsafePointer(to: meanName) { glDeleteFramebuffers(1, $0) }
    withUnsafePointer(to: mean) { glDeleteTextures(1, $0) }
    withUnsafePointer(to: samples) { isReadable ? glDeleteTextures(1, $0) : glDeleteRenderbuffers(1, $0) }
  }
}

@available(*, unavailable) extension TileAtlas: Sendable {}
