extension AnimatedScene {
  /// The presentation value of a property at a time in seconds, with all animations applied.
  /// - Parameter path: the layer; nil for the scene itself.
  /// - Throws: ``AnimationError`` if the layer, light or parameter does not exist, and as ``scene(at:)``.
  public func presentationValue(
    of property: AnimatedProperty, of path: LayerPath?, at time: Double
  ) throws(AnimationError) -> AnimationValue {
    var result = scene
    do throws(AnimationError) {
      try checkTime(time)
      if let path, !scene.contains(path) { throw AnimationError(.noSuchLayer(path)) }
      if path == nil, !property.isOfScene { throw AnimationError(.notOfScene(property)) }
      for target in targets {
        // Parts of a transform are read from the stored parts, without another decomposition.
        if target.path == path { return try target.value(of: property, at: time, in: result) }
        try target.apply(at: time, to: &result)
      }
      var gridVertices = 0
      let target = try AnimationTarget(
        path, [], preset: path.flatMap { presets[$0] }, in: scene, gridVertices: &gridVertices)
      return try target.value(of: property, at: time, in: result)
    } catch {
      throw error.layer == nil ? error.of(path, in: scene).at(time) : error
    }
  }

  /// The scene with an animation that begins at a time, from the presentation value of its property at that time.
  ///
  /// `beginTime` of the animation counts from that time, as a delay; its `from` is the presentation value when it
  /// begins. Animations of the property or of a part of it are removed at that time, unless the new animation is
  /// additive; nothing changes before. Groups stay and apply before the new animation. Keyframes, gestures and groups
  /// begin unchanged.
  /// - Throws: ``AnimationError`` as the initializer and ``scene(at:)``.
  public func beginning(
    _ animation: Animation, of path: LayerPath?, at time: Double
  ) throws(AnimationError) -> AnimatedScene {
    var (animation, list) = (animation, animations[path] ?? [])
    animation.timing.beginTime += time
    let start = animation.timing.beginTime
    // The animation does not exist before that time, so its start state does not extend backward.
    switch animation.timing.fillMode {
    case .both: animation.timing.fillMode = .forwards
    case .backwards: animation.timing.fillMode = .removed
    case .forwards, .removed: break
    }
    if let property = animation.property, !animation.isAdditive {
      switch animation.action {
      case .change(_, var ends):
        try ends.begin(at: presentationValue(of: property, of: path, at: start))
        animation.action = .change(property, ends)
      case .spring(_, var ends, let spring):
        try ends.begin(at: presentationValue(of: property, of: path, at: start))
        animation.action = .spring(property, ends, spring)
      case .keyframes, .gestures, .group: break
      }
      for i in list.indices where list[i].property.map(property.covers) ?? false {
        list[i].removalTime = min(list[i].removalTime ?? .infinity, start)
      }
    }
    list.append(animation)
    var all = animations
    all[path] = list
    return try AnimatedScene(scene, animations: all, presets: presets)
  }
}

extension Animation.Ends {
  /// Replaces the start by a value; the end stays.
  fileprivate mutating func begin(at value: AnimationValue) {
    if let from, let by { to = from.adding(by) }
    if from != nil || to != nil { by = nil }
    from = value
  }
}
