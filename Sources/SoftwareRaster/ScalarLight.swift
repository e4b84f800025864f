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
