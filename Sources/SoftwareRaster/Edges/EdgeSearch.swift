import MeshTransform
import RenderGraph

/// Finds the edges of each target, which then has one sample a pixel, and several only where these edges need them.
package struct EdgeSearch: GraphPass {
  /// Share of the picture that may contain edges that are not blended before all of it gets several samples; nil for
  /// ``SamplingCost``.
  let share: Double?

  package var name: String { share.map { "edges \($0)" } ?? "edges" }
  package var readsVertices: Bool { true }

  package init(share: Double? = nil) { self.share = share }

  package func apply(to graph: inout RenderGraph, for device: DeviceProfile) {
    let canBlend = graph.blending == .encoded
    graph.forEachPass { pass, isCanvas in
      guard
        let plan = EdgePlan(
          pass.groups, pass.tiling, device.samplePositions, widestViewport: device.maxViewportSize,
          wholeArea: pass.wholeArea, share: share,
          mayBlend: isCanvas && canBlend && pass.wireframes.isEmpty && pass.tiling.tiles.count == 1)
      else { return }
      if !plan.isUniform { pass.sampling = .none }
      pass.edges = plan.isEmpty ? nil : plan
    }
  }
}
