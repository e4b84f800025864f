import AnimationFiles
import ImageFiles
import MeshFormats
import MeshTransform
import SceneDocument
import TextImages

/// The resources of a scene, relative to the folder of its file.
final class SceneFiles: SceneResources {
  let paths: ScenePaths
  let limits: ImageLimits
  /// Whether damaged JPEGs are read as far as they go.
  let isLenient: Bool
  let colors: CanvasColors
  /// The largest depth of images.
  let depth: Image.Depth
  /// The encoding of streams and videos for which the scene states none.
  let encoding: ContentEncoding
  private var notes: [String] = []
  var profiles = ColorProfileChoice()
  /// The failures of missing resources; they keep the exit codes that the errors' sentences lack.
  private(set) var failures: [Failure] = []
  /// The last one.
  var failure: Failure? { failures.last }
  private var hasReadStandardInput: Bool
  /// The opened moving contents; each has delivered its first frame.
  var sources: [MovingContent: FrameSource] = [:]
  /// Whether images that move show their frames; otherwise the first one stands for all.
  let showsFrames: Bool
  /// Files of the command line, by the names that stand for them in the scene.
  var arguments: [ByteString: InputFile] = [:]
  /// Images that have already been read, by their names in the scene.
  var given: [ByteString: Image]
  /// Whether exact maps are drawn as such; otherwise their meshes stand for them, for commands that compute with meshes.
  let drawsExactMaps: Bool
  /// The filters of exact maps, for contents of one size.
  private(set) var remappings: [MapDescription: Remapping] = [:]
  /// Fonts that have been read, by their names in the scene.
  private var fonts: [ByteString: FontFile] = [:]
  /// The mesh files that have been read, by their names in the scene.
  private var meshFiles: [ByteString: InputFile] = [:]
  /// The largest number of fonts of a scene: each has its own list of the installed ones.
  private static let fontLimit = 100

  /// - `given`: images that have already been read, by their names in the scene.
  init(
    _ paths: ScenePaths, limits: ImageLimits, isLenient: Bool = false, colors: CanvasColors = .keep,
    depth: Image.Depth = .eight, given: [ByteString: Image] = [:],
    sources: [MovingContent: FrameSource] = [:],
    encoding: ContentEncoding = ContentEncoding(), showsFrames: Bool = false, drawsExactMaps: Bool = true
  ) {
    (self.encoding, self.showsFrames, self.drawsExactMaps) = (encoding, showsFrames, drawsExactMaps)
    (self.paths, self.limits, self.isLenient, self.colors) = (paths, limits, isLenient, colors)
    (self.depth, self.given, self.sources) = (depth, given, sources)
    hasReadStandardInput = paths.isStandardInput
  }

  var warnings: [String] {
    // An image that cannot be converted to the canvas has a warning of its own.
    notes + [colors.profile == nil ? profiles.warning : nil].compactMap { $0 }
  }
  /// The picture's profile: that of the canvas, or of the first image, in the order of the layers, that has one.
  var colorProfile: ColorProfile? { colors.profile ?? profiles.profile }

  func note(_ sentence: String) { if !notes.contains(sentence) { notes.append(sentence) } }

  func image(_ path: String) throws(SceneResourceError) -> Image {
    try firstFrame(MovingContent(.image(path)))
  }

  func displacementMap(_ path: String) throws(SceneResourceError) -> Image {
    let file = try file(path, "an image")
    do {
      let read = try InputCache.image(
        from: file, limits: limits, isLenient: isLenient, colors: .values, depth: .sixteen)
      note(read.warnings.map(\.description))
      return read.image
    } catch { throw remember(Failure(error)) }
  }

  func note(_ sentences: [String]) { notes += sentences.filter { !notes.contains($0) } }

  func meshFile(_ path: String) throws(SceneResourceError) -> [UInt8] {
    let file = try file(path, "a mesh file")
    meshFiles[ByteString(path)] = file
    do { return try file.readDocument(limit: MeshFile.defaultByteLimit) } catch { throw remember(error) }
  }

  func mesh(
    _ bytes: [UInt8], _ path: String, placement: MeshPlacement, layerSize: Size
  ) throws(DocumentError) -> MorphableMesh {
    let named = path == "-" ? InputFile.standardInput : .path(paths.path(path))
    let options = MeshInput.Options(placement, layerSize: layerSize)
    let file = meshFiles[ByteString(path)] ?? named
    let read = try InputCache.mesh(from: file, options) {
      () throws(DocumentError) -> (MorphableMesh, [String]) in
      // What a cache keeps is read after its key, so that a change in between counts as one.
      let isKept = InputCache.current != nil && file.path != nil
      let bytes = isKept ? (try? file.readDocument(limit: MeshFile.defaultByteLimit)) ?? bytes : bytes
      let read = try MeshInput.read(bytes, from: file, options, failed: { _ = self.remember($0) })
      do throws(MeshError) { return (try read.contents.morphable(), read.notes) } catch {
        throw MeshInput.fault(error, in: bytes, of: named)
      }
    }
    for note in read.notes where !notes.contains("\(path): \(note)") {
      notes.append("\(path): \(note)")
    }
    return read.mesh
  }

  func measuredMesh(
    _ measured: MeasuredMesh, layerSize: Size, content: PixelSize?
  ) throws(SceneResourceError) -> MeasuredMesh.Output {
    var source: InputFile?
    if let reference = measured.file { source = try file(reference.path, measured.noun) }
    do throws(Failure) {
      return try measured.output(from: source, layerSize: layerSize, content: content)
    } catch { throw remember(error) }
  }

  func mapMesh(
    _ map: MapDescription, content: PixelSize, layer: PixelSize
  ) throws(SceneResourceError) -> Mesh {
    let files = try map.files.map { reference throws(SceneResourceError) in
      try file(reference.path, "a map")
    }
    do throws(Failure) {
      let read = try MapInput.mesh(map, files, content: content, layer: layer, limits: limits)
      note(read.notes)
      return read.value
    } catch { throw remember(error) }
  }

  func remapping(_ map: MapDescription, content: PixelSize) throws(SceneResourceError) -> Remapping? {
    guard drawsExactMaps else { return nil }
    if let known = remappings[map], known.picture == content { return known }
    let files = try map.files.map { reference throws(SceneResourceError) in
      try file(reference.path, "a map")
    }
    do throws(Failure) {
      let read = try MapInput.remapping(map, files, content: content, limits: limits)
      note(read.notes)
      remappings[map] = read.value
      return read.value
    } catch { throw remember(error) }
  }

  func meshDependsOnLayer(_ path: String) -> Bool {
    let format = MeshInput.format(of: InputFile(argument: path))
    return format == .warp || format.isSurface
  }

  func text(_ text: SceneText, scale: Double) throws(SceneResourceError) -> SceneTextImage {
    let style = try style(of: text, scale: scale)
    let drawn = try draw(text) { memory throws(TextError) in
      let drawn = try TextImage.render(
        text.text, style: style, limit: PixelSize(limits.side, limits.side), areaLimit: limits.pixels,
        memoryLimit: memory)
      return (drawn, drawn.warnings)
    }
    return SceneTextImage(image: drawn.image, size: drawn.size)
  }

  func textPieces(_ text: SceneText, scale: Double) throws(SceneResourceError) -> SceneTextPieces {
    let style = try style(of: text, scale: scale)
    let drawn = try draw(text) { memory throws(TextError) in
      let drawn = try TextPieces.render(
        text.text, split: text.split ?? .glyphs, style: style, limit: PixelSize(limits.side, limits.side),
        areaLimit: limits.pixels, memoryLimit: memory)
      return (drawn, drawn.warnings)
    }
    return SceneTextPieces(
      drawn.pieces.map { SceneTextPieces.Piece(text: $0.text, image: $0.image, frame: $0.frame) },
      size: drawn.size)
  }

  private func style(of text: SceneText, scale: Double) throws(SceneResourceError) -> TextStyle {
    let fontFile = try text.fontFile.map { path throws(SceneResourceError) in try font(path) }
    var style = TextStyle(
      font: text.font, fontFile: fontFile, fontSize: text.fontSize, width: text.width,
      hyphens: text.hyphens, box: text.box, letterSpacing: text.letterSpacing ?? 0, scale: scale)
    if let alignment = text.alignment {
      style.alignment = TextStyle.Alignment(rawValue: alignment.rawValue) ?? .start
    }
    style.color = colors.color(text.color ?? style.color)
    style.outline = text.outline
    if let color = text.outline?.color { style.outline?.color = colors.color(color) }
    return style
  }

  /// Draws a text within the memory that is left, and remembers its warnings.
  private func draw<Drawn>(
    _ text: SceneText, _ body: (_ memory: Int) throws(TextError) -> (Drawn, [TextWarning])
  ) throws(SceneResourceError) -> Drawn {
    do throws(Failure) {
      try text.text.requireUTF8("the text")
      try text.font?.requireUTF8("the font")
      try MemoryBudget.current.requireLayout(of: text.text)
    } catch { throw remember(error) }
    do {
      let (drawn, warnings) = try body(limits.now(for: "the text \(text.text.excerpt)").memory)
      for warning in warnings where !notes.contains(warning.description) {
        notes.append(warning.description)
      }
      return drawn
    } catch {
      let failure = Failure(error)
      throw remember(
        failure.kind == .usage ? Failure(.badData, failure.sentence) : failure,
        key: error.isOfHyphens ? "hyphens" : nil)
    }
  }

  private func font(_ path: String) throws(SceneResourceError) -> FontFile {
    if let known = fonts[ByteString(path)] { return known }
    guard !Untrusted.isOn else {
      throw remember(Failure(.badData, Untrusted.refusalOfFonts), key: "fontFile")
    }
    guard fonts.count < Self.fontLimit else {
      throw remember(
        Failure(.badData, "there are more than \(Self.fontLimit) font files, the limit; use fewer"),
        key: "fontFile")
    }
    let file = try file(path, "a font file", key: "fontFile")
    // Fonts stay in memory, so the limit applies to all of them together.
    let left = FontFile.byteLimit - fonts.values.reduce(0) { $0 + $1.byteCount }
    do throws(Failure) {
      let font = try InputCache.font(file, limit: left)
      fonts[ByteString(path)] = font
      return font
    } catch { throw remember(error, key: "fontFile") }
  }

  /// - `key`: of the contents, where it is not the one of the file.
  func file(
    _ path: String, _ what: String, key: String? = nil
  ) throws(SceneResourceError) -> InputFile {
    let argument = arguments[ByteString(path)]
    if let argument, argument != .standardInput {
      InputList.add(argument)
      return argument
    }
    guard path != "-", argument == nil else {
      guard !hasReadStandardInput else {
        throw remember(Failure(.badData, "standard input has already been read; use a file"), key: key)
      }
      do { try InputList.checkStandardInput() } catch { throw remember(error, key: key) }
      hasReadStandardInput = true
      return .standardInput
    }
    guard let file = paths.file(path) else {
      throw remember(Failure(.badData, "\(path) is this scene file itself; use \(what)"), key: key)
    }
    return file
  }

  func remember(_ failure: Failure, key: String? = nil) -> SceneResourceError {
    failures.append(failure)
    // The command line has no scene's folder, and no scope.
    let hint =
      failure.isOfMissingFile && paths.scope != nil ? " (names in a scene are relative to its folder)" : ""
    return SceneResourceError(failure.sentence + hint, key: key)
  }
}

extension SceneFile {
  /// The scene of a file with its resources.
  func scene(files: SceneFiles, margin: Double = 0) throws(Failure) -> Scene {
    do { return try scene(resources: files, margin: margin) } catch {
      var failure = Failure(error, files.failure?.kind)
      failure.isOfMemory = files.failure?.isOfMemory ?? false
      throw failure
    }
  }
}
