import CEGL
import RenderGraph
import SoftwareRaster

/// Edge tiles that have been drawn with several samples a pixel, and are not yet copied into the picture.
///
/// A separate step, since it reads the result of the drawing: llvmpipe, which draws on the CPU, waits for that in the
/// calling thread, which has other work to do.
final class PendingResolve {
  private let name: GLuint
  private let pass: TileResolvePass
  private let coverage: CoverageTextures?
  private var batches: [(edgeTiles: [EdgeTile], tile: PixelRect, box: EdgeTileRenderer.TargetBox)] = []

  /// - `name`: the framebuffer that receives the edge tiles.
  init(into name: GLuint, _ pass: TileResolvePass, _ coverage: CoverageTextures?) {
    (self.name, self.pass, self.coverage) = (name, pass, coverage)
  }

  func append(_ edgeTiles: [EdgeTile], _ tile: PixelRect, in box: EdgeTileRenderer.TargetBox) {
    batches.append((edgeTiles, tile, box))
  }

  /// Copies the edge tiles into the picture. A second call does nothing.
  func place() {
    if batches.isEmpty { return }
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), name)
    for (edgeTiles, tile, box) in batches { pass.draw(edgeTiles, tile, from: box.target.color, coverage) }
    batches = []
  }
}

@available(*, unavailable) extension PendingResolve: Sendable {}
