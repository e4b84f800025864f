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
  public var problem: Problem

  package init(_ problem: Problem) { (self.problem, steps) = (problem, []) }

  public enum Problem: Error, Hashable, Sendable {
    /// The property with its value as text.
    case outOfRange(property: String, value: String, allowed: String)
    case unknownTimingFunction(String, nearest: String?)
    case unknownKeyPath(String, nearest: String?)
    /// `repeatCount` and `repeatDuration` are both given.
    case repeatedTwice
    case mixedKinds(AnimationValue.Kind, AnimationValue.Kind)
    /// `value` is the name of the value: `from`, `values[3]`.
    case wrongKind(value: String, AnimationValue.Kind, property: AnimatedProperty)
    /// `from`, `to` and `by` are all missing.
    case nothingToDo
    /// `from`, `to` and `by` are all given.
    case tooManyEnds
    case noKeyframes
    case count(of: String, Int, allowed: String)
    /// `keyTimes[index]` precedes its predecessor.
    case keyTimeOrder(index: Int, time: Double, previous: Double)
    /// The setting has no meaning for values of this kind.
    case unsuitable(String, AnimationValue.Kind)
    /// A setting of single properties in a group or in gestures.
    case onlyOfProperties(String)
    case pacedTimes(String)
    case mesh(MeshError)
    case preset(MeshPresetError)
    case layer(LayerError.Problem)
    case noSuchLayer(LayerPath)
    case noSuchLight(Int, count: Int)
    case noPreset(AnimatedProperty)
    case noMesh
    /// A property of layers in an animation of the scene itself.
    case notOfScene(AnimatedProperty)
    case gesturesOfScene
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
      throw AnimationError(.outOfRange(property: property, value: "\(value)", allowed: allowed))
    }
  }

  /// - Throws: for the first property of the owner out of its range.
  static func check<Owner>(_ owner: Owner, _ properties: [Property<Owner>]) throws(AnimationError) {
    for property in properties {
      guard let fault = property.fault(in: owner) else { continue }
      throw AnimationError(
        .outOfRange(property: fault.name, value: "\(fault.number)", allowed: fault.allowed))
    }
  }

  static func check(
    _ name: String, _ value: Double, _ range: NumberRange, hint: String = ""
  ) throws(AnimationError) {
    guard range.contains(value) else {
      throw AnimationError(.outOfRange(property: name, value: "\(value)", allowed: "\(range)\(hint)"))
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
