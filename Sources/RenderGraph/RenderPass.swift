import MeshTransform

/// The depth groups and wireframes of one render target: the canvas, or the texture of an offscreen pass.
package struct RenderPass {
  /// Size in pixels.
  package var size: PixelSize { tiling.canvas }
  /// The depth groups in painter's order: each covers the one before it, whatever their depths.
  package let groups: [DepthGroup]
  /// The mesh lines over the groups.
  package let wireframes: [WireframeGeometry]
  package let tiling: Tiling
  package let background: Color
  /// The samples of each pixel of the whole target.
  package let sampling: PixelSampling
  /// Samples of a fragment where edges are drawn again.
  package let edgeSamples: Int
  /// The tiles that are drawn again with several samples, and those whose edges are blended; nil for none.
  package let edges: EdgeAntialiasing?

  /// - `mayBlend`: whether pixels can be blended once the picture is read back.
  /// - `wholeArea`: the pixels of the canvas, where the pass draws a part of it; else those of the pass.
  init(
    _ groups: [DepthGroup], wireframes: [WireframeGeometry] = [], size: PixelSize, background: Color,
    wholeArea: Int, mayBlend: Bool = false, _ view: RenderView
  ) {
    let (options, device) = (view.options, view.device)
    (self.groups, self.wireframes, self.background) = (groups, wireframes, background)
    let sampling = options.sampling
    edgeSamples = sampling.deviceSamples
    tiling = Tiling(size, limit: device.maxTargetSize, supersamplingFactor: sampling.supersamplingFactor)
    guard sampling.followsEdges else {
      (self.sampling, edges) = (sampling, nil)
      return
    }
    var uniform = sampling
    uniform.followsEdges = false
    guard
      let plan = EdgeAntialiasing(
        groups, tiling, device.samplePositions, widestViewport: device.maxViewportSize,
        wholeArea: wholeArea, share: options.edgeShare,
        mayBlend: mayBlend && wireframes.isEmpty && tiling.tiles.count == 1)
    else {
      (self.sampling, edges) = (uniform, nil)
      return
    }
    self.sampling = plan.isUniform ? uniform : .none
    edges = plan.isEmpty ? nil : plan
  }

  /// Whether the pass needs a depth buffer: for its groups, or to leave out the tiles that are drawn again.
  package var needsDepth: Bool { edges?.drawsTiles == true || groups.contains(where: \.needsDepth) }

  /// Whether its triangles take longer than its pixels on a software rasterizer.
  package var isTriangleBound: Bool {
    SamplingCost(groups, area: size.area, wholeArea: size.area).isTriangleBound
  }

  /// Whether an opaque item certainly covers pixels, so that an empty picture is a fault.
  package var mustShow: Bool { groups.contains { $0.mustShow(on: size) } }
}
