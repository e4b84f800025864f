import CEGL
import RenderGraph

/// Where the samples of a picture that is drawn with several of them everywhere are weighed by area, after they have been
/// averaged.
struct EdgeWeights {
  let pass: TileResolvePass
  let coverage: CoverageTextures
  /// Each at its place in the tile.
  let parts: [EdgeTile]

  /// - `samples`: a multisampled texture of the tile. - `name`: of the framebuffer with their means.
  func draw(_ samples: GLuint, _ tile: PixelRect, into name: GLuint) {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), name)
    pass.draw(parts, tile, from: samples, coverage)
  }
}
