import MeshTransform
import RenderGraph

/// Shades with four numbers where one gray light and gray ambient light are all light there is, as by default. World space
/// is rotated until a directional light travels along -z, so that the normal's z is the cosine. The vertex shader passes
/// the vectors to the eye and from a point light instead of the surface's points. On llvmpipe each vector that this saves
/// costs 48 bytes for every triangle, or a lookup for every pixel. Changes pixels by 1 of 255 at most, steep highlights by 2.
///
/// Without highlights, W2 and W4 of `Benchmarks/frames.sh` take 0.95 of the time on one machine and 1.00 on another, W3
/// and W2aa 0.97 to 1.00; a frame of W3 takes 26 MiB less of 292. With highlights, or a point light:
/// `Benchmarks/README.md`.
package struct ScalarLight: GraphPass {
  package var name: String { "scalarLight" }

  package init() {}

  package func apply(to graph: inout RenderGraph, for device: DeviceProfile) {
    for command in graph.commands {
      command.lighting.variant.hasScalarLight = command.lighting.scalarLight != nil
    }
  }
}

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

/// Filters no alpha where content on a mesh is opaque, and leaves it to the target to clamp lit colors to 1, which
/// targets of linear light do not. Changes pixels by 1 of 255, where filters round alpha to less than 1.
///
/// W2, W4 and W2aa of `Benchmarks/frames.sh` take 0.94 to 0.97 of the CPU time. Unbent layers are left out, so that opaque
/// and translucent ones share a program.
package struct OpaqueContent: GraphPass {
  package var name: String { "opaqueContent" }

  package init() {}

  package func apply(to graph: inout RenderGraph, for device: DeviceProfile) {
    guard graph.blending == .encoded else { return }
    for command in graph.commands where command.footprint == nil {
      if case .mesh = command.item.shape { command.lighting.variant.isOpaque = true }
    }
  }
}
