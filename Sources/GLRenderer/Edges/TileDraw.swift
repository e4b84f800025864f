import CEGL
import RenderGraph
import SoftwareRaster

/// The triangles of a draw call in each edge tile.
struct TileDraw {
  /// The part of the canvas that holds the edge tiles, with the supersampling factor of the atlas; its sides in
  /// fragments are within the limit on viewports.
  let tile: PixelRect
  let edgeTiles: ArraySlice<EdgeTile>
  let buffer: GLuint
  /// The triangles in each edge tile that has any, as ranges of the index buffer.
  let parts: ArraySlice<TileTriangles.Part>

  /// Draws the triangles with the bound vertex array, and replaces its index buffer.
  /// - `state`: the state of the pass, without viewport and scissor.
  /// - `tileOrigin`: the location of the uniform that maps framebuffer pixels to the canvas; nil if it is not needed.
  func draw(_ state: PipelineState, _ gl: GLContext, tileOrigin: GLint?) {
    var state = state
    glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), buffer)
    for part in parts {
      let edgeTile = edgeTiles[part.tile]
      let (area, supersamplingFactor) = (edgeTile.area, tile.supersamplingFactor)
      // The viewport of the whole tile, moved so that the edge tile is at its place: coordinates equal the tile's own
      // to the bit, and no triangle is clipped at the edge tile's border.
      state.viewport = PixelRect(
        x: (edgeTile.x - area.x + tile.x) * supersamplingFactor,
        y: (edgeTile.y - area.y + tile.y) * supersamplingFactor,
        width: tile.width * supersamplingFactor, height: tile.height * supersamplingFactor)
      let ring = edgeTile.ring
      state.scissor = PixelRect(
        x: (edgeTile.x - ring) * supersamplingFactor, y: (edgeTile.y - ring) * supersamplingFactor,
        width: (area.width + 2 * ring) * supersamplingFactor,
        height: (area.height + 2 * ring) * supersamplingFactor)
      gl.state.set(state)
      if let tileOrigin { glUniform2f(tileOrigin, Float(area.x - edgeTile.x), Float(area.y - edgeTile.y)) }
      glDrawElements(
        GLenum(GL_TRIANGLES), GLsizei(part.indices.count), GLenum(GL_UNSIGNED_INT),
        UnsafeRawPointer(bitPattern: part.indices.lowerBound * MemoryLayout<UInt32>.stride))
    }
  }
}
