import MeshTransform

/// A scene made ready on the GPU: everything that one picture needs, to be drawn tile by tile.
struct Frame {
  private let gl: GLContext
  private let drawables: [LayerDrawable]
  private let passes: MeshPassCache
  private let lines: LinePass?
  private let depthRange: DepthRange

  init(_ gl: GLContext, _ scene: Scene, _ options: RenderOptions, _ passes: MeshPassCache) throws(GLError) {
    (self.gl, self.passes) = (gl, passes)
    var drawables: [LayerDrawable] = []
    var marks: [WireframeMarks] = []
    var range = DepthRange()
    for layer in scene.layers {
      let projection = LayerProjection(layer, superlayerToCanvas: scene.canvas.pointsToPixels)
      let unitToCanvas = FloatMatrix(projection.unitToCanvas)
      let drawable = try LayerDrawable(gl, layer, scene.lights, projection)
      range.extend(drawable.triangles.vertices, unitToCanvas)
      drawables.append(drawable)
      if let style = options.wireframe {
        marks.append(
          WireframeMarks(layer.mesh ?? .flatSheet, unitToCanvas, style: style, scale: scene.canvas.scale))
      }
    }
    (self.drawables, depthRange) = (drawables, range)
    lines = marks.isEmpty ? nil : try LinePass(gl, marks)
    for drawable in drawables { try passes.prepare(gl, drawable.lighting.variant) }
  }

  /// Into the framebuffer that is bound. Opaque layers first: they hide what lies behind them, and translucent ones
  /// are blended over the rest.
  func draw(_ tile: PixelRect) {
    let canvasToClip = depthRange.clipTransform(
      tile: tile, zeroToOne: gl.capabilities.hasClipControl)
    let ordered =
      drawables.enumerated().filter(\.element.isOpaque)
      + drawables.enumerated().filter { !$0.element.isOpaque }
    for (index, drawable) in ordered {
      // Of layers in one plane the later one is painted over the earlier: a hair nearer in depth.
      var biased = canvasToClip
      biased.m43 += Double(index) * DepthRange.layerStep
      passes[drawable.lighting.variant]?.draw(drawable, canvasToClip: biased)
    }
    lines?.draw(canvasToClip: canvasToClip)
  }

  /// True when an opaque layer certainly covers pixels of the canvas: an empty picture is then a fault.
  func mustShow(on size: PixelSize) -> Bool {
    drawables.contains { drawable in
      drawable.isOpaque
        && drawable.triangles.covers(size, FloatMatrix(drawable.projection.unitToCanvas))
    }
  }
}
