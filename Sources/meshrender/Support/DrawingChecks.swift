import GLRenderer
import MeshTransform
import SceneDocument

// What is refused before a picture is drawn: the same for drawing and for 'validate'.

extension LimitOptions {
  /// - `name`: of the mesh in the sentence.
  func checkVertices(of mesh: Mesh, name: String = "the mesh") throws(Failure) {
    guard mesh.vertices.count > maxVertices else { return }
    throw Failure(
      .badData,
      "\(name) has \(mesh.vertices.count) vertices, but the limit is \(maxVertices); "
        + "use fewer, or raise it with --max-vertices")
  }

  func checkVertices(of scene: Scene) throws(Failure) {
    for (path, layer) in scene.layersDepthFirst {
      if let mesh = layer.mesh { try checkVertices(of: mesh, name: "\(path).mesh") }
    }
  }

  /// Refuses the canvas of a scene file at its place in the file. One that fits the drawing has no size yet.
  /// - `isBanded`: whether the picture may be drawn in bands.
  func checkCanvas(of file: SceneFile, isBanded: Bool) throws(Failure) {
    guard !file.canvas.fit else { return }
    let canvas = file.canvas.canvas
    do throws(RenderError) { try canvas.check(render, isBanded: isBanded) } catch {
      let (isWide, longest) = (
        canvas.frame.size.width >= canvas.frame.size.height,
        max(canvas.frame.size.width, canvas.frame.size.height)
      )
      let path =
        longest <= Double(render.canvasSide) && file.canvas.scale > 1
        ? "canvas.scale"
        : file.canvas.frame == nil ? "canvas.size[\(isWide ? 0 : 1)]" : "canvas.frame[\(isWide ? 2 : 3)]"
      throw Failure(file.fault("\(error) (--max-side, --max-pixels)", at: path))
    }
  }

  /// All that 'render' refuses about a scene that has been read.
  func checkDrawing(of scene: Scene, _ options: RenderOptions) throws(Failure) {
    try checkVertices(of: scene)
    // A size that cannot be counted is refused first.
    do throws(RenderError) { try scene.canvas.check(options.limits, isBanded: true) } catch {
      throw Failure(error)
    }
    let isBanded = scene.canvas.pixelSize.area > OutputOptions.largestWhole
    try requireMemory(for: scene, options, isBanded: isBanded)
    do throws(RenderError) { try scene.validateForDrawing(options) } catch { throw Failure(error) }
  }

  /// All that 'render' refuses about a mesh that has been read.
  func checkDrawing(of mesh: Mesh) throws(Failure) {
    try checkVertices(of: mesh)
    let bounds = Rect(0, 0, 1, 1)
    var layer = Layer(bounds: bounds, position: Point(0.5, 0.5))
    layer.mesh = mesh
    var options = RenderOptions()
    options.limits = render
    try checkDrawing(of: Scene(canvas: Canvas(frame: bounds), layers: [layer]), options)
  }
}

/// Checks the size of the canvas and the memory of its picture.
func requireMemory(for scene: Scene, _ options: RenderOptions, isBanded: Bool) throws(Failure) {
  do throws(RenderError) { try scene.canvas.check(options.limits, isBanded: isBanded) } catch {
    throw Failure(error)
  }
  try MemoryBudget.current.requireToDraw(
    MemoryEstimate.drawing(scene, options, isBanded: isBanded),
    for: "a picture of \(scene.canvas.pixelSize) px")
}
