import MeshTransform

extension SceneBuilder {
  /// The animations of a file as model values.
  typealias Motion = (animations: [LayerPath?: [Animation]], presets: [LayerPath: PresetMesh])

  /// - Parameter scene: the file's scene, with the sizes of its layers.
  mutating func motion(in scene: Scene) throws(DocumentError) -> Motion {
    var motion: Motion = ([:], [:])
    for (index, description) in file.animations.enumerated() where description.stagger != nil {
      throw fault(
        "a stagger applies to the parts of a split text, but these animations change lights; remove it",
        offset: description.offset, at: "animations[\(index)].stagger")
    }
    motion.animations[nil] = try animations(file.animations, layerSize: scene.canvas.frame.size, at: "")
    try add(file.layers, scene.layers, under: nil, to: &motion)
    return motion
  }

  private mutating func add(
    _ descriptions: [LayerDescription], _ layers: [Layer], under superlayer: LayerPath?,
    to motion: inout Motion
  ) throws(DocumentError) {
    for (index, description) in descriptions.enumerated() {
      let (layer, path) = (layers[index], superlayer?.sublayer(index) ?? LayerPath(index))
      let size = layer.bounds.size
      if !description.animations.isEmpty { try add(description, layer, at: path, to: &motion) }
      // A displaced preset is no preset any more: its parameters stand still.
      if case .preset(let name, let values) = description.mesh?.source, description.mesh?.displacement == nil
      {
        do {
          motion.presets[path] = try MeshDescription.presetMesh(preset: name, values, layerSize: size)
        } catch {
          throw fault(error.description, offset: description.offset, at: "\(file.path(of: path)).mesh")
        }
      }
      try add(description.sublayers, layer.sublayers, under: path, to: &motion)
    }
  }

  /// Adds the animations of a layer, and those of the parts of its text.
  private mutating func add(
    _ description: LayerDescription, _ layer: Layer, at path: LayerPath, to motion: inout Motion
  ) throws(DocumentError) {
    let place = file.path(of: path)
    for (index, description) in description.animations.enumerated() {
      let place = "\(place).animations[\(index)]"
      guard let stagger = description.stagger else {
        let made = try animation(description, layerSize: layer.bounds.size, at: place)
        motion.animations[path, default: []].append(made)
        continue
      }
      guard let parts = splitTexts[path] else {
        throw fault(
          "a stagger applies to the parts of a split text, but this layer has none; add to its contents a text and a "
            + "\"split\"", offset: description.offset, at: place + ".stagger")
      }
      staggeredValues += parts.count * description.valueCount
      guard staggeredValues <= AnimationLimits.staggeredValues else {
        throw fault(
          "the animations of parts of texts have more than \(AnimationLimits.staggeredValues) values together, the "
            + "limit; split the text into fewer parts, or use fewer values",
          offset: description.offset, at: place + ".stagger")
      }
      for (number, part) in parts.enumerated() {
        var made = try animation(description, layerSize: layer.sublayers[part].bounds.size, at: place)
        made.timing.beginTime += stagger.delay(of: number, count: parts.count)
        motion.animations[path.sublayer(part), default: []].append(made)
      }
    }
  }

  /// - Parameter path: of the owner, with a dot at its end.
  private mutating func animations(
    _ descriptions: [AnimationDescription], layerSize: Size, at path: String
  ) throws(DocumentError) -> [Animation] {
    var animations: [Animation] = []
    for (index, description) in descriptions.enumerated() {
      try attempt { builder throws(DocumentError) in
        animations.append(
          try builder.animation(description, layerSize: layerSize, at: "\(path)animations[\(index)]"))
      }
    }
    return animations
  }

  private mutating func animation(
    _ description: AnimationDescription, layerSize: Size, at path: String
  ) throws(DocumentError) -> Animation {
    let made = Maker(description: description, layerSize: layerSize, path: path)
    var timing = description.timing
    let action: Animation.Action
    switch description.action {
    case .change(let property, let ends):
      action = .change(property, try self.ends(ends, made))
      timing.duration = MediaTiming().duration
    case .spring(let property, let ends, let spring):
      do { try spring.validate() } catch {
        throw fault("\(error.problem)", offset: description.offset, at: path)
      }
      action = .spring(property, try self.ends(ends, made), spring)
      let own = Animation.spring(property, spring).timing
      timing.duration = own.duration
      if description.duration == nil, timing.repeatCount == 0, timing.repeatDuration == 0 {
        timing.repeatCount = own.repeatCount
      }
    case .keyframes(let property, let description):
      var keyframes = Keyframes(
        [], keyTimes: description.keyTimes, timingFunctions: description.timingFunctions,
        mode: description.mode,
        tension: description.tension, continuity: description.continuity, bias: description.bias)
      for (index, value) in description.values.enumerated() {
        keyframes.values.append(try self.value(value, "values[\(index)]", made))
      }
      action = .keyframes(property, keyframes)
      timing.duration = MediaTiming().duration
    case .group(let descriptions):
      let children = try animations(descriptions, layerSize: layerSize, at: path + ".")
      action = .group(children)
      timing.duration = max(children.map(\.endTime).max() ?? 0, 0)
    case .gestures(let gestures):
      let track = try self.track(gestures, at: path + ".gestures")
      action = .gestures(track)
      timing.duration = track.duration
    }
    if let duration = description.duration { timing.duration = duration }
    guard timing.duration.isFinite else {
      throw fault(
        "an animation of the group never ends, and the group has no duration; add one",
        offset: description.offset, at: path)
    }
    var animation = Animation(
      action, name: description.name, timing: timing, timingFunction: description.timingFunction,
      isAdditive: description.isAdditive, isCumulative: description.isCumulative)
    animation.removalTime = description.removalTime
    return animation
  }

  /// The animation whose values are being built, for error messages.
  private struct Maker {
    let description: AnimationDescription, layerSize: Size, path: String
  }

  private mutating func ends(_ ends: AnimationDescription.Ends, _ made: Maker) throws(DocumentError)
    -> Animation.Ends
  {
    var result = Animation.Ends()
    if let from = ends.from { result.from = try value(from, "from", made) }
    if let to = ends.to { result.to = try value(to, "to", made) }
    if let by = ends.by { result.by = try value(by, "by", made) }
    return result
  }

  private mutating func value(
    _ value: AnimationValueDescription, _ key: String, _ made: Maker
  ) throws(DocumentError) -> AnimationValue {
    let (offset, path) = (made.description.offset, "\(made.path).\(key)")
    switch value {
    case .value(let value): return value
    case .transform(let transform):
      do { return .transform(try transform.value(layerSize: made.layerSize)) } catch {
        throw fault(error.description, offset: offset, at: path)
      }
    case .mesh(let description):
      // Checked before the preset builds a mesh beyond the limit.
      if let problem = motion.add(vertices: description.vertexCount) {
        throw fault(problem, offset: offset, at: path)
      }
      let mesh = try self.mesh(description, layerSize: made.layerSize, offset: offset, at: path)
      if description.vertexCount == 0, let problem = motion.add(vertices: mesh.vertices.count) {
        throw fault(problem, offset: offset, at: path)
      }
      return .mesh(mesh)
    }
  }

  private func track(_ gestures: AnimationDescription.Gestures, at path: String) throws(DocumentError)
    -> GestureTrack
  {
    switch gestures {
    case .track(let track): return track
    case .file(let reference):
      let bytes: [UInt8]
      do throws(SceneResourceError) { bytes = try resources.gestureFile(reference.path) } catch {
        throw fault(error.description, offset: reference.offset, at: path)
      }
      do throws(DocumentError) { return try GestureFile.decode(bytes, name: reference.path) } catch {
        throw fault(error.description, offset: reference.offset, at: path)
      }
    }
  }
}
