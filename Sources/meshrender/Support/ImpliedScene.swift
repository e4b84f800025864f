import GLRenderer
import ImageFiles
import MeshTransform
import SceneDocument

/// The scene that a command's flags imply (one layer in the middle of its canvas), or the scene file that is its input.
struct ImpliedScene {
  let content: ContentOptions
  let mesh: MeshOptions
  let mapConvention: MapConventionOptions
  let space: SpaceOptions
  let canvas: CanvasOptions
  let limits: LimitOptions
  let verbosity: VerbosityOptions
  /// The encoding of moving contents.
  var encoding = ContentEncoding()
  /// The largest depth of the image.
  var depth = Image.Depth.eight
  /// Whether several frames are drawn, which cannot be drawn in bands.
  var isClip = false
  /// Whether exact maps are drawn as such; otherwise their meshes stand for them.
  var drawsExactMaps = true

  /// The kind of input, detected from its first bytes.
  enum Source {
    case scene(SceneFile, InputFile)
    /// An image, or nil for a text.
    case content(InputFile?)
  }

  /// The maximum size of an image on standard input, enough for an uncompressed one.
  static let streamLimit = 1 << 31

  /// A scene's file name ends in `.json`; on standard input a scene begins with a brace, behind a byte order mark or not.
  ///
  /// - `opened`: the bytes of standard input if they have already been read.
  func source(opened: InputFile? = nil) throws(Failure) -> Source {
    guard content.text == nil, let input = content.input else { return .content(nil) }
    let source = opened ?? InputFile(argument: input)
    InputList.add(source)
    let isStream = input == "-"
    guard isStream || input.lowercased().hasSuffix(".json") else { return .content(source) }
    let bytes = try source.readDocument(limit: isStream ? Self.streamLimit : SceneFile.defaultByteLimit)
    let mark = ByteOrderMark(of: bytes)
    let first = bytes.dropFirst(mark?.bytes.count ?? 0).first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    // A text in UTF-16 is no image; the reader of scenes refuses it.
    if isStream, first != UInt8(ascii: "{"), mark == nil || mark == .utf8 {
      guard content.set.isEmpty, content.setJSON.isEmpty else {
        throw Failure(.usage, "--set changes values of a scene, but standard input is not a scene; remove it")
      }
      return .content(.memory(bytes, name: source.description))
    }
    guard DocumentKind(of: bytes) != .mesh else {
      throw Failure(.usage, "\(source) is a mesh, not a scene; use it with --mesh and an image")
    }
    try refuseFlagsOfContent()
    let overrides = try content.overrides()
    do {
      let name = source.description
      var file = try SceneFile(bytes, name: name, applying: overrides)
      if !canvas.setsSize { try limits.checkCanvas(of: file, isBanded: !isClip) }
      if !file.canvas.fit, let size = file.canvas.frame?.size ?? file.canvas.size {
        canvas.cropping(of: size).map(verbosity.note)
      }
      file.canvas = try canvas.overriding(file.canvas)
      return .scene(file, source)
    } catch let error as DocumentError {
      throw Failure(error)
    } catch let failure as Failure {
      throw failure
    } catch { throw Failure(.internalFault, "\(error)") }
  }

  /// Refuses flags whose values a scene file sets itself, layer by layer.
  private func refuseFlagsOfContent() throws(Failure) {
    let given = [
      (mesh.flag, mesh.mesh != nil), ("--displace", mesh.displace != nil),
      (mapConvention.given ?? "", mapConvention.given != nil), ("--axes", mesh.placement.axes != nil),
      ("--fit-mesh", mesh.placement.fitMesh != nil),
      ("--transform", space.transform != nil),
      ("--light", !space.light.isEmpty), ("--surface", space.surface != nil),
      ("--magnification-filter", content.magnificationFilter != nil),
      ("--minification-filter", content.minificationFilter != nil),
      ("--back", content.back.contents != nil), ("--flatten-light", content.flattenLight),
    ].filter(\.1)
    if let option = given.first?.0 {
      throw Failure(
        .usage, "\(option) applies only to an image or text; set it in the layers of the scene")
    }
  }

  /// - `time`: the moment of a video or an animated picture; nil: its first frame.
  func startReading(
    _ source: InputFile?, at time: Double?, _ colors: CanvasColors
  ) -> Background<Result<ContentOptions.Content, Failure>> {
    let (content, scale, limits, isLenient) = (content, canvas.scale, limits.image, mesh.lenient)
    let (depth, encoding) = (depth, encoding)
    return Background {
      Result { () throws(Failure) -> ContentOptions.Content in
        try content.load(
          scale: scale, limits: limits, source: source, isLenient: isLenient, colors: colors, depth: depth,
          time: time, encoding: encoding)
      }
    }
  }

  /// Reads the content on the calling thread.
  func read(
    _ source: InputFile?, at time: Double?, _ colors: CanvasColors
  ) throws(Failure) -> ContentOptions.Content {
    try content.load(
      scale: canvas.scale, limits: limits.image, source: source, isLenient: mesh.lenient, colors: colors,
      depth: depth, time: time, encoding: encoding)
  }

  /// The scene on a canvas that has not been fitted.
  func scene(
    _ content: ContentOptions.Content, _ lights: [Light], _ surface: Surface?, _ colors: ColorConversion
  ) throws(Failure) -> Scene {
    var layer = Layer(
      bounds: Rect(origin: .zero, size: content.size), position: .zero, contents: .image(content.image))
    let displacement = try mesh.displacement(limits)
    let loaded = try mesh.load(
      contentSize: content.size, content: content.image.size, canvasSize: canvas.size?.value,
      scale: canvas.scale, displacement: displacement, convention: drawsExactMaps ? mapConvention : nil,
      limits: limits, warn: verbosity.warn)
    layer.mesh = loaded.mesh
    if var remapping = loaded.remapping {
      guard self.content.text == nil else {
        throw Failure(.usage, "an exact map is for images, and --text is none; remove --exact-map")
      }
      remapping.magnification = self.content.magnificationFilter ?? remapping.magnification
      remapping.minification = self.content.minificationFilter ?? remapping.minification
      layer.contents = .image(remapping.applied(to: content.image, canvas.linear ? .linear : .encoded))
    }
    if self.content.flattenLight, case .image(let image) = layer.contents {
      layer.contents = .image(image.withEvenLight(within: layer.mesh))
    }
    layer.bounds = Rect(origin: .zero, size: loaded.layerSize)
    layer.transform = try space.transform(layerSize: loaded.layerSize)
    if let surface { layer.surface = surface }
    if let filter = self.content.magnificationFilter { layer.magnificationFilter = filter }
    if let filter = self.content.minificationFilter { layer.minificationFilter = filter }
    layer.sublayers = try self.content.back.layers(
      in: layer.bounds, limits: limits.image, isLenient: mesh.lenient, colors: colors,
      depth: depth, warn: verbosity.warn)
    if let (displacement, image) = displacement, let shade = layer.shading(by: displacement, image) {
      layer.sublayers.append(shade)
    }
    self.canvas.cropping(of: loaded.layerSize).map(verbosity.note)
    let canvas = try self.canvas.canvas(contentSize: loaded.layerSize)
    layer.position = self.canvas.position(of: layer, on: canvas)
    // A mesh that changes only depth would be invisible without light or perspective.
    let needsLight = lights.isEmpty && space.transform == nil && [layer.mesh].areBentInDepthOnly
    return Scene(canvas: canvas, layers: [layer], lights: needsLight ? [.defaultRelief] : lights)
  }

  /// Puts the scene on a canvas and redraws its text at the scale of the canvas.
  func place(_ scene: inout Scene, on fitted: Canvas, _ content: ContentOptions.Content) {
    scene.canvas = fitted
    if fitted.scale > canvas.scale, let sharper = content.redrawn(scale: fitted.scale) {
      scene.layers[0].contents = .image(sharper)
    }
  }

  /// The scene as a file, with the texts of the flags where a scene file has the same form.
  ///
  /// - `transform`: replaces `--transform`; nil keeps it.
  func file(of scene: Scene, transform: Transform3D? = nil) throws(Failure) -> SceneFile {
    var layer = LayerDescription()
    let made = scene.layers[0]
    (layer.layer.bounds, layer.hasBounds) = (made.bounds, true)
    (layer.layer.position, layer.layer.surface) = (made.position, made.surface)
    layer.transform =
      transform.map(TransformDescription.matrix) ?? space.transform.map(TransformDescription.list)
    layer.layer.magnificationFilter = made.magnificationFilter
    layer.layer.minificationFilter = made.minificationFilter
    layer.mesh =
      try mesh.inverse ? made.mesh.map { MeshDescription(.inPlace($0)) } : mesh.description(mapConvention)
    if var text = try content.sceneText() {
      // A canvas scaled down to fit keeps the higher text scale.
      let drawn = min(max(canvas.scale, scene.canvas.scale), 64)
      if drawn != scene.canvas.scale { text.scale = drawn }
      layer.contents = .text(text)
      // The bounds are those of the image.
      (layer.layer.contentsGravity, layer.hasGravity) = (.resize, true)
    } else {
      layer.contents = .image(SceneReference(content.input ?? "-"))
      layer.flattensLight = content.flattenLight
    }
    if case .image(let image) = made.contents {
      let scale = content.text == nil ? 1 : scene.canvas.scale
      let size = Size(Double(image.size.width) / scale, Double(image.size.height) / scale)
      layer.mesh?.state(contentSize: size, in: made.bounds.size)
    }
    layer.sublayers = content.back.descriptions
    var canvas = CanvasDescription(scene.canvas)
    canvas.colorSpace = content.colors.colorSpace.map { SceneReference($0) }
    return SceneFile(canvas: canvas, layers: [layer], lights: scene.lights)
  }

  /// Prints a scene that flags imply.
  /// - Throws: ``Failure`` also when it names a file whose name is not UTF-8, which JSON cannot hold.
  static func print(_ file: SceneFile) throws(Failure) {
    let text = String(file.text.dropLast())
    if text.hasForeignBytes {
      throw Failure(
        .usage,
        "--print-scene: file names in a scene are UTF-8, but one of these names is not; rename the file")
    }
    try Console.report(text)
  }

  func checkVertices(of scene: Scene) throws(Failure) { try limits.checkVertices(of: scene) }
}

extension MeshDescription {
  /// States the size of the content that measured points refer to, where it is not that of the layer, which is what a
  /// scene assumes.
  /// - Parameters:
  ///   - contentSize: in pixels of an image, or in points of a text.
  ///   - layerSize: in points.
  fileprivate mutating func state(contentSize: Size, in layerSize: Size) {
    guard case .measured(.points(var fit)) = source, fit.contentSize == nil, contentSize != layerSize else {
      return
    }
    fit.contentSize = contentSize
    source = .measured(.points(fit))
  }
}

extension ContentOptions {
  /// The text as a scene file describes it; nil for an image.
  fileprivate func sceneText() throws(Failure) -> SceneText? {
    guard let text else { return nil }
    try text.requireUTF8("--text")
    try font?.requireUTF8("--font")
    var result = SceneText(text)
    (result.font, result.fontFile) = (font, fontFile)
    (result.fontSize, result.width, result.letterSpacing) = (fontSize, textWidth, letterSpacing)
    result.hyphens = hyphens
    if let color { result.color = try parseColor(color, "--color") }
    result.outline = try parsedOutline
    result.alignment = align.flatMap { SceneText.Alignment(rawValue: $0.rawValue) }
    return result
  }
}
