import MeshTransform

extension SceneBuilder {
  /// What moves in a file, as the model has it.
  typealias Motion = (animations: [LayerPath?: [Animation]], presets: [LayerPath: PresetMesh])

  /// - Parameter scene: the file's, whose layers have their sizes.
  mutating func motion(in scene: Scene) throws(DocumentError) -> Motion {
    var motion: Motion = ([:], [:])
    motion.animations[nil] = try animations(file.animations, layerSize: scene.canvas.frame.size, at: "")
    try add(file.layers, scene.layers, under: nil, to: &motion)
    return motion
  }

  private mutating func add(
    _ plans: [LayerPlan], _ layers: [Layer], under superlayer: LayerPath?, to motion: inout Motion
  ) throws(DocumentError) {
    for (index, plan) in plans.enumerated() {
      let (layer, path) = (layers[index], superlayer?.sublayer(index) ?? LayerPath(index))
      let size = layer.bounds.size
      if !plan.animations.isEmpty {
        motion.animations[path] = try animations(plan.animations, layerSize: size, at: "\(path).")
      }
      if case .preset(let name, let values) = plan.mesh?.source {
        do { motion.presets[path] = try MeshPlan.recipe(preset: name, values, layerSize: size) } catch {
          throw fault(error.description, offset: plan.offset, at: "\(path).mesh")
        }
      }
      try add(plan.sublayers, layer.sublayers, under: path, to: &motion)
    }
  }

  /// - Parameter path: of what has them, with the dot after it.
  private mutating func animations(
    _ plans: [AnimationPlan], layerSize: Size, at path: String
  ) throws(DocumentError) -> [Animation] {
    var animations: [Animation] = []
    for (index, plan) in plans.enumerated() {
      animations.append(try animation(plan, layerSize: layerSize, at: "\(path)animations[\(index)]"))
    }
    return animations
  }

  private mutating func animation(
    _ plan: AnimationPlan, layerSize: Size, at path: String
  ) throws(DocumentError) -> Animation {
    let made = Maker(plan: plan, layerSize: layerSize, path: path)
    var timing = plan.timing
    let action: Animation.Action
    switch plan.action {
    case .change(let property, let ends):
      action = .change(property, try self.ends(ends, made))
      timing.duration = MediaTiming().duration
    case .spring(let property, let ends, let spring):
      do { try spring.validate() } catch { throw fault("\(error.problem)", offset: plan.offset, at: path) }
      action = .spring(property, try self.ends(ends, made), spring)
      let own = Animation.spring(property, spring).timing
      timing.duration = own.duration
      if plan.duration == nil, timing.repeatCount == 0, timing.repeatDuration == 0 {
        timing.repeatCount = own.repeatCount
      }
    case .keyframes(let property, let plan):
      var keyframes = Keyframes(
        [], keyTimes: plan.keyTimes, timingFunctions: plan.timingFunctions, mode: plan.mode,
        tension: plan.tension, continuity: plan.continuity, bias: plan.bias)
      for (index, value) in plan.values.enumerated() {
        keyframes.values.append(try self.value(value, "values[\(index)]", made))
      }
      action = .keyframes(property, keyframes)
      timing.duration = MediaTiming().duration
    case .group(let plans):
      let children = try animations(plans, layerSize: layerSize, at: path + ".")
      action = .group(children)
      timing.duration = max(children.map(\.endTime).max() ?? 0, 0)
    case .gestures(let gestures):
      let track = try self.track(gestures, at: path + ".gestures")
      action = .gestures(track)
      timing.duration = track.duration
    }
    if let duration = plan.duration { timing.duration = duration }
    guard timing.duration.isFinite else {
      throw fault(
        "something in the group goes on for ever, and the group has no duration; give it one",
        offset: plan.offset, at: path)
    }
    var animation = Animation(
      action, name: plan.name, timing: timing, timingFunction: plan.timingFunction,
      isAdditive: plan.isAdditive, isCumulative: plan.isCumulative)
    animation.removalTime = plan.removalTime
    return animation
  }

  /// Whose values are made.
  private struct Maker {
    let plan: AnimationPlan, layerSize: Size, path: String
  }

  private mutating func ends(_ ends: AnimationPlan.Ends, _ made: Maker) throws(DocumentError)
    -> Animation.Ends
  {
    var result = Animation.Ends()
    if let from = ends.from { result.from = try value(from, "from", made) }
    if let to = ends.to { result.to = try value(to, "to", made) }
    if let by = ends.by { result.by = try value(by, "by", made) }
    return result
  }

  private mutating func value(
    _ value: AnimationValuePlan, _ key: String, _ made: Maker
  ) throws(DocumentError) -> AnimationValue {
    let (offset, path) = (made.plan.offset, "\(made.path).\(key)")
    switch value {
    case .value(let value): return value
    case .transform(let transform):
      do { return .transform(try transform.value(layerSize: made.layerSize)) } catch {
        throw fault(error.description, offset: offset, at: path)
      }
    case .mesh(let plan):
      // Before a preset makes what would be refused.
      if let problem = motion.add(vertices: plan.vertexCount) {
        throw fault(problem, offset: offset, at: path)
      }
      let mesh = try self.mesh(plan, layerSize: made.layerSize, offset: offset, at: path)
      if case .file = plan.source, let problem = motion.add(vertices: mesh.vertices.count) {
        throw fault(problem, offset: offset, at: path)
      }
      return .mesh(mesh)
    }
  }

  private func track(_ gestures: AnimationPlan.Gestures, at path: String) throws(DocumentError)
    -> GestureTrack
  {
    switch gestures {
    case .track(let track): return track
    case .file(let reference):
      let bytes: [UInt8]
      do throws(SceneResourceError) { bytes = try resources.gestureFile(reference.path) } catch {
        throw fault(error.description, offset: reference.offset, at: path)
      }
      return try GestureFile.decode(bytes, name: reference.path)
    }
  }
}
