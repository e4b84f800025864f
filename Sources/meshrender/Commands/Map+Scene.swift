import AnimationFiles
import GLRenderer
import ImageFiles
import MeshTransform
import SceneDocument

extension MapCommand {
  /// - Parameter memory: a scene in memory in place of the input.
  func runScene(_ memory: InputFile?, in opened: OpenedRenderer?) throws {
    try refuseFlagsOfImages()
    let watch = Stopwatch(isOn: verbosity.verbose)
    let opened = opened ?? OpenedRenderer(device, warn: verbosity.warn)
    guard frames.isGiven else {
      let picture = try PictureScenes.still(scene: memory) { render in
        (render.content.input, render.content.set, render.content.setJSON) = (input, set, setJSON)
        (render.mesh, render.canvas, render.time) = (mesh, canvas, sceneTime.time)
        (render.limits, render.reading, render.trust) = (limits, reading, trust)
        render.verbosity = verbosity
      }
      try watch.measure("make and write \(output.file)") { () throws(Failure) -> Void in
        try makeMap(of: picture.scene, from: picture.sceneFile, to: output, in: opened)
      }
      return watch.finish()
    }
    let pattern = try framePattern()
    let (clip, range) = try PictureScenes.clip(scene: memory) { animate in
      (animate.content.input, animate.content.set, animate.content.setJSON) = (input, set, setJSON)
      (animate.mesh, animate.canvas, animate.limits) = (mesh, canvas, limits)
      (animate.reading, animate.trust, animate.verbosity) = (reading, trust, verbosity)
      frames.apply(to: &animate.frames)
    }
    for frame in range {
      guard let scene = try clip.scene(of: frame) else { break }
      var output = output
      output.file = pattern.x.path(frame + 1)
      output.y = pattern.y?.path(frame + 1)
      try makeMap(of: scene, from: clip.sceneFile, to: output, in: opened)
    }
    watch.finish()
  }

  private var input: String { content.input ?? "-" }

  private func refuseFlagsOfImages() throws(Failure) {
    if transform != nil {
      throw Failure(
        .usage, "--transform applies only to an image; set it in the layers of the scene")
    }
    if sceneTime.time != nil, frames.isGiven {
      throw Failure(
        .usage, "--time selects one picture, and --frames, --fps and --duration a clip; use one of them")
    }
  }

  /// The names of the maps of a clip.
  private func framePattern() throws(Failure) -> (x: SequenceFileNames, y: SequenceFileNames?) {
    let columns = try names(output.file, "-o")
    guard let rows = output.y else { return (columns, nil) }
    return (columns, try names(rows, "--y"))
  }

  private func names(_ text: String, _ flag: String) throws(Failure) -> SequenceFileNames {
    do throws(SequenceFileNames.Fault) {
      if text != "-", SequenceFileNames.isPattern(text) { return try SequenceFileNames(text) }
    } catch { throw Failure(.usage, "\(flag) is \(text.excerpt): \(error.problem)") }
    throw Failure(
      .usage,
      "\(flag) is \(text.excerpt), but there is a map for each frame; use a pattern such as map-%04d.npy")
  }

  /// Makes the map of one picture of a scene file and writes it.
  private func makeMap(
    of scene: Scene, from file: InputFile?, to output: MapOutputOptions, in opened: OpenedRenderer
  ) throws(Failure) {
    do throws(Failure) { try makeMap(of: scene, to: output, in: opened) } catch {
      throw error.of(file, canvas)
    }
  }

  private func makeMap(
    of scene: Scene, to output: MapOutputOptions, in opened: OpenedRenderer
  ) throws(Failure) {
    let path = try scene.layer(named: layer)
    let content = ContentPixels(imageOf: scene[path]) ?? ContentPixels(pointsOf: scene[path])
    let size = output.forward ? content.size : scene.canvas.pixelSize
    try checkCanvas(of: scene)
    try MemoryBudget.current.requireToDraw(
      MemoryEstimate.map(size) + MemoryEstimate.contents(of: scene, vertexLimit: limits.maxVertices),
      for: "a map of \(size) px")
    if scene.isSingleLayer(filledBy: content) {
      try DriverStart.prepare()
      return try draw(scene, content.size, to: output, in: opened)
    }
    if verbosity.verbose { Console.write("  computed by hit testing") }
    try compute(scene, path, content, size, to: output)
  }

  /// Computes a map by hit testing, in bands.
  private func compute(
    _ scene: Scene, _ path: LayerPath, _ content: ContentPixels, _ size: PixelSize,
    to output: MapOutputOptions
  ) throws(Failure) {
    let projector = PointProjector(HitTester(scene, vertexLimit: limits.maxVertices), layer: path)
    let picture = output.forward ? scene.canvas.pixelSize : content.size
    try verbosity.requireNoWarning()
    let writer = try output.writer(size: size, into: picture)
    var isEmpty = true
    let rows = max(16, Self.bandArea / size.width)
    for first in stride(from: 0, to: size.height, by: rows) {
      let band = projector.coordinates(
        rows: first..<min(first + rows, size.height), content: content,
        direction: output.forward ? .contentToCanvas : .canvasToContent)
      isEmpty = isEmpty && band.isEmpty
      try append(band, to: writer, picture)
    }
    if isEmpty {
      verbosity.warn(
        "the map is empty: layer '\(scene.name(of: path).excerpt)' is not visible in the picture")
    }
    try verbosity.requireNoWarning()
    do { try writer.commit() } catch { throw Failure(error) }
  }

  /// The pixels that are computed at once.
  private static let bandArea = 1 << 18
}

extension Scene {
  /// Whether the picture shows one layer, all of it and nothing else, so that one pass of the device draws its map.
  fileprivate func isSingleLayer(filledBy content: ContentPixels) -> Bool {
    guard layers.count == 1, let layer = layers.first, layer.sublayers.isEmpty, layer.masks.isEmpty else {
      return false
    }
    let isShown = !layer.isHidden && layer.opacity > 0 && layer.isDoubleSided && layer.maskMode == .none
    return isShown && content.fills(layer.bounds) && (layer.cornerRadius == 0 || !layer.masksToBounds)
  }
}
