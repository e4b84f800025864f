import ImageFiles
import MeshTransform
import SceneDocument

/// The content of a clip: a scene file, given or implied by flags, and the resources that it names.
struct ClipDocument {
  var file: SceneFile
  let files: SceneFiles
  let colors: CanvasColors
  /// The kind of failure that a fault of the scene reports: bad data for a file, usage for flags.
  var fault = Failure.Kind.badData
  /// The moving content that sets the length of the clip; nil: the motion sets it.
  var lengthSource: FrameSource?
  /// Whether the mesh would move over other content.
  var stillMesh = false
  /// The file of the scene; nil for a scene that flags imply.
  var sceneFile: InputFile?

  func animatedScene(margin: Double) throws(Failure) -> AnimatedScene {
    do { return try file.animatedScene(resources: files, margin: margin) } catch {
      throw Failure(error, files.failure?.kind ?? (error.argument == nil ? fault : nil))
    }
  }

  /// The scene at a time in seconds, with the frames of moving contents.
  func scene(at time: Double, margin: Double) throws(Failure) -> Scene {
    let animated = try animatedScene(margin: margin)
    var scene: Scene
    do { scene = try animated.scene(at: time) } catch { throw Failure(error) }
    for content in contents() { _ = try content.place(in: &scene, at: time) }
    return scene
  }

  /// The moving content that ends last, once the scene has been built; a stream has an unknown length, possibly the
  /// largest.
  var longestSource: FrameSource? {
    func length(_ content: ContentFrames) -> Double {
      content.duration ?? content.statedDuration ?? .infinity
    }
    let last = contents().max { length($0) < length($1) }
    // One that has ended at the start of the clip sets no length.
    return last.flatMap { $0.beginTime < 0 && length($0) == 0 ? nil : $0.source }
  }

  /// The period of the moving contents, which all repeat without end, in a clip of `length` seconds; nil where they
  /// have none in common, and where one of them does not begin again within the clip.
  func turn(in length: Double) -> Double? {
    let contents = contents()
    guard let turn = contents.first?.source.duration, turn > 0 else { return nil }
    let isOneTurn = (length / turn).rounded() == 1
    let repeats = contents.allSatisfy { content in
      let source = content.source
      let goesOn = source.end == .loop && content.beginTime <= 0
      return source.plays == 0 && source.duration == turn && (goesOn || isOneTurn && content.beginTime == 0)
    }
    return repeats ? turn : nil
  }

  /// The moving contents in the order of the layers, once the scene has been built.
  func contents() -> [ContentFrames] {
    guard !files.sources.isEmpty else { return [] }
    let contents = file.movingContents.compactMap { path, content in
      files.sources[content].map { source in
        let description = file.layers.description(at: path)
        return ContentFrames(
          source: source, layer: path, setsLength: source === lengthSource, beginTime: content.beginTime,
          remapping: remapping(of: description), flattensLight: description.flattensLight)
      }
    }
    return contents.sorted { $0.layer < $1.layer }
  }

  private func remapping(of description: LayerDescription) -> Remapping? {
    description.exactMap.flatMap { files.remappings[$0] }.map(description.withFilters)
  }
}

extension Animate {
  /// - Parameters:
  ///   - scene: a scene in memory in place of the input.
  ///   - drawsExactMaps: whether exact maps are drawn as such; otherwise their meshes stand for them.
  func document(_ scene: InputFile?, drawsExactMaps: Bool = true) throws(Failure) -> ClipDocument {
    var implied = implied
    implied.drawsExactMaps = drawsExactMaps
    // Those of a scene file may be others.
    let colors = try content.colors.colors(isLinear: canvas.linear)
    let opened: InputFile?
    switch try contentFrames.open(
      content.text == nil && scene == nil ? content.input : nil, limits.image, isLenient: mesh.lenient,
      colors: colors.conversion, encoding: streamColors.content)
    {
    case .frames(let source, let moving):
      try sceneImages.requireNone()
      return try document(of: source, moving, colors, implied)
    case .other(let input): opened = scene ?? input
    }
    if let option = contentFrames.given, sceneImages.image.isEmpty {
      throw Failure(
        .usage,
        "\(option) applies only to a sequence (in-%04d.png), a stream (in.y4m) or a video; use one")
    }
    switch try implied.source(opened: opened) {
    case .scene(var file, let input):
      if motion.from != nil || motion.timing != nil {
        throw Failure(
          .usage,
          "--from, --to and --timing apply only to an image or text; use the animations of the layers in a scene"
        )
      }
      if motion.still || motion.motion {
        throw Failure(
          .usage,
          "\(motion.still ? "--still" : "--motion") applies only to the mesh of an image, a text or moving content; use the "
            + "animations of the layers in a scene")
      }
      let paths = ScenePaths(of: input, allowed: reading.allowRead)
      let colors = try content.colors.colors(of: file, paths)
      let files = SceneFiles(
        paths, limits: limits.image, isLenient: mesh.lenient, colors: colors, encoding: streamColors.content,
        showsFrames: true, drawsExactMaps: drawsExactMaps)
      if output.printScene { try sceneImages.refusePrinting() }
      try sceneImages.apply(
        to: &file, files, end: contentFrames.contentEnd.flatMap { MovingContent.End(rawValue: $0.rawValue) },
        rate: contentFrames.contentFps?.framesPerSecond)
      try addMotions(to: &file, files)
      return ClipDocument(file: file, files: files, colors: colors, sceneFile: input)
    case .content(let input):
      try sceneImages.requireNone()
      let content = try self.content.load(
        scale: canvas.scale, limits: limits.image, source: input, isLenient: mesh.lenient, colors: colors)
      let given = self.content.text == nil ? [ByteString(self.content.input ?? "-"): content.image] : [:]
      let files = SceneFiles(
        .commandLine, limits: limits.image, colors: colors, given: given, drawsExactMaps: drawsExactMaps)
      let (file, _) = try document(of: content, files, colors.conversion, contents: nil, implied)
      return ClipDocument(file: file, files: files, colors: colors, fault: .usage)
    }
  }

  private func document(
    of source: FrameSource, _ moving: MovingContent, _ colors: CanvasColors, _ implied: ImpliedScene
  ) throws(Failure) -> ClipDocument {
    if output.printScene, contentFrames.contentFormat?.raw != nil {
      throw Failure(.usage, "a scene cannot contain raw frames; use y4m or a sequence of PNG files")
    }
    if case .video(let input) = moving.source {
      if let option = contentFrames.givenForStreams {
        throw Failure(
          .usage, "\(option) applies only to a sequence or a stream; \(source.name) has its own frame times")
      }
      if output.printScene, input == "-" {
        throw Failure(.usage, "a scene cannot read a video from standard input; use a file")
      }
    }
    if output.printScene { source.warnings.forEach(verbosity.warn) }
    let image: Image
    do throws(FrameSourceError) {
      guard let first = try source.frame(at: 0) else { throw .noFrames(name: source.name) }
      image = first
    } catch { throw Failure(error) }
    let content = ContentOptions.Content(
      image: image, size: Size(Double(image.size.width), Double(image.size.height)))
    let files = SceneFiles(
      .commandLine, limits: limits.image, colors: colors, sources: [moving: source],
      drawsExactMaps: implied.drawsExactMaps)
    let (file, stillMesh) = try document(
      of: content, files, colors.conversion, contents: .moving(moving), implied)
    let setsLength = contentFrames.contentEnd == nil && frames.duration == nil
    return ClipDocument(
      file: file, files: files, colors: colors, fault: .usage, lengthSource: setsLength ? source : nil,
      stillMesh: stillMesh)
  }

  /// - `contents`: replaces an image or text as the contents of the layer.
  /// - Returns: the scene, and whether its mesh stays as it is because the contents move.
  private func document(
    of content: ContentOptions.Content, _ files: SceneFiles, _ colors: ColorConversion,
    contents: ContentsDescription?, _ implied: ImpliedScene
  ) throws(Failure) -> (SceneFile, stillMesh: Bool) {
    let scene = try implied.scene(content, space.lights(), space.surfaceValue(), colors)
    var shapes = [scene.layers[0].mesh]
    var file = try implied.file(of: scene)
    if let contents { file.layers[0].contents = contents }
    file.canvas.fit = canvas.fit
    if canvas.fit {
      (file.canvas.frame, file.canvas.size) = (nil, canvas.size?.value)
      file.canvas.padding = canvas.padding
    }
    // Standard input can be read only once.
    if mesh.mesh == "-", let mesh = scene.layers[0].mesh {
      file.layers[0].mesh = MeshDescription(.inPlace(mesh))
    }
    let (length, timing) = (frames.duration?.seconds, try motion.timingFunction())
    var (hasOwnMotion, stillMesh) = (false, false)
    if let from = motion.from, let to = motion.to {
      let morph = try MeshMorph(
        from: from, to: to,
        by: MorphEnd.Reader(
          layerSize: content.size, placement: mesh.placement.placement, limits: limits,
          isLenient: mesh.lenient, warn: verbosity.warn),
        settings: mesh.settings, length: length, timing: timing)
      file.layers[0].mesh = morph.mesh
      file.layers[0].animations = morph.animations
      hasOwnMotion = true
      shapes = morph.ends
    } else if let mesh = scene.layers[0].mesh {
      let isGiven = !motion.animate.isEmpty || gestures.gestures != nil
      let choice = isGiven && motion.choice == .automatic ? .never : motion.choice
      let animation = try DefaultMotion.of(
        mesh, file.layers[0].mesh, choice, isContentMoving: contents != nil, length: length, timing: timing)
      file.layers[0].animations = [animation].compactMap(\.self)
      hasOwnMotion = animation != nil
      stillMesh = animation == nil && choice == .automatic
    } else if motion.choice != .automatic {
      throw Failure(
        .usage,
        "\(motion.still ? "--still" : "--motion") applies only to the motion of a mesh; add --mesh")
    }
    if timing != nil, !hasOwnMotion {
      throw Failure(
        .usage,
        "--timing applies to --from and --to, or to the default motion of a mesh"
          + (stillMesh
            ? ", which is off over moving content; add --motion"
            : "; --animate has its own timing"))
    }
    if file.lights.isEmpty, space.transform == nil, shapes.areBentInDepthOnly {
      file.lights = [.defaultRelief]
    }
    try addMotions(to: &file, files)
    let animations = file.layers[0].animations
    if motion.choice == .always, let own = animations.first?.property,
      animations.dropFirst().contains(where: { $0.property == own })
    {
      throw Failure(.usage, "--animate and --motion both move \(own); remove one of them")
    }
    return (file, stillMesh)
  }

  /// Adds the motions of `--animate` and `--gestures`.
  private func addMotions(to file: inout SceneFile, _ files: SceneFiles) throws(Failure) {
    guard gestures.gestures != nil || !motion.animate.isEmpty else { return }
    let scene = try file.scene(files: files)
    let path = try animatedLayer(of: scene)
    try file.layers.requireLayer(at: path, "--animate-layer", scene)
    for text in motion.animate {
      let descriptions: [AnimationDescription]
      do { descriptions = try AnimationText.parse(text, preset: file.layers.preset(at: path)) } catch {
        throw Failure(error, of: "--animate")
      }
      for description in descriptions {
        // Lights given on the command line belong to the scene; a layer's lights shine on its sublayers.
        if description.isOfScene, motion.animateLayer == nil, scene[path].lights.isEmpty {
          file.animations.append(description)
        } else {
          file.layers.change(at: path) { $0.animations.append(description) }
        }
      }
    }
    guard let (track, path) = try gestures.track(in: scene) else { return }
    try file.layers.requireLayer(at: path, "--gestures-layer", scene)
    file.layers.change(at: path) { $0.animations.append(AnimationDescription(.gestures(.track(track)))) }
  }

  private func animatedLayer(of scene: Scene) throws(Failure) -> LayerPath {
    guard let path = motion.animateLayer.map({ scene.path(named: $0) }) ?? LayerPath(0), scene.contains(path)
    else {
      throw Failure(
        .usage,
        "--animate-layer: the scene has no layer '\((motion.animateLayer ?? "").excerpt)'; its layers are "
          + scene.layersDepthFirst.prefix(10).map { scene.name(of: $0.path).excerpt }.joined(separator: ", "))
    }
    return path
  }
}

extension [LayerDescription] {
  /// Changes the description of the layer at a path.
  mutating func change(at path: LayerPath, _ body: (inout LayerDescription) -> Void) {
    change(path.indices[...], body)
  }

  /// - Throws: ``Failure`` of usage for a part of a split text, which has no description of its own.
  fileprivate func requireLayer(at path: LayerPath, _ flag: String, _ scene: Scene) throws(Failure) {
    var layers = self
    for index in path.indices {
      guard layers.indices.contains(index) else {
        throw Failure(
          .usage,
          "\(flag): '\(scene.name(of: path).excerpt)' is a part of a split text; use the layer of the text, and write "
            + "\"stagger 50ms\" to move its parts")
      }
      layers = layers[index].sublayers
    }
  }

  /// The name of the preset that makes a layer's mesh.
  func preset(at path: LayerPath) -> String? {
    if case .preset(let name, _) = description(at: path).mesh?.source { name } else { nil }
  }

  /// - Precondition: there is a layer at the path.
  func description(at path: LayerPath) -> LayerDescription {
    var (layers, found) = (self, LayerDescription())
    for index in path.indices {
      found = layers[index]
      layers = found.sublayers
    }
    return found
  }

  private mutating func change(_ indices: ArraySlice<Int>, _ body: (inout LayerDescription) -> Void) {
    guard let first = indices.first else { return }
    if indices.count == 1 { return body(&self[first]) }
    self[first].sublayers.change(indices.dropFirst(), body)
  }
}
