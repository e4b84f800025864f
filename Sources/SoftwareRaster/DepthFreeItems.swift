import MeshTransform
import RenderGraph

/// Draws the only item of a target without a depth buffer where its triangles do not overlap. Changes no pixel.
///
/// Triangles of one winding do not overlap exactly if their boundary winds at most once around every point of the canvas.
package struct DepthFreeItems: GraphPass {
  package let name = "depthFreeItems"
  /// The samples of the smallest target for which the search takes less time than the depths.
  let fewestSamples: Int
  /// The most triangles for which that holds.
  private static let mostTriangles = 50_000

  package init(fewestSamples: Int = 1 << 22) { self.fewestSamples = fewestSamples }

  package func apply(to graph: inout RenderGraph, for device: DeviceProfile) {
    graph.forEachPass { pass in
      // Tiles that are drawn again are left out by their depths.
      guard pass.size.area * pass.sampling.deviceSamples >= fewestSamples, pass.edges?.drawsTiles != true
      else { return }
      let bent = pass.groups.indices.filter { pass.groups[$0].needsDepth }
      guard bent.allSatisfy({ pass.groups[$0].onlyCommand.map(isUnfolded) == true }) else { return }
      for index in bent { pass.groups[index].isUnfolded = true }
    }
  }

  private func isUnfolded(_ command: DrawCommand) -> Bool {
    let list = command.triangulation.list
    guard list.interpolation == .triangles, list.indices.count <= 3 * Self.mostTriangles else { return false }
    let projected = command.projected
    guard projected.arePrecise,
      let sense = Self.winding(of: list, projected.points)
    else { return false }
    return command.topology.withOutline(of: list) { $0.windsOnce(projected.points, sense: sense) }
  }

  /// The sign of the area of all triangles: 1 from x to y (y down), else -1; nil where they differ or all are 0.
  private static func winding(of list: TriangleList, _ points: [SIMD4<Float>]) -> Int? {
    let indices = list.indices
    let blocks = mapBlocks(indices.count / 3, of: 8192) { range in
      var (least, most): (Float, Float) = (0, 0)
      for triangle in range {
        let p = points[Int(indices[3 * triangle])].lowHalf
        let (u, v) = (
          points[Int(indices[3 * triangle + 1])].lowHalf - p,
          points[Int(indices[3 * triangle + 2])].lowHalf - p
        )
        let area = u.x * v.y - u.y * v.x
        // Also true for NaN.
        if !(area >= 0) { least = -1 }
        if !(area <= 0) { most = 1 }
        if least < 0, most > 0 { break }
      }
      return SIMD2(least, most)
    }
    let (isNegative, isPositive) = (blocks.contains { $0.x < 0 }, blocks.contains { $0.y > 0 })
    return isNegative == isPositive ? nil : isPositive ? 1 : -1
  }
}

extension DepthGroup {
  /// The command of a group that draws one item, which is no mask; else nil.
  fileprivate var onlyCommand: DrawCommand? {
    guard surfaceCount == 1, aBufferItems.isEmpty, let command = commands.first, !command.item.isMask else {
      return nil
    }
    return command
  }
}
