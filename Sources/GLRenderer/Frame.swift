import MeshTransform

/// A scene made ready on the GPU: everything that one picture needs, to be drawn tile by tile.
struct Frame {
  private let gl: GLContext
  /// In the order in which they are drawn.
  private let drawables: [(layer: LayerDrawable, bias: Double)]
  private let passes: PassCache
  private let lines: [LineDrawable]
  private let depthRange: DepthRange

  init(_ gl: GLContext, _ scene: Scene, _ options: RenderOptions, _ passes: PassCache) throws(GLError) {
    (self.gl, self.passes) = (gl, passes)
    var layers: [LayerDrawable] = []
    var lines: [LineDrawable] = []
    var range = DepthRange()
    var depths = LayerDepths()
    for layer in scene.layers {
      let projection = LayerProjection(layer, superlayerToCanvas: scene.canvas.pointsToPixels)
      let unitToCanvas = FloatMatrix(projection.unitToCanvas)
      let drawable = try LayerDrawable(gl, layer, scene.lights, projection)
      try passes.prepare(gl, drawable.lighting.variant)
      range.extend(drawable.triangles, unitToCanvas)
      depths.append(layer.mesh, projection.unitToCanvas)
      layers.append(drawable)
      if let style = options.wireframe {
        lines.append(
          try LineDrawable(
            gl,
            WireframeMarks(layer.mesh ?? .flatSheet, unitToCanvas, style: style, scale: scene.canvas.scale)))
      }
    }
    if !lines.isEmpty { try passes.prepareLines(gl) }
    self.lines = lines
    let biases = depths.biases(in: range, zeroToOne: gl.capabilities.hasZeroToOneDepth)
    range.extend(bias: biases.max() ?? 0)
    depthRange = range
    drawables = Frame.drawingOrder(layers, depths).map { (layers[$0], biases[$0]) }
  }

  /// Opaque layers first: they hide what lies behind them, and translucent ones are blended over the rest, from back to
  /// front and at equal depth in their own order.
  private static func drawingOrder(_ layers: [LayerDrawable], _ depths: LayerDepths) -> [Int] {
    layers.indices.filter { layers[$0].isOpaque }
      + layers.indices.filter { !layers[$0].isOpaque }.sorted {
        let (a, b) = (depths.places[$0].depth, depths.places[$1].depth)
        return a != b ? a < b : $0 < $1
      }
  }

  /// Into the framebuffer that is bound.
  func draw(_ tile: PixelRect) {
    let canvasToClip = depthRange.clipTransform(
      tile: tile, zeroToOne: gl.capabilities.hasZeroToOneDepth)
    for (layer, bias) in drawables {
      var biased = canvasToClip
      biased.m43 += bias * canvasToClip.m33
      passes[layer.lighting.variant]?.draw(layer, canvasToClip: biased)
    }
    for marks in lines { passes.lines?.draw(marks, canvasToClip: canvasToClip) }
  }

  /// True when an opaque layer certainly covers pixels of the canvas: an empty picture is then a fault.
  func mustShow(on size: PixelSize) -> Bool {
    drawables.contains { drawable, _ in
      drawable.isOpaque
        && drawable.triangles.covers(size, FloatMatrix(drawable.projection.unitToCanvas))
    }
  }
}
