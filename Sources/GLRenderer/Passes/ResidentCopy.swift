import CEGL
import MeshTransform
import RenderGraph

/// A copy of pixels whose source is at hand.
struct ResidentCopy {
  private let area: PixelRect
  private let source: Source

  private enum Source {
    case texture(SharedTexture)
    /// RGBA.
    case image(Image)
  }

  init(_ area: PixelRect, _ command: DrawCommand, _ resources: FrameResources) throws(GLError) {
    self.area = area
    // Without a texture of its own: where pixels are copied, a target is ordinary memory.
    if case .image(let image) = command.item.content, image.depth == .eight {
      source = .image(image)
    } else {
      source = .texture(try resources.resident(command).texture)
    }
  }

  /// Copies the pixels that lie in a tile. Leaves the target bound.
  /// - `target`: the framebuffer whose first pixel is that of the tile.
  func draw(_ tile: PixelRect, in target: borrowing Framebuffer, _ gl: GLContext) throws(GLError) {
    let (left, top) = (max(area.x, tile.x), max(area.y, tile.y))
    let right = min(area.x + area.width, tile.x + tile.width)
    let bottom = min(area.y + area.height, tile.y + tile.height)
    guard left < right, top < bottom else { return }
    let place = PixelRect(x: left - tile.x, y: top - tile.y, width: right - left, height: bottom - top)
    let first = (x: left - area.x, y: top - area.y)
    switch source {
    case .texture(let shared):
      gl.state.copy(from: try shared.sourceName(gl), first, to: target.name, place, in: target.size)
    case .image(let image):
      guard let pixels = target.pixels else { preconditionFailure("a target of one sample is a texture") }
      glBindTexture(GLenum(GL_TEXTURE_2D), pixels)
      gl.state.setUploadRowLength(image.size.width)
      image.bytes.withUnsafeBytes { bytes in
        glTexSubImage2D(
          GLenum(GL_TEXTURE_2D), 0, GLint(place.x), GLint(place.y), GLsizei(place.width),
          GLsizei(place.height), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE),
          bytes.baseAddress.map { $0 + 4 * (first.y * image.size.width + first.x) })
      }
      gl.state.setUploadRowLength(0)
      glBindTexture(GLenum(GL_TEXTURE_2D), 0)
      gl.statistics.uploadedBytes += 4 * place.size.area
      try gl.check("copying an image of \(image.size) px")
    }
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), target.name)
  }
}
