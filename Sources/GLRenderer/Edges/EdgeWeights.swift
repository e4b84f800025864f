import CEGL
import RenderGraph
import SoftwareRaster

/// Weights samples by area in the edge tiles of a picture that has several samples everywhere, after the plain average
/// of the samples.
struct EdgeWeights {
  let pass: TileResolvePass
  let coverage: CoverageTextures
  /// The edge tiles, each at its place in the canvas tile.
  let edgeTiles: [EdgeTile]

  /// Overwrites the averages in the edge tiles.
  /// - `samples`: the multisampled texture of the canvas tile.
  /// - `name`: the framebuffer with the averages.
  func draw(_ samples: GLuint, _ tile: PixelRect, into name: GLuint) {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), name)
    pass.draw(edgeTiles, tile, from: samples, coverage)
  }
}
