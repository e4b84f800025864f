import MeshTransform

/// How a scene is drawn; the scene itself defines the content.
public struct RenderOptions: Hashable, Sendable {
  /// Samples a pixel for antialiased edges, 1 for none: 1, 4, 16, 64 or another count that the device offers
  /// (``Capabilities/sampleCounts``).
  ///
  /// When nil, the renderer draws screen tiles that contain edges with 4 samples, or the nearest lower count
  /// that the device offers, and with more where a feature is thinner than a pixel. All other tiles have one sample,
  /// which looks the same and costs less. Where many tiles contain edges, edges are blended instead: a pixel that an edge
  /// crosses gets the mean of the colors on both sides, weighted by their exact areas. Where too many tiles cannot be
  /// blended, at folds, at intersections, where layers overlap or shapes are narrow, or where edges cannot be located, the
  /// whole picture has 4. A GPU draws unbent layers in this way where these are few; all other pictures it draws with 4
  /// samples, or the nearest lower count, in each pixel.
  ///
  /// A count that the device does not offer is drawn with several fragments a pixel, each with the device's samples,
  /// and averaged; the time grows in proportion. Only edges differ: content is filtered once a pixel.
  public var samples: Int?
  /// Draws mesh lines and control points over the picture, except those inside a flattened layer.
  public var wireframe: Wireframe?
  /// Draws every face as given, and edges with as many samples as the rest: for comparisons. Away from edges the pictures
  /// differ by less than is visible: a position by at most 1/16 of a pixel, light by at most one step of 8 bits, two on
  /// highlights.
  public var isExact: Bool
  /// The depth of the picture. With 16 bits, images are read, drawn and blended with all their bits; in linear light
  /// with the 11 significant bits of half floats. This needs EXT_texture_norm16.
  public var depth: Image.Depth
  /// The limits on the cost of the picture.
  public var limits: RenderLimits

  /// Options with the given values; the others have their defaults.
  public init(
    samples: Int? = nil, wireframe: Wireframe? = nil, isExact: Bool = false,
    depth: Image.Depth = .eight, limits: RenderLimits = RenderLimits()
  ) {
    (self.samples, self.wireframe, self.isExact, self.limits) = (samples, wireframe, isExact, limits)
    self.depth = depth
  }
}

/// Limits on the cost of one picture; an excess is an error that names the limit.
public struct RenderLimits: Hashable, Sendable {
  /// Pixels a side of the canvas.
  public var canvasSide = 32_768
  /// Pixels of the canvas.
  public var canvasArea = 268_435_456
  /// Pixels of a canvas that is drawn in bands: see ``Renderer/render(_:options:bands:)``.
  public var bandedCanvasArea = 1_073_741_824
  /// Pixels of all offscreen textures of flattened layers and of all gradients. A single texture that would have more
  /// than 67,108,864 pixels, or sides longer than the GPU allows, is made coarser instead. Layers that a mesh bends are
  /// also kept at twice the resolution, while these textures together have at most 67,108,864 pixels.
  public var pictureArea = 268_435_456
  /// Faces of all meshes of the picture, each counted in every pass that draws it. A layer without a mesh has one.
  public var faces = 33_554_432
  /// Pixels that the layers of the picture cover together, also those that others cover, each counted in every pass that
  /// draws it. Of a bent layer, the pixels of its bounding box count.
  public var overdraw = 17_179_869_184
  /// Limits of the layer tree: its depth, nested meshes, number of layers.
  public var tree = LayerLimits()
  /// Vertices of one layer's mesh; the limit on its faces is four times as large.
  public var vertices = 1_000_000
  /// Bytes for the fragments of overlapping translucent surfaces, 32 each; at most the GPU's limit for one buffer. A
  /// picture that needs more is drawn strip by strip, which takes longer and gives the same pixels.
  public var transparencyMemory = 100_663_296
  /// Number of lights. The shader holds 64; a larger limit counts as 64.
  public var lights = 64

  /// The default limits.
  public init() {}
}
