import MeshTransform
import RenderGraph

extension [any GraphPass] {
  /// The passes that pay on a GPU.
  /// - `edges`: how edges are found and drawn apart; nil where the whole picture has several samples.
  package static func anyDevice(_ edges: EdgeSearch?) -> [any GraphPass] {
    let shared: [any GraphPass] = [ScalarLight(), SquareBatches(), CrossingPlanes()]
    return (edges.map { shared + [$0] } ?? shared) + [DepthFreeItems()]
  }

  /// The passes of a software rasterizer, in the order in which they are applied.
  /// - `edges`: how edges are found and drawn apart; nil where the whole picture has several samples.
  package static func softwareRaster(_ edges: EdgeSearch?) -> [any GraphPass] {
    let shared: [any GraphPass] = [
      GridSimplification(), FilterBatches(), BackFaceCulling(sharesAdjacency: edges != nil), UniformLight(),
      ScalarLight(), PixelCopies(), SquareBatches(), CrossingPlanes(),
    ]
    return edges.map { shared + [$0] } ?? shared
  }
}
