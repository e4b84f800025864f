import ImageFiles
import MeshTransform
import SceneDocument

/// What a clip is made of, as a scene file would say it, with what the file names.
struct ClipDocument {
  var file: SceneFile
  let files: SceneFiles

  func animatedScene(margin: Double) throws(Failure) -> AnimatedScene {
    do { return try file.animatedScene(resources: files, margin: margin) } catch {
      throw Failure(files.failure?.kind ?? .badData, error.description)
    }
  }
}

extension Animate {
  func document() throws(Failure) -> ClipDocument {
    switch try implied.source() {
    case .scene(var file, let input):
      if motion.from != nil || motion.timing != nil {
        throw Failure(
          .usage,
          "--from, --to and --timing are about an image or text; a scene says it in its layers' animations")
      }
      let files = SceneFiles(scene: input, limits: limits.image)
      try addMotions(to: &file, files)
      return ClipDocument(file: file, files: files)
    case .content(let input): return try document(of: input)
    }
  }

  private func document(of input: InputFile?) throws(Failure) -> ClipDocument {
    let content = try self.content.load(scale: canvas.scale, limits: limits.image, source: input)
    let scene = try implied.scene(content, space.lights(), space.surfaceValue())
    var file = try implied.file(of: scene)
    file.canvas.fit = canvas.fit
    if canvas.fit {
      (file.canvas.frame, file.canvas.size) = (nil, canvas.size?.value)
      file.canvas.padding = canvas.padding
    }
    // Standard input can be read but once.
    if mesh.mesh == "-", let mesh = scene.layers[0].mesh { file.layers[0].mesh = MeshPlan(.inPlace(mesh)) }
    let given = self.content.text == nil ? [self.content.input ?? "-": content.image] : [:]
    let files = SceneFiles(given: given, limits: limits.image)
    let (length, timing) = (frames.duration?.seconds, try motion.timingFunction())
    if let from = motion.from, let to = motion.to {
      let morph = try MeshMorph(
        from: from, to: to, layerSize: content.size, length: length, timing: timing)
      file.layers[0].mesh = morph.mesh
      file.layers[0].animations = morph.animations
    } else if motion.animate.isEmpty, gestures.gestures == nil, let mesh = scene.layers[0].mesh {
      file.layers[0].animations = [
        try naturalMotion(of: mesh, file.layers[0].mesh, length: length, timing: timing)
      ]
    } else if timing != nil {
      throw Failure(
        .usage, "--timing is the pace of --from and --to, or of a mesh's own motion; an --animate has its own"
      )
    }
    try addMotions(to: &file, files)
    return ClipDocument(file: file, files: files)
  }

  private func naturalMotion(
    of mesh: Mesh, _ plan: MeshPlan?, length: Double?, timing: TimingFunction?
  ) throws(Failure) -> AnimationPlan {
    if case .preset(let name, let values) = plan?.source,
      let motion = NaturalMotion.of(preset: name, values, length: length, timing: timing)
    {
      return motion
    }
    return try NaturalMotion.bending(to: mesh, length: length, timing: timing)
  }

  /// What `--animate` and `--gestures` ask for.
  private func addMotions(to file: inout SceneFile, _ files: SceneFiles) throws(Failure) {
    guard gestures.gestures != nil || !motion.animate.isEmpty else { return }
    let scene = try file.scene(files: files)
    let path = try animatedLayer(of: scene)
    for text in motion.animate {
      let plans: [AnimationPlan]
      do { plans = try AnimationText.parse(text, preset: file.layers.preset(at: path)) } catch {
        throw Failure(error, of: "--animate")
      }
      for plan in plans {
        // The lights of a command line are the scene's; a layer's lights shine on its sublayers.
        if plan.isOfScene, motion.animateLayer == nil, scene[path].lights.isEmpty {
          file.animations.append(plan)
        } else {
          file.layers.change(at: path) { $0.animations.append(plan) }
        }
      }
    }
    guard let (track, path) = try gestures.track(in: scene) else { return }
    file.layers.change(at: path) { $0.animations.append(AnimationPlan(.gestures(.track(track)))) }
  }

  private func animatedLayer(of scene: Scene) throws(Failure) -> LayerPath {
    guard let path = motion.animateLayer.map({ scene.path(named: $0) }) ?? LayerPath(0), scene.contains(path)
    else {
      throw Failure(
        .usage,
        "--animate-layer: the scene has no layer '\(motion.animateLayer ?? "")'; its layers are "
          + scene.layersDepthFirst.prefix(20).map { scene.name(of: $0.path) }.joined(separator: ", "))
    }
    return path
  }
}

extension [LayerPlan] {
  /// Changes the plan of a layer that is there.
  mutating func change(at path: LayerPath, _ body: (inout LayerPlan) -> Void) {
    change(path.indices[...], body)
  }

  /// The name of the preset that makes a layer's mesh.
  func preset(at path: LayerPath) -> String? {
    var (layers, found) = (self, LayerPlan())
    for index in path.indices {
      found = layers[index]
      layers = found.sublayers
    }
    if case .preset(let name, _) = found.mesh?.source { return name }
    return nil
  }

  private mutating func change(_ indices: ArraySlice<Int>, _ body: (inout LayerPlan) -> Void) {
    guard let first = indices.first else { return }
    if indices.count == 1 { return body(&self[first]) }
    self[first].sublayers.change(indices.dropFirst(), body)
  }
}
