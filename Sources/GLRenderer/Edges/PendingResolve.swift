import CEGL
import RenderGraph
import SoftwareRaster

/// Edge tiles that have been drawn with several samples a pixel, and are not yet copied into the picture, and pixels of the
/// picture that are not yet blended.
///
/// A separate step, since it reads the result of the drawing: llvmpipe, which draws on the CPU, waits for that in the
/// calling thread, which has other work to do.
final class PendingResolve {
  private let name: GLuint
  private let picture: GLuint?
  private let edgeTiles: ResidentEdgeTiles
  private var batches: [(edgeTiles: [EdgeTile], tile: PixelRect, box: EdgeTileRenderer.TargetBox)] = []
  private var blended: [BlendedPixel]

  /// - `target`: the framebuffer that receives the edge tiles.
  init(into target: borrowing Framebuffer, _ edgeTiles: ResidentEdgeTiles) {
    (name, picture, self.edgeTiles) = (target.name, target.pixels, edgeTiles)
    blended = edgeTiles.blended
  }

  func append(_ edgeTiles: [EdgeTile], _ tile: PixelRect, in box: EdgeTileRenderer.TargetBox) {
    batches.append((edgeTiles, tile, box))
  }

  /// Copies the edge tiles into the picture.
  func placeTiles() {
    if batches.isEmpty { return }
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), name)
    for (edgeTiles, tile, box) in batches {
      self.edgeTiles.pass.draw(edgeTiles, tile, from: box.target.color, self.edgeTiles.coverage)
    }
    batches = []
  }

  /// Copies the edge tiles into the picture, and blends pixels. A second call does nothing.
  func place() {
    placeTiles()
    guard let pass = edgeTiles.pixelPass, let picture, !blended.isEmpty else { return }
    pass.draw(blended, edgeTiles.tiles.region, in: picture)
    blended = []
  }
}

@available(*, unavailable) extension PendingResolve: Sendable {}

/// A tile of the canvas that has been drawn. Its samples are not yet averaged, and its edge tiles are not yet copied.
struct DrawnTile {
  /// The pixels of the canvas.
  let area: PixelRect
  /// The edge tiles that are copied into the tile before it is read; nil for none.
  let edgeTiles: PendingResolve?
  /// The sample weights of a tile with several samples everywhere; nil where all samples count equally.
  let weights: EdgeWeights?
}
