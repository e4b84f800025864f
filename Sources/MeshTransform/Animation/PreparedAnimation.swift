/// An animation with values that are computed once.
struct PreparedAnimation: Sendable {
  let animation: Animation
  private let track: KeyframeTrack?
  private let children: [PreparedAnimation]

  /// - Precondition: the animation is valid.
  init(_ animation: Animation) throws(AnimationError) {
    var animation = animation
    animation.action.shareFaces()
    self.animation = animation
    var (track, children): (KeyframeTrack?, [PreparedAnimation]) = (nil, [])
    switch animation.action {
    case .keyframes(_, let keyframes): track = KeyframeTrack(keyframes)
    case .group(let list):
      for child in list { children.append(try PreparedAnimation(child)) }
    case .change, .spring, .gestures: break
    }
    (self.track, self.children) = (track, children)
  }

  /// Changes the state to that at a time of the enclosing group.
  /// - Parameter endCounts: whether the time is the end of the enclosing group, at which animations that end there
  ///   still apply.
  /// - Returns: whether the animation has an effect at that time.
  func apply(at time: Double, endCounts: Bool, to state: inout PresentationState) throws(AnimationError)
    -> Bool
  {
    if let removal = animation.removalTime, time >= removal - MediaTiming.epsilon { return false }
    let timing = animation.timing
    guard let progress = timing.progress(at: time, endCounts: endCounts) else { return false }
    let fraction = animation.timingFunction.value(at: progress.fraction)
    switch animation.action {
    case .group:
      let ownTime = min(max(fraction, 0), 1) * timing.duration
      let isEnd = ownTime >= timing.duration - MediaTiming.epsilon
      var hasEffect = false
      for (index, child) in children.enumerated() {
        do throws(AnimationError) {
          if try child.apply(at: ownTime, endCounts: isEnd, to: &state) { hasEffect = true }
        } catch {
          throw error.within("animations[\(index)]" + (child.animation.name.map { " '\($0)'" } ?? ""))
        }
      }
      return hasEffect
    case .gestures(let track):
      // An event at the time of a frame counts in spite of rounding.
      state.apply(track.state(at: fraction * timing.duration + MediaTiming.epsilon))
    case .change(let property, _), .spring(let property, _, _), .keyframes(let property, _):
      // An additive animation starts from zero; its value is added at the end.
      let isAdditive = animation.isAdditive
      let current = isAdditive || needsCurrent ? try state.value(of: property) : nil
      let base = isAdditive ? AnimationValue.nothing(of: property.kind) : current
      var value = try self.value(at: fraction, base: base)
      if animation.isCumulative, progress.pass != 0 {
        let end = try self.value(
          at: animation.timingFunction.value(at: timing.autoreverses ? 0 : 1), base: base)
        value = end.times(progress.pass).adding(value)
      }
      if isAdditive, let current { value = current.adding(value) }
      state.set(property, to: value)
    }
    return true
  }

  /// Whether the value without the animation is one of its ends.
  private var needsCurrent: Bool {
    switch animation.action {
    case .change(_, let ends), .spring(_, let ends, _):
      [ends.from, ends.to, ends.by].count { $0 != nil } < 2
    case .keyframes, .gestures, .group: false
    }
  }

  /// - Parameter base: the value of the property without the animation; required if an end is missing.
  private func value(at fraction: Double, base: AnimationValue?) throws(AnimationError) -> AnimationValue {
    switch animation.action {
    case .change(_, let ends): try ends.value(at: fraction, base: base)
    case .spring(_, let ends, let spring):
      try ends.value(at: spring.value(at: fraction * animation.timing.duration), base: base)
    case .keyframes, .gestures, .group: try track?.value(at: fraction) ?? .number(0)
    }
  }
}

extension Animation.Action {
  /// Shares the faces of meshes with equal faces, so that comparisons take constant time in each frame.
  fileprivate mutating func shareFaces() {
    switch self {
    case .change(let property, var ends):
      ends.to = ends.to?.sharingFaces(of: ends.from)
      self = .change(property, ends)
    case .spring(let property, var ends, let spring):
      ends.to = ends.to?.sharingFaces(of: ends.from)
      self = .spring(property, ends, spring)
    case .keyframes(let property, var keyframes):
      keyframes.values = keyframes.values.map { $0.sharingFaces(of: keyframes.values.first) }
      self = .keyframes(property, keyframes)
    case .group, .gestures: break
    }
  }
}

extension AnimationValue {
  fileprivate func sharingFaces(of other: AnimationValue?) -> AnimationValue {
    guard case .mesh(var mesh) = self, case .mesh(let first)? = other, mesh.storedFaces == first.storedFaces
    else {
      return self
    }
    mesh.storedFaces = first.storedFaces
    return .mesh(mesh)
  }
}

extension Animation.Ends {
  /// The value at a fraction of the way from the start to the end.
  fileprivate func value(at fraction: Double, base: AnimationValue?) throws(AnimationError) -> AnimationValue
  {
    let start: AnimationValue?
    let end: AnimationValue?
    switch (from, to, by) {
    case (let from?, nil, let by?): (start, end) = (from, from.adding(by))
    case (nil, let to?, let by?): (start, end) = (to.subtracting(by), to)
    case (nil, nil, let by?): (start, end) = (base, base?.adding(by))
    default: (start, end) = (from ?? base, to ?? base)
    }
    // The start is missing only if a step `by` has no inverse.
    guard let start, let end else { throw AnimationError(.nothingToDo) }
    return try start.interpolated(to: end, fraction: fraction)
  }
}
