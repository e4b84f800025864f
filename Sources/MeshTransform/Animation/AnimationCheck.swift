/// Validates animations of one layer, or of the scene itself, before evaluation.
struct AnimationCheck {
  /// Nil for the scene itself.
  let layer: Layer?
  let lights: [Light]
  let preset: PreparedPreset?

  /// The largest nesting depth of groups.
  static let depthLimit = 64

  /// - Throws: ``AnimationError`` for an animation that is invalid at any time.
  func check(_ animation: Animation, depth: Int = 0) throws(AnimationError) {
    guard depth <= Self.depthLimit else { throw AnimationError(.tooDeep(limit: Self.depthLimit)) }
    try animation.timing.validate()
    try animation.timingFunction.validate()
    if let removal = animation.removalTime {
      try AnimationError.check("removalTime", removal, Animation.removalTimes)
    }
    if case .gestures = animation.action, layer == nil { throw AnimationError(.gesturesOfScene) }
    let settings = [(animation.isAdditive, "isAdditive"), (animation.isCumulative, "isCumulative")]
    if let property = animation.property { try check(property) }
    for (isSet, name) in settings where isSet {
      switch animation.action {
      case .group, .gestures: throw AnimationError(.onlyOfProperties(name))
      case .change(let property, _), .spring(let property, _, _), .keyframes(let property, _):
        if !AnimationValue.canAdd(property.kind) { throw AnimationError(.unsuitable(name, property.kind)) }
      }
    }
    switch animation.action {
    case .group(let children):
      for (index, child) in children.enumerated() {
        do throws(AnimationError) {
          try check(child, depth: depth + 1)
        } catch {
          throw error.within("animations[\(index)]" + (child.name.map { " '\($0)'" } ?? ""))
        }
      }
    case .gestures: break
    case .change(let property, let ends):
      try check(ends, of: property, isAdditive: animation.isAdditive)
    case .spring(let property, let ends, let spring):
      try spring.validate()
      try check(ends, of: property, isAdditive: animation.isAdditive)
    case .keyframes(let property, let keyframes):
      try check(keyframes, of: property, isAdditive: animation.isAdditive)
    }
  }

  /// Checks that the property exists.
  private func check(_ property: AnimatedProperty) throws(AnimationError) {
    switch property.target {
    case .light(let index, _):
      guard lights.indices.contains(index) else {
        throw AnimationError(.noSuchLight(index, count: lights.count))
      }
    case .parameter(let name):
      guard layer != nil else { throw AnimationError(.notOfScene(property)) }
      guard let preset else { throw AnimationError(.noPreset(property)) }
      guard preset.parameter(name) != nil else { throw preset.unknown(name) }
    case .layer, .transform, .sublayerTransform, .mesh:
      guard layer != nil else { throw AnimationError(.notOfScene(property)) }
    }
  }

  private func check(_ ends: Animation.Ends, of property: AnimatedProperty, isAdditive: Bool)
    throws(AnimationError)
  {
    let given = [("from", ends.from), ("to", ends.to), ("by", ends.by)].compactMap { name, value in
      value.map { (name, $0) }
    }
    guard !given.isEmpty else { throw AnimationError(.nothingToDo) }
    guard given.count < 3 else { throw AnimationError(.tooManyEnds) }
    if ends.by != nil, !AnimationValue.canAdd(property.kind) {
      throw AnimationError(.unsuitable("by", property.kind))
    }
    for (name, value) in given {
      try check(value, called: name, of: property, isAbsolute: !isAdditive && name != "by")
    }
    if case .transform(let by)? = ends.by, ends.to != nil, by.inverted() == nil {
      let allowed = "an invertible transform, or use from instead of by"
      throw AnimationError(
        .outOfRange(property: "by", value: "a transform without an inverse", allowed: allowed))
    }
    guard property.kind == .mesh, given.count < 2 else { return }
    guard ownMesh != nil else { throw AnimationError(.noMesh) }
  }

  private func check(_ keyframes: Keyframes, of property: AnimatedProperty, isAdditive: Bool)
    throws(AnimationError)
  {
    for (index, value) in keyframes.values.enumerated() {
      try check(value, called: "values[\(index)]", of: property, isAbsolute: !isAdditive)
    }
    try keyframes.validate()
  }

  /// Checks that a key value has the property's kind and range.
  private func check(
    _ value: AnimationValue, called name: String, of property: AnimatedProperty, isAbsolute: Bool
  ) throws(AnimationError) {
    guard value.kind == property.kind else {
      throw AnimationError(.wrongKind(value: name, value.kind, property: property))
    }
    let numbers: [Double] =
      switch value {
      case .transform(let m): (0..<16).map { m[$0 / 4, $0 % 4] }
      default: (0..<4).map { value.numbers[$0] }
      }
    for number in numbers {
      try AnimationError.check(name, number, -1e15...1e15, "numbers in -1e15...1e15")
    }
    if !isAbsolute { return }
    if case .parameter(let name) = property.target, case .number(let number) = value,
      let parameter = preset?.parameter(name), !parameter.range.contains(number)
    {
      throw AnimationError(
        .preset(.outOfRange(parameter, preset: preset?.preset.name ?? "", value: number)))
    }
    guard let range = property.range else { return }
    for number in numbers.prefix(value.kind.componentCount) where !range.contains(number) {
      throw AnimationError(
        .outOfRange(
          property: "\(name) of \(property)", value: number.shortText, allowed: "\(range)"))
    }
  }

  /// The mesh of the layer without animations; nil for a layer without one, and for the scene itself.
  var ownMesh: Mesh? { preset?.mesh ?? layer?.mesh }
}

extension AnimationValue.Kind {
  /// The number of components that a property's range limits.
  fileprivate var componentCount: Int {
    switch self {
    case .number: 1
    case .point, .size: 2
    case .point3D: 3
    case .rect: 4
    case .flag, .color, .transform, .mesh: 0
    }
  }
}

extension AnimatedProperty {
  /// The range of each of its numbers; nil where there is none.
  var range: NumberRange? {
    switch target {
    case .layer: Layer.animatable[keyPath]?.range
    case .light(_, let name): Light.animatable[name]?.range
    case .transform, .sublayerTransform, .mesh, .parameter: nil
    }
  }
}
