import CEGL
import MeshTransform

/// A picture made ready on the GPU: everything that it needs, to be drawn tile by tile.
struct Frame {
  /// Each over all of the one before it, whatever their depths.
  let strata: [Stratum]
  let lines: [LineDrawable]

  init(strata: [Stratum], lines: [LineDrawable]) { (self.strata, self.lines) = (strata, lines) }

  /// Draws the pictures of the layers that must be flattened, and prepares the rest.
  init(_ scene: Scene, _ options: RenderOptions, _ studio: PictureStudio) throws(RenderError) {
    let canvas = scene.canvas
    var walk = TreeWalk(studio, canvasSize: canvas.pixelSize, scale: canvas.scale)
    try walk.add(
      scene.layers, in: .init(toCanvas: canvas.pointsToPixels, lights: scene.lights, isCanvas: true))
    strata = [try studio.stratum(walk.sheets)]
    guard var style = options.wireframe else {
      lines = []
      return
    }
    style.color = canvas.blending.channels(of: style.color)
    do throws(GLError) {
      try studio.passes.prepareLines(studio.gl)
      var lines: [LineDrawable] = []
      for (mesh, unitToCanvas) in walk.meshes {
        lines.append(
          try studio.resources.lines(
            WireframeMarks(mesh, FloatMatrix(unitToCanvas), style: style, scale: canvas.scale)))
      }
      self.lines = lines
    } catch {
      throw .gl(error)
    }
  }

  /// Draws the sheets.
  /// - `target`: the framebuffer that is bound.
  /// - `edges`: leaves out what will be drawn again.
  func draw(
    _ tile: PixelRect, in target: borrowing Framebuffer, _ passes: PassCache, without edges: EdgeParts?
  ) throws(GLError) {
    for (index, stratum) in strata.enumerated() {
      if index > 0 {
        glDepthMask(GLboolean(GL_TRUE))
        glClear(GLbitfield(GL_DEPTH_BUFFER_BIT))
      }
      edges?.mask()
      try stratum.draw(tile, in: target, passes)
    }
  }

  /// Draws the mesh lines over the sheets.
  func drawLines(_ tile: PixelRect, _ gl: GLContext, _ passes: PassCache) {
    guard !lines.isEmpty else { return }
    let canvasToClip = DepthRange().clipTransform(tile: tile, zeroToOne: gl.capabilities.hasZeroToOneDepth)
    for marks in lines { passes.lines?.draw(marks, canvasToClip: canvasToClip, fineness: tile.fineness) }
  }

  /// True when something opaque certainly covers pixels of the canvas: an empty picture is then a fault.
  func mustShow(on size: PixelSize) -> Bool { strata.contains { $0.mustShow(on: size) } }
}
