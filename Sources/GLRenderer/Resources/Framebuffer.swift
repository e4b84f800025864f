import CEGL
import MeshTransform

/// An offscreen target, with an optional depth buffer. Owns all of its GL objects.
struct Framebuffer: ~Copyable {
  let name: GLuint
  private let color: GLuint
  /// Whether the color is a texture, and not a renderbuffer.
  private let hasTexture: Bool
  /// The multisampled texture that holds the color; nil where something else does.
  var readableColor: GLuint? { hasTexture && samples > 1 ? color : nil }
  /// The texture, of one sample a pixel, whose first level holds the color; nil where something else does.
  let pixels: GLuint?
  private let depth: DepthBuffer?
  let size: PixelSize
  let samples: Int
  var drawTarget: DrawTarget { DrawTarget(samples: samples, hasDepth: depth != nil) }

  /// - `samples`: 1 for a single-sampled target, else a count that the renderer offers.
  /// - `format`: the internal format of the color.
  init(
    _ gl: GLContext, size: PixelSize, samples: Int, depth: DepthFormat, format: Int32 = GL_RGBA8
  ) throws(GLError) {
    (self.size, self.samples) = (size, samples)
    hasTexture = samples <= gl.capabilities.maxTextureSamples
    var (name, color): (GLuint, GLuint) = (0, 0)
    glGenFramebuffers(1, &name)
    if hasTexture { glGenTextures(1, &color) } else { glGenRenderbuffers(1, &color) }
    (self.name, self.color, pixels) = (name, color, samples == 1 ? color : nil)
    gl.statistics.framebuffers += 1
    self.depth =
      depth == .none
      ? nil
      : DepthBuffer(size: size, samples: samples, isReadable: gl.capabilities.hasExactTransparency, depth)

    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), name)
    let point = GLenum(GL_COLOR_ATTACHMENT0)
    if samples == 1 {
      let target = GLenum(GL_TEXTURE_2D)
      glBindTexture(target, color)
      glTexStorage2D(target, 1, GLenum(format), GLsizei(size.width), GLsizei(size.height))
      glFramebufferTexture2D(GLenum(GL_FRAMEBUFFER), point, target, color, 0)
      glBindTexture(target, 0)
    } else if hasTexture {
      let target = GLenum(GL_TEXTURE_2D_MULTISAMPLE)
      glBindTexture(target, color)
      glTexStorage2DMultisample(
        target, GLsizei(samples), GLenum(format), GLsizei(size.width), GLsizei(size.height),
        GLboolean(GL_TRUE))
      glFramebufferTexture2D(GLenum(GL_FRAMEBUFFER), point, target, color, 0)
      glBindTexture(target, 0)
    } else {
      glBindRenderbuffer(GLenum(GL_RENDERBUFFER), color)
      Framebuffer.store(format, size, samples)
      glFramebufferRenderbuffer(GLenum(GL_FRAMEBUFFER), point, GLenum(GL_RENDERBUFFER), color)
    }
    self.depth?.attach()
    try gl.check("a framebuffer of \(size) with \(samples) samples")
    let status = glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
    guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
      throw .incompleteFramebuffer(status: status, size: "\(size)", samples: samples)
    }
  }

  /// Positions of the samples of a pixel, in pixels from its top left corner. Leaves the framebuffer bound.
  func samplePositions() -> [SIMD2<Float>] {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), name)
    return (0..<samples).map { index in
      var position = SIMD2<Float>.zero
      withUnsafeMutableBytes(of: &position) {
        glGetMultisamplefv(
          GLenum(GL_SAMPLE_POSITION), GLuint(index), $0.bindMemory(to: GLfloat.self).baseAddress)
      }
      return position
    }
  }

  /// A target for the first level of a texture, which must outlive it.
  /// - `depth`: the depths, at least as large as the texture; nil for a target without.
  init(_ gl: GLContext, into texture: borrowing Texture, depth: DepthBuffer? = nil) throws(GLError) {
    (size, samples, color, self.depth, hasTexture) = (texture.size, 1, 0, depth, false)
    pixels = texture.name
    var name: GLuint = 0
    glGenFramebuffers(1, &name)
    self.name = name
    gl.statistics.framebuffers += 1
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), name)
    glFramebufferTexture2D(
      GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture.name, 0)
    depth?.attach()
    try gl.check("a framebuffer of \(size)")
    let status = glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
    guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
      throw .incompleteFramebuffer(status: status, size: "\(size)", samples: 1)
    }
  }

  /// Allocates the bound renderbuffer.
  static func store(_ format: Int32, _ size: PixelSize, _ samples: Int) {
    let (target, width, height) = (GLenum(GL_RENDERBUFFER), GLsizei(size.width), GLsizei(size.height))
    if samples > 1 {
      glRenderbufferStorageMultisample(target, GLsizei(samples), GLenum(format), width, height)
    } else {
      glRenderbufferStorage(target, GLenum(format), width, height)
    }
  }

  /// Binds this framebuffer for drawing, with its depths detached so that shaders can read them.
  /// - `body`: receives the texture that holds the depths; 0 without depths.
  func withReadableDepths(_ body: (GLuint) throws(GLError) -> Void) throws(GLError) {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), name)
    depth?.detach()
    defer { depth?.attach() }
    try body(depth?.name ?? 0)
  }

  /// Averages the samples of each pixel of this target into `target`, which must be of the same size.
  /// - `pass`: the pass that averages; nil to blit.
  func resolve(into target: borrowing Framebuffer, by pass: ResolvePass?, _ gl: GLContext) {
    if let pass {
      glBindFramebuffer(GLenum(GL_FRAMEBUFFER), target.name)
      return pass.draw(color, size)
    }
    gl.state.blit(from: name, to: target.name, size)
  }

  deinit {
    withUnsafePointer(to: name) { glDeleteFramebuffers(1, $0) }
    let isTexture = hasTexture
    withUnsafePointer(to: color) { isTexture ? glDeleteTextures(1, $0) : glDeleteRenderbuffers(1, $0) }
  }
}

@available(*, unavailable) extension Framebuffer: Sendable {}
