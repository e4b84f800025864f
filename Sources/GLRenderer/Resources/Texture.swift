import CEGL
import MeshTransform
import RenderGraph

/// A texture of premultiplied content, clamped to its edge. Owns it.
struct Texture: ~Copyable {
  let name: GLuint
  let size: PixelSize
  let hasMipmaps: Bool
  private let filter = Filter()

  /// - `image`: the content; opaque or premultiplied, unless it is converted to linear light.
  /// - `needsMipmaps`: whether to build mipmaps, filtered trilinearly; else one bilinear level, which is cheaper to
  ///   build and to sample. The shader implements anisotropic filtering.
  init(_ gl: GLContext, _ image: Image, needsMipmaps: Bool, _ format: PixelFormat = .standard)
    throws(GLError)
  {
    try self.init(gl, empty: image.size, needsMipmaps: needsMipmaps, format)
    fill(gl, image, format)
  }

  /// Replaces all content by that of an image of the same size.
  func fill(_ gl: GLContext, _ image: Image, _ format: PixelFormat) {
    precondition(format.blending == .linear || image.alpha != .straight, "textures hold premultiplied colors")
    precondition(image.size == size, "a texture keeps its size")
    glBindTexture(GLenum(GL_TEXTURE_2D), name)
    image.forEachLevel(format, needsMipmaps: hasMipmaps) { fill(gl, level: $0, $1, $2, format) }
  }

  /// Replaces a level of the bound texture.
  func fill(
    _ gl: GLContext, level: Int, _ size: PixelSize, _ texels: UnsafeRawBufferPointer,
    _ format: PixelFormat
  ) {
    glTexSubImage2D(
      GLenum(GL_TEXTURE_2D), GLint(level), 0, 0, GLsizei(size.width), GLsizei(size.height), GLenum(GL_RGBA),
      GLenum(format.texelType), texels.baseAddress)
    gl.statistics.uploadedBytes += texels.count
  }

  /// Replaces a part of the first level by a premultiplied image, whose first pixel is placed at (x, y).
  func fill(_ gl: GLContext, part image: Image, x: Int, y: Int, _ format: PixelFormat) {
    glBindTexture(GLenum(GL_TEXTURE_2D), name)
    image.bytes.withUnsafeBytes { bytes in
      glTexSubImage2D(
        GLenum(GL_TEXTURE_2D), 0, GLint(x), GLint(y), GLsizei(image.size.width), GLsizei(image.size.height),
        GLenum(GL_RGBA), GLenum(format.texelType), bytes.baseAddress)
    }
    gl.statistics.uploadedBytes += image.bytes.count
  }

  /// A texture without content, left bound to GL_TEXTURE_2D.
  /// - `needsMipmaps`: whether to allocate all mipmaps, which `fill` or ``MipPass`` fills.
  init(
    _ gl: GLContext, empty size: PixelSize, needsMipmaps: Bool, _ format: PixelFormat = .standard
  ) throws(GLError) {
    (self.size, hasMipmaps) = (size, needsMipmaps)
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
    let levelCount = needsMipmaps ? Int.bitWidth - longest.leadingZeroBitCount : 1
    glTexStorage2D(
      target, GLsizei(levelCount), GLenum(format.storage), GLsizei(size.width), GLsizei(size.height))
    for wrap in [GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T] {
      glTexParameteri(target, GLenum(wrap), GL_CLAMP_TO_EDGE)
    }
    glTexParameteri(target, GLenum(GL_TEXTURE_MAG_FILTER), GL_LINEAR)
    glTexParameteri(
      target, GLenum(GL_TEXTURE_MIN_FILTER), needsMipmaps ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR)
    try gl.check("a texture of \(size) px")
  }

  /// Sets the filter of the bound texture. Sampling without mipmaps is cheaper, and exact where no mipmap is needed.
  func setFilter(usesMipmaps: Bool) {
    guard hasMipmaps, usesMipmaps != filter.usesMipmaps else { return }
    glTexParameteri(
      GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_MIN_FILTER),
      usesMipmaps ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR)
    filter.usesMipmaps = usesMipmaps
  }

  /// The filter that is set; a class, since textures that are drawn do not change otherwise.
  private final class Filter {
    var usesMipmaps = true
  }

  deinit {
    withUnsafePointer(to: name) { glDeleteTextures(1, $0) }
  }
}

@available(*, unavailable) extension Texture: Sendable {}
