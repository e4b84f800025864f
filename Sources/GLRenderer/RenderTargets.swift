import CEGL
import MeshTransform

/// What a tile is drawn into and read back from: one multisampled target and, beside it, the single-sampled one into
/// which it is resolved.
final class RenderTargets {
  private let gl: GLContext
  private let target: Framebuffer
  /// Only there with multisampling; else the target itself can be read.
  private let resolved: Framebuffer?
  let size: PixelSize
  let samples: Int

  init(_ gl: GLContext, size: PixelSize, samples: Int) throws(GLError) {
    (self.gl, self.size, self.samples) = (gl, size, samples)
    target = try Framebuffer(gl, size: size, samples: samples, hasDepth: true)
    resolved = samples > 1 ? try Framebuffer(gl, size: size, samples: 1, hasDepth: false) : nil
  }

  /// Makes the target current and fills it with the background, at the far end of the depth range.
  func begin(_ tile: PixelRect, background: Color) {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), target.name)
    glViewport(0, 0, GLsizei(tile.width), GLsizei(tile.height))
    let color = background.premultiplied
    glClearColor(color.x, color.y, color.z, color.w)
    glDepthMask(GLboolean(GL_TRUE))
    glClearDepthf(0)
    glDepthFunc(GLenum(GL_GEQUAL))
    glDisable(GLenum(GL_CULL_FACE))
    glDisable(GLenum(GL_SCISSOR_TEST))
    glDisable(GLenum(GL_DITHER))
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT))
  }

  func draw(_ frame: Frame, _ tile: PixelRect, _ passes: PassCache) throws(GLError) {
    try frame.draw(tile, in: target, gl, passes)
  }

  /// - Returns: the name of the framebuffer that holds one color a pixel.
  private func resolve() -> GLuint {
    switch resolved {
    case .none: return target.name
    case .some(let resolved):
      target.resolve(into: resolved)
      return resolved.name
    }
  }

  /// Averages the samples and copies the tile into its place in a texture.
  func copy(_ tile: PixelRect, into texture: borrowing Texture) throws(GLError) {
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), resolve())
    glBindTexture(GLenum(GL_TEXTURE_2D), texture.name)
    glCopyTexSubImage2D(
      GLenum(GL_TEXTURE_2D), 0, GLint(tile.x), GLint(tile.y), 0, 0, GLsizei(tile.width),
      GLsizei(tile.height))
  }

  /// Averages the samples and copies the tile into its place in a picture of `rowLength` pixels a row.
  func read(_ tile: PixelRect, into picture: UnsafeMutableRawBufferPointer, rowLength: Int) throws(GLError) {
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), resolve())
    glPixelStorei(GLenum(GL_PACK_ROW_LENGTH), GLint(rowLength))
    glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 1)
    // GL writes rows of `rowLength` pixels from here on; the last one ends inside the picture.
    let start = picture.baseAddress! + 4 * (tile.y * rowLength + tile.x)
    glReadPixels(
      0, 0, GLsizei(tile.width), GLsizei(tile.height), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), start)
    try gl.check("drawing \(tile.width)x\(tile.height) px")
  }
}

@available(*, unavailable) extension RenderTargets: Sendable {}
