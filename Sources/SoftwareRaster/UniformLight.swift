import MeshTransform
import RenderGraph

/// Passes the direction of a lone light as a uniform instead of a varying where triangles are tiny: a varying costs
/// llvmpipe 48 bytes for every triangle, a uniform a lookup for every pixel. Changes no pixel by more than 1 of 255.
///
/// A shiny ripple of two million triangles at 1280 x 720 takes 0.75 of the time and 200 MiB less. Shiny sheets of 20,000
/// triangles at 320 x 180, of three pixels each, take 0.89 (curtain) to 0.99 (ripple, antialiased). Larger triangles
/// keep varyings: with uniforms, a frame takes 1.05 of the time for triangles of eight pixels (W3 of
/// `Benchmarks/frames.sh`), and up to 1.09 for triangles of twelve pixels.
package struct UniformLight: GraphPass {
  package var name: String { "uniformLight" }
  package var readsVertices: Bool { true }

  package init() {}

  package func apply(to graph: inout RenderGraph, for device: DeviceProfile) {
    for command in graph.commands { command.lighting.variant.hasTinyTriangles = command.hasTinyTriangles }
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
