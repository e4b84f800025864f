import ArgumentParser
import GLRenderer
import ImageFiles
import MeshTransform
import SceneDocument

extension Render {
  func renderScene(_ file: SceneFile, from source: InputFile, _ implied: ImpliedScene) throws {
    if output.printScene {
      try sceneImages.refusePrinting()
      if gestures.gestures != nil {
        throw Failure(.usage, "--print-scene prints a scene file unchanged; remove --gestures")
      }
      try drawing.checkDevice(verbosity)
      return try Console.report(String(file.text.dropLast()))
    }
    let watch = Stopwatch(isOn: verbosity.verbose)
    if output.printMesh {
      let mesh = try prepareScene(file, from: source, implied, watch).scene.meshFile()
      try verbosity.requireNoWarning()
      return try Console.report(mesh)
    }
    // The scene's images and texts load without the driver, so the driver starts in parallel.
    let driver = drawing.startDriver()
    defer { driver.wait() }
    let picture = try prepareScene(file, from: source, implied, watch)
    let isStrict = verbosity.strict
    let isMoving = file.isAnimated || gestures.gestures != nil
    let warnings = Background {
      let scene = picture.scene
      return scene.depthWarnings()
        + scene.warnings(isStrict: isStrict, isMoving: isMoving, isStated: file.statesMesh)
    }
    let renderer = watch.measure("open EGL") {
      driver.wait()
      return drawing.openRenderer(verbosity)
    }
    // A strict run fails before it draws; others need not wait.
    if isStrict { warnings.wait().forEach(verbosity.warn) }
    try draw(picture, renderer, watch, viewing.makePreview(verbosity))
    if !isStrict { warnings.wait().forEach(verbosity.warn) }
  }

  func prepareScene(
    _ file: SceneFile, from source: InputFile, _ implied: ImpliedScene, _ watch: Stopwatch
  ) throws(Failure) -> PreparedPicture {
    let options = try renderOptions()
    var file = file
    let paths = ScenePaths(of: source, allowed: reading.allowRead)
    let colors = try content.colors.colors(of: file, paths)
    let files = SceneFiles(
      paths, limits: limits.image, isLenient: mesh.lenient, colors: colors, depth: output.depth,
      encoding: streamColors.content, showsFrames: time != nil, drawsExactMaps: implied.drawsExactMaps)
    try sceneImages.apply(to: &file, files)
    let scene = try watch.measure("build the scene") { () throws(Failure) -> Scene in
      var scene = try self.scene(of: file, files, margin: drawing.margin(options))
      guard gestures.gestures != nil else { return scene }
      try gestures.apply(to: &scene)
      // The gestures moved the outline together with the layer.
      if file.canvas.fit { scene.canvas = try refitted(scene, file.canvas, margin: drawing.margin(options)) }
      return scene
    }
    let sources = Array(files.sources.values)
    try streamColors.check(sources)
    files.warnings.forEach(verbosity.warn)
    EncodingSummary.sentence(sources).map(verbosity.note)
    do throws(Failure) { try implied.checkVertices(of: scene) } catch { throw error.prefixed("\(source)") }
    return PreparedPicture(
      scene: colors.applied(to: scene), options: options, profile: files.colorProfile, density: nil,
      fits: file.canvas.fit, sceneFile: source)
  }

  private func scene(of file: SceneFile, _ files: SceneFiles, margin: Double) throws(Failure) -> Scene {
    guard let time = time?.seconds else { return try file.scene(files: files, margin: margin) }
    return try ClipDocument(file: file, files: files, colors: .keep).scene(at: time, margin: margin)
  }

  private func refitted(_ scene: Scene, _ description: CanvasDescription, margin: Double) throws(Failure)
    -> Canvas
  {
    var canvas = scene.canvas
    canvas.scale = description.scale
    guard let outline = scene.outline()?.outset(by: margin, margin),
      let fitted = canvas.fitted(to: outline, size: description.size, padding: description.padding)
    else { throw Failure(.badData, "after the gestures there is nothing for the canvas to fit") }
    return fitted
  }

  /// Writes the implied scene as a file.
  func printScene(_ source: InputFile?, _ implied: ImpliedScene) throws {
    let content = try self.content.load(
      scale: canvas.scale, limits: limits.image, source: source, isLenient: mesh.lenient)
    content.warnings.forEach(verbosity.warn)
    let margin = drawing.margin(try drawing.options(limits))
    let scene = try makeScene(content, space.lights(), space.surfaceValue(), .keep, margin: margin, implied)
    let file = try implied.file(
      of: scene, transform: gestures.gestures == nil ? nil : scene.layers[0].transform)
    try drawing.checkDevice(verbosity)
    try verbosity.requireNoWarning()
    try ImpliedScene.print(file)
  }
}
