extension AnimationError.Problem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .outOfRange(let property, let value, let allowed): "\(property) is \(value); use \(allowed)"
    case .unknownTimingFunction(let name, let nearest):
      "unknown timing function '\(name.excerpt)'"
        + (nearest.map { "; did you mean '\($0)'?" }
          ?? "; choose from " + TimingFunction.allNamed.map(\.name).joined(separator: ", "))
    case .unknownKeyPath(let path, let nearest):
      "'\(path.excerpt)' is not an animatable property"
        + (nearest.map { "; did you mean '\($0)'?" } ?? "; use one of " + AnimatedProperty.summary)
    case .repeatedTwice:
      "repeatCount and repeatDuration are both set; remove one of them"
    case .mixedKinds(let a, let b): "one value is \(a.description), the other \(b.description); use one kind"
    case .wrongKind(let value, let kind, let property):
      "\(value) is \(kind.description), but \(property) takes \(property.kind.description)"
    case .nothingToDo: "\"from\", \"to\" and \"by\" are all missing; add at least one of them"
    case .tooManyEnds: "from, to and by are all set; two of them are enough, so remove one"
    case .noKeyframes: "there are no values; add at least one"
    case .count(let name, let count, let allowed): "there are \(count) \(name); use \(allowed)"
    case .keyTimeOrder(let index, let time, let previous):
      "keyTimes[\(index)] is \(time), less than the previous one, \(previous); use ascending order"
    case .unsuitable(let what, let kind): "\(what) does not apply to \(kind.description); remove it"
    case .onlyOfProperties(let what):
      "\(what) does not apply to a group or to gestures; remove it, or set it on the group's animations"
    case .pacedTimes(let name):
      "\(name) is set, but a paced animation computes its own times; remove it, or use linear or cubic"
    case .mesh(let error): "\(error)"
    case .resampling(let value, let problem):
      "\(value) has different faces than the meshes that it is interpolated with, and cannot be resampled on a common grid: "
        + MeshResamplingError(problem).description
    case .preset(let error): "\(error)"
    case .layer(let problem): "\(problem)"
    case .noSuchLayer(let path): "there is no layer \(path) to animate"
    case .noSuchLight(let index, let count):
      "there is no lights[\(index)]; "
        + (count == 0 ? "add a light first" : "there are \(count) lights, counted from 0")
    case .noPreset(let property):
      "\(property) is a parameter of a mesh preset, but the layer's mesh is not made from one; "
        + "give it a preset or animate 'mesh'"
    case .noMesh: "the layer has no mesh to start from; add one, or set both ends of the animation"
    case .notOfScene(let property):
      "\(property) belongs to a layer; of the scene itself only its lights can be animated"
    case .gesturesOfScene: "gestures move a layer, not the scene; set the layer"
    case .tooDeep(let limit): "groups are nested more than \(limit) deep, the limit"
    }
  }
}
