import MeshTransform
import RenderGraph

/// The parts of a tile that contain edges, on the device. They are drawn before other parts are uploaded, whose triangles
/// take the same buffer.
struct ResidentEdgeTiles {
  let painter: EdgeTileRenderer
  let tiles: EdgeTiles
  /// Puts them into their places.
  let pass: TileResolvePass
  /// How samples are weighted; nil where all count alike.
  let coverage: CoverageTextures?
  /// Weights of a picture with several samples everywhere.
  let weights: EdgeWeights?
  let background: SIMD4<Float>

  /// Keeps everything from being drawn into the tiles that are drawn again, until depths are cleared: in the framebuffer
  /// that is bound, in which the tile is drawn with one sample a pixel.
  func mask() { if !tiles.masked.isEmpty { painter.maskPass.draw(tiles.masked, tiles.region) } }

  /// - `target`: the framebuffer in which the tile has been drawn.
  /// - Returns: what is still to be put into its place.
  func draw(_ pass: ResidentPass, over target: borrowing Framebuffer) throws(GLError) -> PendingResolve {
    try painter.draw(self, pass, over: target)
  }
}
