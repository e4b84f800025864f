import CEGL
import RenderGraph

/// Parts of a picture that have been drawn with several samples a pixel, and are still to be put into their places.
///
/// A step of its own, since it reads what was drawn: llvmpipe, where the CPU draws, waits for that with the thread that
/// asks, which has better things to do.
final class PendingResolve {
  private let name: GLuint
  private let pass: TileResolvePass
  private let coverage: CoverageTextures?
  private var batches: [(parts: [EdgeTile], tile: PixelRect, box: EdgeTileRenderer.TargetBox)] = []

  /// - `name`: of the framebuffer that they belong into.
  init(into name: GLuint, _ pass: TileResolvePass, _ coverage: CoverageTextures?) {
    (self.name, self.pass, self.coverage) = (name, pass, coverage)
  }

  func append(_ parts: [EdgeTile], _ tile: PixelRect, in box: EdgeTileRenderer.TargetBox) {
    batches.append((parts, tile, box))
  }

  /// Does nothing the second time.
  func place() {
    if batches.isEmpty { return }
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), name)
    for (parts, tile, box) in batches { pass.draw(parts, tile, from: box.target.color, coverage) }
    batches = []
  }
}

@available(*, unavailable) extension PendingResolve: Sendable {}
