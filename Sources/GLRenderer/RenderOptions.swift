import MeshTransform

/// How a scene is drawn; what is drawn is the scene's own affair.
public struct RenderOptions: Hashable, Sendable {
  /// Samples a pixel for antialiased edges, 1 for none: 1, 4, 16, 64 or another count that the device offers
  /// (``Capabilities/sampleCounts``).
  ///
  /// When nil, samples go where edges are: 4, or the nearest lower count that the device offers, and more where something
  /// is thinner than a pixel. All else has one, which looks the same and costs less. Where edges are everywhere, or where
  /// they cannot be told, the whole picture has 4.
  ///
  /// What the device does not offer is drawn with several fragments a pixel, each with the device's samples, and
  /// averaged: it costs as much more time. Only edges differ: content is filtered once for a pixel.
  public var samples: Int?
  /// Draws the lines and control points of meshes over the picture: of all that are not themselves inside a layer
  /// which had to become a picture first.
  public var wireframe: Wireframe?
  /// Draws every face as it is given and lights every pixel, instead of leaving out what nobody sees: for comparisons.
  /// The pictures differ by less than one sees: a place by at most 1/32 of a pixel, light by at most a step of 8 bits.
  public var isExact = false
  public var limits = RenderLimits()

  public init(samples: Int? = nil, wireframe: Wireframe? = nil) {
    (self.samples, self.wireframe) = (samples, wireframe)
  }
}

/// Bounds on what one picture may cost; going over one is an error that names it.
public struct RenderLimits: Hashable, Sendable {
  /// Pixels a side of the canvas.
  public var canvasSide = 32_768
  /// Pixels of the canvas in all.
  public var canvasArea = 268_435_456
  /// Pixels of the pictures of flattened layers and gradients in all. A single one that would have more than 67,108,864 pixels, or
  /// sides longer than the GPU allows, is made coarser instead. Beside them those of layers that a mesh bends are kept at twice
  /// the resolution, as long as these have no more than 67,108,864 pixels together.
  public var pictureArea = 268_435_456
  /// Of the tree: its depth, nested meshes, layers in all.
  public var tree = LayerLimits()
  /// Of one layer's mesh; it may have four times as many faces.
  public var vertices = 1_000_000
  /// Bytes for the fragments of translucent surfaces that overlap, 32 each; no more than the GPU allows in one buffer.
  /// A picture that needs more is drawn in parts, which takes longer and changes nothing in it.
  public var transparencyMemory = 100_663_296
  /// The shader holds 64; a larger limit counts as 64.
  public var lights = 64

  public init() {}
}
