import CEGL
import RenderGraph

/// How an item's triangles are drawn into parts of a tile.
struct TileDraw {
  /// Holds the parts; its supersampling factor is that of the target, and its fragments are no more a side than a viewport may have.
  let tile: PixelRect
  let parts: ArraySlice<EdgeTile>
  /// A buffer of indices, and of these those of each part.
  let buffer: GLuint
  let ranges: ArraySlice<Range<Int>>

  /// Of the vertex array that is bound, whose buffer of indices it replaces.
  /// - `tileOrigin`: the place of the uniform that takes the framebuffer's pixels to the canvas, if it is needed.
  func draw(tileOrigin: GLint?) {
    glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), buffer)
    glEnable(GLenum(GL_SCISSOR_TEST))
    for (part, range) in zip(parts, ranges) where !range.isEmpty {
      let (area, supersamplingFactor) = (part.area, tile.supersamplingFactor)
      // The tile as a whole, moved so that the part is where it belongs: to the bit the tile's own coordinates, and
      // no triangle is clipped at the part's border.
      glViewport(
        GLint((part.x - area.x + tile.x) * supersamplingFactor),
        GLint((part.y - area.y + tile.y) * supersamplingFactor),
        GLsizei(tile.width * supersamplingFactor), GLsizei(tile.height * supersamplingFactor))
      let ring = part.ring
      glScissor(
        GLint((part.x - ring) * supersamplingFactor), GLint((part.y - ring) * supersamplingFactor),
        GLsizei((area.width + 2 * ring) * supersamplingFactor),
        GLsizei((area.height + 2 * ring) * supersamplingFactor))
      if let tileOrigin { glUniform2f(tileOrigin, Float(area.x - part.x), Float(area.y - part.y)) }
      glDrawElements(
        GLenum(GL_TRIANGLES), GLsizei(range.count), GLenum(GL_UNSIGNED_INT),
        UnsafeRawPointer(bitPattern: range.lowerBound * MemoryLayout<UInt32>.stride))
    }
    glDisable(GLenum(GL_SCISSOR_TEST))
  }
}
