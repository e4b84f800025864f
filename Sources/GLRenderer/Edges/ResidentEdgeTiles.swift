import CEGL
import MeshTransform
import RenderGraph
import SoftwareRaster

/// The edge tiles of a canvas tile, on the device. They are drawn before other edge tiles are uploaded, whose triangles
/// take the same buffer.
struct ResidentEdgeTiles {
  let renderer: EdgeTileRenderer
  let tiles: EdgeTiles
  /// The pass that copies the edge tiles into their places.
  let pass: TileResolvePass
  /// The sample weights; nil where all samples count equally.
  let coverage: CoverageTextures?
  /// The sample weights of a picture with several samples everywhere; nil for other pictures.
  let weights: EdgeWeights?
  let background: SIMD4<Float>
  /// The pixels of the canvas tile that are blended.
  let blended: [BlendedPixel]
  /// The pass that blends them; nil for none.
  let pixelPass: EdgePixelPass?

  /// Writes the nearest depth into the edge tiles of the bound framebuffer, in which the canvas tile is drawn with one
  /// sample a pixel, so that nothing is drawn there until depths are cleared.
  func mask() { if !tiles.masked.isEmpty { renderer.maskPass.draw(tiles.masked, tiles.region) } }

  /// Draws the edge tiles into the tile atlas.
  /// - `target`: the framebuffer in which the canvas tile has been drawn.
  /// - Returns: the edge tiles, not yet copied into `target`.
  func draw(_ pass: ResidentPass, over target: borrowing Framebuffer) throws(GLError) -> PendingResolve {
    try renderer.draw(self, pass, over: target)
  }
}

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
