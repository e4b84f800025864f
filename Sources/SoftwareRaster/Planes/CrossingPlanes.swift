import MeshTransform
import RenderGraph

/// Divides unbent translucent items where their planes meet, and draws the parts from back to front. The A-buffer blends the
/// same items in the same order in each pixel, but sorts their fragments there.
package struct CrossingPlanes: GraphPass {
  package var name: String { "crossingPlanes" }

  /// The largest number of A-buffer items in a depth group that is divided.
  private static let mostItems = 512

  package init() {}

  package func apply(to graph: inout RenderGraph, for device: DeviceProfile) {
    var number = 0
    graph.forEachPass { pass in
      for index in pass.groups.indices {
        let entries = pass.groups[index].aBufferItems.entries
        guard !entries.isEmpty, entries.count <= Self.mostItems else { continue }
        let items = entries.map { PlanarItem($0.command) }
        var (divided, parts): ([Int], [DepthGroup.Part]) = ([], [])
        var crossings: [PlaneCrossing] = []
        for cluster in Self.clusters(entries) {
          let planar = cluster.compactMap { items[$0] }
          guard planar.count == cluster.count, let order = PlaneOrder(planar) else { continue }
          parts += order.divide(cluster.map { entries[$0].command }, first: divided.count, &number)
          divided += cluster
          crossings += order.crossings
        }
        if !divided.isEmpty { pass.groups[index].draw(divided, parts, crossings) }
      }
    }
  }

  /// The groups of entries that overlap on the canvas, each in painter's order.
  private static func clusters(_ entries: [ABufferItems.Entry]) -> [[Int]] {
    var sets = DisjointSets(count: entries.count)
    for (index, entry) in entries.enumerated() {
      for other in 0..<index {
        guard let a = entry.command.footprint, let b = entries[other].command.footprint else { continue }
        if a.overlaps(b) { sets.join(index, other) }
      }
    }
    let clusters = Dictionary(grouping: entries.indices) { sets.root($0) }
    return clusters.keys.sorted().compactMap { clusters[$0] }
  }
}

extension PlaneOrder {
  /// Divides the commands of the items.
  /// - `first`: the number of the first command.
  /// - `number`: the number of the next topology.
  /// - Returns: the parts from back to front.
  fileprivate func divide(_ commands: [DrawCommand], first: Int, _ number: inout Int) -> [DepthGroup.Part] {
    var polygons = [[[PlanarItem.Polygon]]](repeating: [], count: items.count)
    let ordered = parts.map { part in
      polygons[part.item].append(part.polygons)
      return DepthGroup.Part(command: first + part.item, call: polygons[part.item].count - 1)
    }
    for (index, command) in commands.enumerated() {
      let (list, ranges) = items[index].triangles(of: polygons[index])
      command.divide(into: list, ranges, number: number)
      number += 1
    }
    return ordered
  }
}
