import ArgumentParser
import GLRenderer
import ImageFiles
import MeshTransform
import SceneDocument

extension Render {
  /// What there is to draw, once enough of it has been read to tell.
  enum Source {
    case scene(SceneFile, InputFile)
    /// An image, or nil for a text.
    case content(InputFile?)
  }

  /// The most bytes of an image on standard input: one that is not compressed at all.
  private static let streamLimit = 1 << 31

  /// A scene's name ends in `.json`; on standard input it begins with a brace.
  func source() throws(Failure) -> Source {
    guard content.text == nil, let input = content.input else { return .content(nil) }
    let source = InputFile(argument: input)
    guard source == .standardInput || input.lowercased().hasSuffix(".json") else { return .content(source) }
    let bytes: [UInt8]
    do {
      bytes = try source.readAll(
        limit: source == .standardInput ? Self.streamLimit : SceneFile.defaultByteLimit)
    } catch { throw Failure(error) }
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    if source == .standardInput, first != UInt8(ascii: "{") {
      return .content(.memory(bytes, name: source.description))
    }
    guard DocumentKind(of: bytes) != .mesh else {
      throw Failure(.usage, "\(source) is a mesh, not a scene; give it with --mesh, and an image to bend")
    }
    try refuseFlagsOfContent()
    do {
      var file = try SceneFile(bytes, name: source.description)
      file.canvas = try canvas.overriding(file.canvas)
      return .scene(file, source)
    } catch let error as DocumentError {
      throw Failure(error)
    } catch let failure as Failure {
      throw failure
    } catch { throw Failure(.internalFault, "\(error)") }
  }

  /// What a scene says itself, layer by layer.
  private func refuseFlagsOfContent() throws(Failure) {
    let given = [
      ("--mesh", mesh.mesh != nil), ("--transform", space.transform != nil),
      ("--light", !space.light.isEmpty), ("--surface", space.surface != nil),
      ("--magnification-filter", content.magnificationFilter != nil),
    ].filter(\.1)
    if let option = given.first?.0 {
      throw Failure(
        .usage, "\(option) is about an image or text; a scene says it in its layers, so write it there")
    }
  }

  func renderScene(_ file: SceneFile, from source: InputFile) throws {
    if output.printScene {
      if gestures.gestures != nil {
        throw Failure(.usage, "--print-scene prints a scene file as it is; leave --gestures out")
      }
      return try Console.report(String(file.text.dropLast()))
    }
    let watch = Stopwatch(isOn: verbosity.verbose)
    let options = try drawing.options(limits)
    let files = SceneFiles(scene: source, limits: limits.image)
    let scene = try watch.measure("build the scene") { () throws(Failure) -> Scene in
      var scene = try file.scene(files: files, margin: drawing.margin(options))
      guard gestures.gestures != nil else { return scene }
      try gestures.apply(to: &scene)
      // The outline has moved with the layer.
      if file.canvas.fit { scene.canvas = try refitted(scene, file.canvas, margin: drawing.margin(options)) }
      return scene
    }
    files.warnings.forEach(verbosity.warn)
    for (path, layer) in scene.layersDepthFirst {
      guard let count = layer.mesh?.vertices.count, count > limits.maxVertices else { continue }
      throw Failure(
        .badData,
        "\(path).mesh has \(count) vertices, but the limit is \(limits.maxVertices); "
          + "use fewer, or raise it with --max-vertices")
    }
    let renderer = watch.measure("open EGL") { OpenedRenderer(drawing.device) }
    try draw(scene, options, renderer, profile: scene.colorProfile, fits: file.canvas.fit, watch)
  }

  private func refitted(_ scene: Scene, _ plan: CanvasPlan, margin: Double) throws(Failure) -> Canvas {
    var canvas = scene.canvas
    canvas.scale = plan.scale
    guard let outline = scene.outline()?.outset(by: margin, margin),
      let fitted = canvas.fitted(to: outline, size: plan.size, padding: plan.padding)
    else { throw Failure(.badData, "the gestures leave nothing that a canvas can fit") }
    return fitted
  }

  /// Writes the implied scene: the flags' own words wherever a scene has the same.
  func printScene(_ source: InputFile?) throws {
    let content = try self.content.load(scale: canvas.scale, limits: limits.image, source: source)
    content.warnings.forEach(verbosity.warn)
    let margin = drawing.margin(try drawing.options(limits))
    let scene = try makeScene(content, space.lights(), space.surfaceValue(), margin: margin)
    var layer = LayerPlan()
    let made = scene.layers[0]
    (layer.layer.bounds, layer.hasBounds) = (made.bounds, true)
    (layer.layer.position, layer.layer.surface) = (made.position, made.surface)
    layer.transform =
      gestures.gestures == nil ? space.transform.map(TransformPlan.list) : .matrix(made.transform)
    layer.layer.magnificationFilter = made.magnificationFilter
    layer.mesh = try mesh.inverse ? made.mesh.map { MeshPlan(.inPlace($0)) } : mesh.plan()
    if var text = try self.content.sceneText() {
      // A canvas that was scaled down to fit keeps the finer text.
      let drawn = min(max(canvas.scale, scene.canvas.scale), 64)
      if drawn != scene.canvas.scale { text.scale = drawn }
      layer.contents = .text(text)
    } else {
      layer.contents = .image(SceneReference(self.content.input ?? "-"))
    }
    let file = SceneFile(canvas: CanvasPlan(scene.canvas), layers: [layer], lights: scene.lights)
    try Console.report(String(file.text.dropLast()))
  }
}

extension ContentOptions {
  /// The text as a scene has it; nil for an image.
  fileprivate func sceneText() throws(Failure) -> SceneText? {
    guard let text else { return nil }
    var result = SceneText(text)
    (result.font, result.fontSize, result.width) = (font, fontSize, textWidth)
    if let color { result.color = try parseColor(color, "--color") }
    result.alignment = align.flatMap { SceneText.Alignment(rawValue: $0.rawValue) }
    return result
  }
}
