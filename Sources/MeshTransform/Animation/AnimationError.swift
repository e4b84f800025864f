/// Why an animation cannot be made or evaluated.
public struct AnimationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The layer of the animation; nil for the scene itself, and while no scene is known.
  public var layer: LayerPath?
  /// The names along the path of the layer, as in ``Scene/name(of:)``.
  public var layerName: String?
  /// The path of the animation from the outside in: `animations[2]`, then `animations[0]` of that group.
  public var steps: [String]
  /// The time in seconds of an error that occurs only at certain times.
  public var time: Double?
  /// The fault itself.
  public var problem: Problem

  package init(_ problem: Problem) { (self.problem, steps) = (problem, []) }

  /// The faults of animations.
  public enum Problem: Error, Hashable, Sendable {
    /// The property with its value as text.
    case outOfRange(property: String, value: String, allowed: String)
    /// A name that is no timing function, and a similar one.
    case unknownTimingFunction(String, nearest: String?)
    /// A name that is no property, and a similar one.
    case unknownKeyPath(String, nearest: String?)
    /// `repeatCount` and `repeatDuration` are both given.
    case repeatedTwice
    /// Values of two kinds in one animation.
    case mixedKinds(AnimationValue.Kind, AnimationValue.Kind)
    /// `value` is the name of the value: `from`, `values[3]`.
    case wrongKind(value: String, AnimationValue.Kind, property: AnimatedProperty)
    /// `from`, `to` and `by` are all missing.
    case nothingToDo
    /// `from`, `to` and `by` are all given.
    case tooManyEnds
    /// A sequence without values.
    case noKeyframes
    /// A number of elements, such as of key times, that differs from what is allowed.
    case count(of: String, Int, allowed: String)
    /// `keyTimes[index]` precedes its predecessor.
    case keyTimeOrder(index: Int, time: Double, previous: Double)
    /// The setting has no meaning for values of this kind.
    case unsuitable(String, AnimationValue.Kind)
    /// A setting of single properties in a group or in gestures.
    case onlyOfProperties(String)
    /// Key times or timing functions of a paced animation, which makes its own.
    case pacedTimes(String)
    /// A mesh that cannot be computed.
    case mesh(MeshError)
    /// `value` is the name of the mesh: `from`, `values[3]`, or "the layer's mesh".
    case resampling(value: String, MeshResamplingError.Problem)
    /// A preset that cannot make its mesh.
    case preset(MeshPresetError)
    /// A layer that cannot be drawn with an animated value.
    case layer(LayerError.Problem)
    /// An animation of a layer that does not exist.
    case noSuchLayer(LayerPath)
    /// An animation of a light that does not exist, with the number of lights.
    case noSuchLight(Int, count: Int)
    /// A parameter of a preset for a layer whose mesh is not made by one.
    case noPreset(AnimatedProperty)
    /// One end of a change of the mesh is missing, and the layer has no mesh.
    case noMesh
    /// A property of layers in an animation of the scene itself.
    case notOfScene(AnimatedProperty)
    /// Gestures for the scene itself.
    case gesturesOfScene
    /// Groups within groups beyond the limit.
    case tooDeep(limit: Int)
  }

  /// Location, value and allowed values.
  public var description: String {
    var context: [String] = []
    if let layer { context.append(layerName.map { "layer '\($0.excerpt)' (\(layer))" } ?? "\(layer)") }
    if !steps.isEmpty { context.append(steps.joined(separator: ".")) }
    if let time { context.append("at \(time) s") }
    // A deep path is as long as the tree allows; its ends suffice.
    let shown = context.map { $0.count > 200 ? "\($0.prefix(120))...\($0.suffix(60))" : $0 }
    return (shown + ["\(problem)"]).joined(separator: ": ")
  }
}

extension AnimationError {
  /// NaN is in no range.
  static func check(
    _ property: String, _ value: Double, _ range: ClosedRange<Double>, _ allowed: String
  ) throws(AnimationError) {
    guard range.contains(value) else {
      throw AnimationError(
        .outOfRange(property: property, value: value.shortText, allowed: allowed))
    }
  }

  /// - Throws: for the first property of the owner out of its range.
  static func check<Owner>(_ owner: Owner, _ properties: [Property<Owner>]) throws(AnimationError) {
    for property in properties {
      guard let fault = property.fault(in: owner) else { continue }
      throw AnimationError(
        .outOfRange(property: fault.name, value: fault.number.shortText, allowed: fault.allowed))
    }
  }

  static func check(
    _ name: String, _ value: Double, _ range: NumberRange, hint: String = ""
  ) throws(AnimationError) {
    guard range.contains(value) else {
      throw AnimationError(
        .outOfRange(property: name, value: value.shortText, allowed: "\(range)\(hint)"))
    }
  }

  /// The error with an enclosing step.
  func within(_ step: String) -> AnimationError {
    var error = self
    error.steps.insert(step, at: 0)
    return error
  }

  /// The error with a layer.
  func of(_ path: LayerPath?, in scene: Scene) -> AnimationError {
    var error = self
    guard let path else { return error }
    error.layer = path
    if scene.contains(path), scene.hasName(along: path) { error.layerName = scene.name(of: path) }
    return error
  }

  /// The error with a time.
  func at(_ time: Double) -> AnimationError {
    var error = self
    error.time = time
    return error
  }
}
