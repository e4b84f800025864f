import CEGL
import MeshTransform

/// A texture of premultiplied content, clamped to its edge. Owns it.
struct Texture: ~Copyable {
  let name: GLuint
  let size: PixelSize
  let hasMipmaps: Bool
  private let blending: Canvas.Blending

  /// - `image`: opaque or premultiplied, where it is not turned into linear light.
  /// - `isMinified`: builds mipmaps, filtered trilinearly; else one bilinear level, which is cheaper to make and to
  ///   sample. The shader takes care of anisotropy.
  init(_ gl: GLContext, _ image: Image, isMinified: Bool, _ blending: Canvas.Blending = .encoded)
    throws(GLError)
  {
    try self.init(gl, empty: image.size, isMinified: isMinified, blending)
    fill(gl, image, blending)
  }

  /// Replaces all content by that of an image of the same size.
  func fill(_ gl: GLContext, _ image: Image, _ blending: Canvas.Blending) {
    precondition(blending == .linear || image.alpha != .straight, "textures hold premultiplied colors")
    precondition(image.size == size, "a texture keeps its size")
    glBindTexture(GLenum(GL_TEXTURE_2D), name)
    switch blending {
    case .encoded: fill(gl, hasMipmaps ? MipChain(image) : MipChain(level0Of: image))
    case .linear: fill(gl, linear: image)
    }
  }

  private func fill(_ gl: GLContext, _ chain: MipChain, from first: Int = 0) {
    chain.forEachLevel { level, size, bytes in
      guard level >= first else { return }
      glTexSubImage2D(
        GLenum(GL_TEXTURE_2D), GLint(level), 0, 0, GLsizei(size.width), GLsizei(size.height),
        GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), bytes.baseAddress)
      gl.statistics.uploadedBytes += 4 * size.area
    }
  }

  private func fill(_ gl: GLContext, linear image: Image) {
    var next: LinearTexels? = LinearTexels(image)
    var number: GLint = 0
    while let level = next {
      level.halves.withUnsafeBytes { halves in
        glTexSubImage2D(
          GLenum(GL_TEXTURE_2D), number, 0, 0, GLsizei(level.size.width), GLsizei(level.size.height),
          GLenum(GL_RGBA), GLenum(GL_HALF_FLOAT), halves.baseAddress)
        gl.statistics.uploadedBytes += halves.count
      }
      next = hasMipmaps ? level.halved() : nil
      number += 1
    }
  }

  /// Without content; bound to GL_TEXTURE_2D.
  /// - `isMinified`: with room for all mipmaps, to be filled by ``makeMipmaps()``.
  init(
    _ gl: GLContext, empty size: PixelSize, isMinified: Bool, _ blending: Canvas.Blending = .encoded
  ) throws(GLError) {
    (self.size, self.blending, hasMipmaps) = (size, blending, isMinified)
    var name: GLuint = 0
    glGenTextures(1, &name)
    self.name = name
    gl.statistics.textures += 1
    let limit = gl.capabilities.maxTextureSize
    guard size.width <= limit, size.height <= limit else {
      throw .textureTooLarge(
        width: size.width, height: size.height, limit: limit, renderer: gl.capabilities.renderer)
    }

    let target = GLenum(GL_TEXTURE_2D)
    glBindTexture(target, name)
    let longest = max(size.width, size.height)
    let levelCount = isMinified ? Int.bitWidth - longest.leadingZeroBitCount : 1
    glTexStorage2D(
      target, GLsizei(levelCount), GLenum(blending.storage), GLsizei(size.width), GLsizei(size.height))
    for wrap in [GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T] {
      glTexParameteri(target, GLenum(wrap), GL_CLAMP_TO_EDGE)
    }
    glTexParameteri(target, GLenum(GL_TEXTURE_MAG_FILTER), GL_LINEAR)
    glTexParameteri(
      target, GLenum(GL_TEXTURE_MIN_FILTER), isMinified ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR)
    try gl.check("a texture of \(size) px")
  }

  /// Without mipmaps, sampling is cheaper, and exact where none is needed.
  func bind(usingMipmaps: Bool) {
    glBindTexture(GLenum(GL_TEXTURE_2D), name)
    guard hasMipmaps else { return }
    glTexParameteri(
      GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_MIN_FILTER),
      usingMipmaps ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR)
  }

  /// From the first level. On the GPU, where the picture of a layer was drawn.
  ///
  /// Where the CPU draws, it halves encoded pictures itself, as it does images: llvmpipe compiles machine code for its own
  /// mipmaps in every process, which takes 70 ms; reading 600 x 600 pixels back and halving them takes 2.
  func makeMipmaps(_ gl: GLContext) throws(GLError) {
    guard gl.capabilities.drawsOnCPU, blending == .encoded else {
      glBindTexture(GLenum(GL_TEXTURE_2D), name)
      return glGenerateMipmap(GLenum(GL_TEXTURE_2D))
    }
    let framebuffer = try Framebuffer(gl, into: self)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer.name)
    glPixelStorei(GLenum(GL_PACK_ROW_LENGTH), 0)
    glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 1)
    let bytes = [UInt8](unsafeUninitializedCapacity: 4 * size.area) { buffer, count in
      glReadPixels(
        0, 0, GLsizei(size.width), GLsizei(size.height), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE),
        buffer.baseAddress)
      count = 4 * size.area
    }
    try gl.check("reading \(size) px to halve them")
    glBindTexture(GLenum(GL_TEXTURE_2D), name)
    fill(gl, MipChain(Image(size: size, alpha: .premultiplied, bytes: bytes)), from: 1)
  }

  deinit {
    withUnsafePointer(to: name) { glDeleteTextures(1, $0) }
  }
}

@available(*, unavailable) extension Texture: Sendable {}
