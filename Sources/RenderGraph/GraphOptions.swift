import MeshTransform

/// The options for compiling a scene into a render graph.
package struct GraphOptions: Hashable {
  package var limits: Limits
  package var wireframe: Wireframe?
  package var sampling: PixelSampling
  /// The depth of the picture.
  package var depth: Image.Depth
  /// What makes the picture cheaper on the device; empty for an exact picture.
  package var passes: GraphPasses
  /// Whether the graph is only checked against the limits, and not drawn: its items then have no order.
  package var onlyChecks = false

  package struct Limits: Hashable {
    /// Largest side of an offscreen texture in pixels.
    var textureSide: Int
    /// Pixels of offscreen textures and gradients in total.
    package var pictureArea: Int
    /// Bytes for the fragments of the A-buffer.
    package var transparencyMemory: Int
    /// Faces of all items of all passes.
    var faces: Int
    /// Pixels that all items of all passes cover.
    var overdraw: Int

    package init(
      textureSide: Int, pictureArea: Int, transparencyMemory: Int, faces: Int = .max, overdraw: Int = .max
    ) {
      (self.textureSide, self.pictureArea) = (textureSide, pictureArea)
      (self.transparencyMemory, self.faces, self.overdraw) = (transparencyMemory, faces, overdraw)
    }
  }

  package init(
    limits: Limits, wireframe: Wireframe? = nil, sampling: PixelSampling,
    depth: Image.Depth = .eight, passes: GraphPasses = GraphPasses()
  ) {
    (self.limits, self.wireframe, self.passes) = (limits, wireframe, passes)
    (self.sampling, self.depth) = (sampling, depth)
  }
}

/// The options, the device and the color space for which all items of a picture are compiled.
package struct RenderView {
  package let options: GraphOptions
  package let device: DeviceProfile
  package let blending: Canvas.Blending
}
