import CEGL
import MeshTransform
import RenderGraph

/// An image that exceeds the limit of textures: its tiles in an array texture, which it owns, and its smaller mip
/// levels in another texture.
final class TiledTexture {
  let tiling: ImageTiling
  /// The levels after those that are cut; any texture where there are no mipmaps.
  let rest: SharedTexture
  private let name: GLuint

  /// The number of layers of array textures that every device offers (OpenGL ES 3.1, table 20.40).
  private static let layerLimit = 256

  /// - `image`: the content; opaque or premultiplied, unless it is converted to linear light.
  /// - `rest`: receives the levels after those that are cut; nil for an image without mipmaps.
  /// - `white`: the texture in place of `rest`.
  init(
    _ gl: GLContext, _ image: Image, _ tiling: ImageTiling, _ format: PixelFormat,
    rest: SharedTexture?, white: SharedTexture
  ) throws(GLError) {
    (self.tiling, self.rest) = (tiling, rest ?? white)
    var name: GLuint = 0
    glGenTextures(1, &name)
    self.name = name
    gl.statistics.textures += 1
    guard tiling.count <= Self.layerLimit else {
      throw .textureTooLarge(
        width: image.size.width, height: image.size.height,
        limit: Self.layerLimit * gl.capabilities.maxImageSize, renderer: gl.capabilities.renderer)
    }
    let target = GLenum(GL_TEXTURE_2D_ARRAY)
    glBindTexture(target, name)
    glTexStorage3D(
      target, GLsizei(rest == nil ? 1 : tiling.levels), GLenum(format.storage), GLsizei(tiling.tile.width),
      GLsizei(tiling.tile.height), GLsizei(tiling.count))
    for (filter, value) in [
      (GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST), (GL_TEXTURE_MAG_FILTER, GL_NEAREST),
    ] {
      glTexParameteri(target, GLenum(filter), value)
    }
    try gl.check("\(tiling.count) textures of \(tiling.tile) px")
    image.forEachLevel(format, needsMipmaps: rest != nil) { level, size, texels in
      if level < tiling.levels {
        fill(gl, level: level, size, texels, format)
      } else if let rest {
        glBindTexture(GLenum(GL_TEXTURE_2D), rest.texture.name)
        rest.texture.fill(gl, level: level - tiling.levels, size, texels, format)
      }
    }
    try gl.check("filling \(tiling.count) textures of \(tiling.tile) px")
  }

  /// Cuts a level into the tiles of the bound texture.
  private func fill(
    _ gl: GLContext, level: Int, _ size: PixelSize, _ texels: UnsafeRawBufferPointer,
    _ format: PixelFormat
  ) {
    let texel = texels.count / size.area
    gl.state.setUploadRowLength(size.width)
    defer { gl.state.setUploadRowLength(0) }
    for number in 0..<tiling.count {
      let part = tiling.part(number, level: level)
      if part.width == 0 || part.height == 0 { continue }
      glTexSubImage3D(
        GLenum(GL_TEXTURE_2D_ARRAY), GLint(level), 0, 0, GLint(number), GLsizei(part.width),
        GLsizei(part.height), 1, GLenum(GL_RGBA), GLenum(format.texelType),
        texels.baseAddress! + texel * (part.y * size.width + part.x))
      gl.statistics.uploadedBytes += texel * part.size.area
    }
  }

  /// Binds the tiles to a texture unit, and sets the uniforms of content.glsl.
  func bind(unit: Int32, _ program: borrowing ShaderProgram) {
    glActiveTexture(GLenum(GL_TEXTURE0 + unit))
    glBindTexture(GLenum(GL_TEXTURE_2D_ARRAY), name)
    glActiveTexture(GLenum(GL_TEXTURE0))
    glUniform1i(program.uniform("tiles"), unit)
    glUniform2i(program.uniform("wholeSize"), GLint(tiling.size.width), GLint(tiling.size.height))
    glUniform2i(program.uniform("tileSize"), GLint(tiling.tile.width), GLint(tiling.tile.height))
    glUniform1i(program.uniform("tileColumns"), GLint(tiling.columns))
    glUniform1i(program.uniform("tiledLevels"), GLint(tiling.levels))
  }

  deinit {
    withUnsafePointer(to: name) { glDeleteTextures(1, $0) }
  }
}

@available(*, unavailable) extension TiledTexture: Sendable {}
