import MeshTransform

/// The depth groups and wireframes of one render target: the canvas, or the texture of an offscreen pass.
package struct RenderPass {
  /// Size in pixels.
  package var size: PixelSize { tiling.canvas }
  /// The depth groups in painter's order: each covers the one before it, whatever their depths.
  package var groups: [DepthGroup]
  /// The mesh lines over the groups.
  package let wireframes: [WireframeGeometry]
  package let tiling: Tiling
  package let background: Color
  /// The samples of each pixel of the whole target.
  package var sampling: PixelSampling
  /// Samples of a fragment where edges are drawn again.
  package let edgeSamples: Int
  /// The tiles that are drawn again with several samples, and those whose edges are blended; nil for none.
  package var edges: EdgePlan?
  /// The pixels of the canvas, where the pass draws a part of it; else those of the pass.
  package let wholeArea: Int
  /// Whether the pass draws the canvas, and not a texture that is filtered again.
  package var isCanvas = false

  /// - `wholeArea`: the pixels of the canvas, where the pass draws a part of it; else those of the pass.
  init(
    _ groups: [DepthGroup], wireframes: [WireframeGeometry] = [], size: PixelSize, background: Color,
    wholeArea: Int, _ view: RenderView
  ) {
    (self.groups, self.wireframes, self.background) = (groups, wireframes, background)
    (sampling, self.wholeArea) = (view.options.sampling, wholeArea)
    edgeSamples = sampling.deviceSamples
    tiling = Tiling(
      size, limit: view.device.maxTargetSize, supersamplingFactor: sampling.supersamplingFactor)
  }

  /// Whether the pass needs a depth buffer: for its groups, or to leave out the tiles that are drawn again.
  package var needsDepth: Bool { edges?.drawsTiles == true || groups.contains(where: \.needsDepth) }

  /// Whether an opaque item certainly covers pixels, so that an empty picture is a fault.
  package var mustShow: Bool { groups.contains { $0.mustShow(on: size) } }
}
