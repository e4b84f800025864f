import MeshTransform
import RenderGraph

/// Shades with four numbers where one gray light and gray ambient light are all light there is, as by default. World space
/// is rotated until a directional light travels along -z, so that the normal's z is the cosine. The vertex shader passes
/// the vectors to the eye and from a point light instead of the surface's points. On llvmpipe each vector that this saves
/// costs 48 bytes for every triangle, or a lookup for every pixel. Changes pixels by 1 of 255 at most, steep highlights by 2.
package struct ScalarLight: GraphPass {
  package var name: String { "scalarLight" }

  package init() {}

  package func apply(to graph: inout RenderGraph, for device: DeviceProfile) {
    for command in graph.commands {
      command.look.hasScalarLight =
        command.lighting.scalarLight(interpolatesFaces: command.look.interpolatesFaces) != nil
    }
  }
}

/// Passes the direction of a lone light as a uniform instead of a varying where triangles are tiny: a varying costs
/// llvmpipe 48 bytes for every triangle, a uniform a lookup for every pixel. Changes no pixel by more than 1 of 255.
package struct UniformLight: GraphPass {
  package var name: String { "uniformLight" }
  package var readsVertices: Bool { true }

  package init() {}

  package func apply(to graph: inout RenderGraph, for device: DeviceProfile) {
    for command in graph.commands { command.look.hasTinyTriangles = command.hasTinyTriangles }
  }
}

extension DrawCommand {
  /// Whether the triangles of a mesh have fewer than four pixels each on average, by the bounds of the item on the canvas.
  fileprivate var hasTinyTriangles: Bool {
    guard case .mesh = item.shape, let canvas = item.canvas else { return false }
    let (low, high) = (projected.low, projected.high)
    let size = SIMD2(Float(canvas.width), Float(canvas.height))
    let seen = smaller(SIMD2(high.x, high.y), size) - larger(SIMD2(low.x, low.y), .zero)
    return seen.x * seen.y < 4 * Float(triangles.indices.count / 3)
  }
}
