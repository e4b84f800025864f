import CEGL
import MeshTransform
import RenderGraph

extension PixelCopy {
  /// Copies the pixels that lie in a tile. Leaves the target bound.
  /// - `target`: the framebuffer whose first pixel is that of the tile.
  func draw(
    _ shared: SharedTexture, _ tile: PixelRect, in target: borrowing Framebuffer, _ gl: GLContext
  ) throws(GLError) {
    let (left, top) = (max(area.x, tile.x), max(area.y, tile.y))
    let right = min(area.x + area.width, tile.x + tile.width)
    let bottom = min(area.y + area.height, tile.y + tile.height)
    guard left < right, top < bottom else { return }
    let place = PixelRect(x: left - tile.x, y: top - tile.y, width: right - left, height: bottom - top)
    gl.state.copy(
      from: try shared.sourceName(gl), (left - area.x, top - area.y), to: target.name, place,
      in: target.size)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), target.name)
  }
}
