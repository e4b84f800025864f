import MeshTransform
import RenderGraph

/// The fixed-function state under which a pass draws, clears or blits.
///
/// A pass states what differs from the defaults, and ``StateCache`` sets the state whole, so that no pass depends on
/// the state that another one leaves.
struct PipelineState: Hashable {
  /// The rectangle that clip space -1...1 covers, in pixels of the framebuffer. It may extend beyond the framebuffer.
  var viewport: PixelRect
  /// The rectangle outside of which draws, clears and blits change nothing, in pixels of the framebuffer. Default: nil,
  /// for none.
  var scissor: PixelRect?
  /// Default: `replace`.
  var blending = Blending.replace
  /// Whether draws and clears write colors. Default: true.
  var writesColor = true
  /// Default: `none`.
  var depthTest = DepthTest.none
  /// Whether depth-tested draws, and clears, write depths. Default: false.
  var writesDepth = false
  /// The sides of triangles that are drawn. Default: `both`.
  var visibleSides = RenderItem.Sides.both
  /// The winding of triangles that show their front. Default: `counterclockwise`.
  var frontFace = Winding.counterclockwise

  /// How a fragment's color is combined with that of the framebuffer.
  enum Blending {
    /// The fragment's color alone.
    case replace
    /// Premultiplied source-over: color + (1 - alpha) * framebuffer.
    case over
    /// Destination-in: alpha * framebuffer.
    case mask
    /// alpha * color of the framebuffer, whose alpha stays.
    case shade
  }

  /// Which fragments pass. Depths grow toward the viewer: 0 is the far end, 1 the near end.
  enum DepthTest {
    /// All fragments, and no depths are written.
    case none
    /// Fragments at least as near as the framebuffer's depth.
    case nearest
    /// All fragments.
    case always
  }

  /// The order of a triangle's corners in GL's window coordinates, where y points up.
  enum Winding {
    case counterclockwise, clockwise
  }

  /// - `viewport`: the rectangle in pixels of the framebuffer.
  init(viewport: PixelRect) { self.viewport = viewport }

  /// - `size`: the size of the viewport, which begins at the first pixel of the framebuffer.
  init(size: PixelSize) {
    self.init(viewport: PixelRect(x: 0, y: 0, width: size.width, height: size.height))
  }

  /// The viewport is the whole tile, which begins at the first pixel of the framebuffer.
  init(fragmentsOf tile: PixelRect) { self.init(size: tile.fragmentSize) }
}

extension PixelRect {
  /// Size in fragments.
  var fragmentSize: PixelSize { PixelSize(width * supersamplingFactor, height * supersamplingFactor) }
}
