import MeshTransform

/// The options for compiling a scene into a render graph.
package struct GraphOptions: Hashable {
  package var limits: Limits
  package var wireframe: Wireframe?
  package var sampling: PixelSampling
  /// The depth of the picture.
  package var depth: Image.Depth
  /// The optimizations, in the order in which they are applied; empty for an exact picture.
  var optimizations: [Optimization]
  /// Share of the picture that may contain edges that are not blended before all of it gets several samples; nil for
  /// ``SamplingCost``.
  var edgeShare: Double?

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
    depth: Image.Depth = .eight, optimizations: [Optimization] = .all,
    edgeShare: Double? = nil
  ) {
    (self.limits, self.wireframe, self.optimizations) = (limits, wireframe, optimizations)
    (self.sampling, self.depth, self.edgeShare) = (sampling, depth, edgeShare)
  }
}
