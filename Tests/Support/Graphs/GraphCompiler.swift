import MeshTransform
import RenderGraph

/// Compiles scenes into render graphs without a device.
package struct GraphCompiler {
  package var options: GraphOptions
  package var device = DeviceProfile(
    hasZeroToOneDepth: true, hasExactTransparency: true, maxTextureSize: 4096, maxTargetSize: 4096,
    maxViewportSize: 4096)
  package var cache = FrameCache()

  /// The positions of four samples in a pixel, as devices have them.
  package static let fourSamples: [SIMD2<Float>] = [
    SIMD2(0.375, 0.125), SIMD2(0.875, 0.375), SIMD2(0.125, 0.625), SIMD2(0.625, 0.875),
  ]

  /// - `passes`: none for an exact picture.
  package init(_ passes: [any GraphPass] = [], samples: Int = 4) {
    guard let sampling = PixelSampling(samples: samples, offered: [1, 4]) else {
      preconditionFailure("\(samples) samples are offered by no device")
    }
    let limits = GraphOptions.Limits(
      textureSide: 4096, pictureArea: 1 << 26, transparencyMemory: 1 << 24)
    options = GraphOptions(limits: limits, sampling: sampling, passes: GraphPasses(passes))
    device.samplePositions = Self.fourSamples
  }

  /// The graph of the next frame.
  package mutating func frame(_ scene: Scene) throws(GraphError) -> RenderGraph {
    defer { cache.endFrame() }
    return try RenderGraph(scene, options, device, cache: &cache)
  }

  /// The graph of a scene by itself.
  package func graph(_ scene: Scene) throws(GraphError) -> RenderGraph {
    var compiler = self
    compiler.cache = FrameCache()
    return try compiler.frame(scene)
  }
}

extension Scene {
  /// Layers on a square canvas whose points are pixels.
  package init(_ side: Double, _ layers: [Layer], lights: [Light] = []) {
    self.init(canvas: Canvas(frame: Rect(0, 0, side, side)), layers: layers, lights: lights)
  }

  /// The exact graph of the scene.
  package func graph() throws(GraphError) -> RenderGraph { try GraphCompiler().graph(self) }
}

extension RenderGraph {
  /// The lines of the description, without those of groups and items.
  package var passLines: [String] {
    description.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map(String.init)
  }

  /// The lines of the description for the items of the canvas.
  package var itemLines: [String] {
    let lines = description.split(separator: "\n").map(String.init)
    guard let canvas = lines.lastIndex(where: { $0.hasPrefix("canvas:") }) else { return [] }
    return lines[canvas...].filter { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
  }
}
