import MeshTransform

extension SceneFile {
  /// Whether the scene or one of its layers has animations.
  public var isAnimated: Bool { !animations.isEmpty || layers.contains(where: \.isAnimated) }

  /// The scene with all its resources and animations.
  ///
  /// A canvas with `fit` contains everything that is visible at the sample times: 49 times from the start to the end,
  /// or 66 up to the end of the first cycle of an endless animation (the first minute when it has no cycle).
  /// - Parameter margin: added around the outline that a canvas fits, in points.
  public func animatedScene(
    resources: some SceneResources, margin: Double = 0
  ) throws(DocumentError) -> AnimatedScene {
    var builder = SceneBuilder(file: self, resources: resources)
    let scene = try builder.scene()
    return try fitted(scene, builder.motion(in: scene), by: &builder, margin: margin)
  }

  private func fitted<Resources: SceneResources>(
    _ scene: Scene, _ motion: SceneBuilder<Resources>.Motion, by builder: inout SceneBuilder<Resources>,
    margin: Double
  ) throws(DocumentError) -> AnimatedScene {
    var scene = scene
    let animated = try animatedScene(scene, motion)
    guard canvas.fit else { return animated }
    let outline: Rect?
    do { outline = try animated.outline() } catch { throw located(error) }
    try builder.fit(&scene, to: outline, margin: margin)
    return try animatedScene(scene, motion)
  }

  /// The scene with all its resources and animations, and its faults, all as far as they are independent.
  /// - Parameter faultLimit: the most faults to find, 1 or more.
  package func examine(
    resources: some SceneResources, faultLimit: Int
  ) -> (scene: AnimatedScene?, faults: [DocumentError]) {
    var builder = SceneBuilder(file: self, resources: resources, faultLimit: faultLimit)
    do throws(DocumentError) {
      let scene = try builder.scene()
      // The animations of layers with faults have no sizes.
      guard builder.faults.isEmpty else { return (nil, builder.faults) }
      let motion = try builder.motion(in: scene)
      guard builder.faults.isEmpty else { return (nil, builder.faults) }
      return (try fitted(scene, motion, by: &builder, margin: 0), [])
    } catch { return (nil, builder.faults + (builder.faults.count < faultLimit ? [error] : [])) }
  }

  private func animatedScene(
    _ scene: Scene, _ motion: (animations: [LayerPath?: [Animation]], presets: [LayerPath: PresetMesh])
  ) throws(DocumentError) -> AnimatedScene {
    do { return try AnimatedScene(scene, animations: motion.animations, presets: motion.presets) } catch {
      throw located(error)
    }
  }

  /// A validation error of the model, at the animation that caused it.
  private func located(_ error: AnimationError) -> DocumentError {
    // The model appends an animation's name to its path.
    var steps = error.steps.map { step in String(step.prefix { $0 != " " }) }
    let owner = error.layer.map(owner)
    if let first = steps.first, let index = Int(first.filter(\.isNumber)), let owner,
      owner.animations.indices.contains(index)
    {
      steps[0] = "animations[\(owner.animations[index])]"
    }
    let path = ([error.layer.map(self.path)].compactMap(\.self) + steps).joined(separator: ".")
    let time = error.time.map { "at \($0.short) s: " } ?? ""
    let (text, offset) = origin(of: owner?.layer, steps)
    let fault = fault("\(time)\(error.problem)", offset: offset, at: path)
    return text.map { fault.caused(by: .animation($0), path: "") } ?? fault
  }

  /// The description of a layer, or of that whose split text it is a part of, and the indices of the animations that
  /// move it among those of the description.
  private func owner(of path: LayerPath) -> (layer: LayerDescription, animations: [Int]) {
    var (siblings, found, isPart) = (layers, LayerDescription(), false)
    for index in path.indices {
      isPart = !siblings.indices.contains(index)
      if isPart { break }
      found = siblings[index]
      siblings = found.sublayers
    }
    let animations = found.animations.indices.filter { (found.animations[$0].stagger != nil) == isPart }
    return (found, animations)
  }

  /// The innermost animation in the path: the text that it is from, or its offset in bytes of the file.
  /// - Parameter layer: the layer that has the animation; nil for the scene.
  private func origin(of layer: LayerDescription?, _ steps: [String]) -> (text: String?, offset: Int) {
    var (descriptions, offset) = (layer?.animations ?? animations, layer?.offset ?? 0)
    for step in steps {
      guard let index = Int(step.filter(\.isNumber)), descriptions.indices.contains(index) else { break }
      if let text = descriptions[index].text { return (text, 0) }
      offset = descriptions[index].offset
      if case .group(let children) = descriptions[index].action {
        descriptions = children
      } else {
        descriptions = []
      }
    }
    return (nil, offset)
  }
}

extension LayerDescription {
  fileprivate var isAnimated: Bool { !animations.isEmpty || sublayers.contains(where: \.isAnimated) }
}

extension AnimatedScene {
  /// A rectangle around everything that is visible at equally spaced sample times.
  /// - Returns: nil when nothing is visible, or when a surface intersects the plane of the eye.
  func outline() throws(AnimationError) -> Rect? {
    var outline = Layer.Outline.empty
    for time in outlineTimes {
      outline = outline.union(try scene(at: time).extent())
      if outline == .unbounded { break }
    }
    return outline.rect
  }

  private var outlineTimes: [Double] {
    func even(_ count: Int, from start: Double, lasting length: Double) -> [Double] {
      length > 0 ? (0...count).map { start + length * Double($0) / Double(count) } : [start]
    }
    // Equally spaced times alone could all sample a fast motion at the same phase.
    func uneven(_ count: Int, from start: Double, lasting length: Double) -> [Double] {
      guard length > 0 else { return [] }
      return (1...count).map { start + length * (Double($0) * 0.618_034).truncatingRemainder(dividingBy: 1) }
    }
    if let duration {
      return even(32, from: 0, lasting: duration) + uneven(16, from: 0, lasting: duration)
    }
    let length = cycle ?? 60
    return even(16, from: 0, lasting: steadyTime) + even(32, from: steadyTime, lasting: length)
      + uneven(16, from: steadyTime, lasting: length)
  }
}
