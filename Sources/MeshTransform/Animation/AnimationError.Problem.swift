extension AnimationError.Problem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .outOfRange(let property, let value, let allowed): "\(property) is \(value); use \(allowed)"
    case .unknownTimingFunction(let name, let nearest):
      "there is no timing function '\(name.excerpt)'"
        + (nearest.map { "; did you mean '\($0)'?" }
          ?? "; choose from " + TimingFunction.allNamed.map(\.name).joined(separator: ", "))
    case .unknownKeyPath(let path, let nearest):
      "nothing that can be animated is called '\(path.excerpt)'"
        + (nearest.map { "; did you mean '\($0)'?" } ?? "; use one of " + AnimatedProperty.summary)
    case .repeatedTwice:
      "repeatCount and repeatDuration are both given, and only one can hold; leave one of them out"
    case .mixedKinds(let a, let b): "one value is \(a.description), the other \(b.description); use one kind"
    case .wrongKind(let value, let kind, let property):
      "\(value) is \(kind.description), but \(property) takes \(property.kind.description)"
    case .nothingToDo: "it has none of \"from\", \"to\" and \"by\"; give at least one of them"
    case .tooManyEnds: "from, to and by are all given; any two of them say it all, so leave one out"
    case .noKeyframes: "there are no values; give at least one"
    case .count(let name, let count, let allowed): "there are \(count) \(name); use \(allowed)"
    case .keyTimeOrder(let index, let time, let previous):
      "keyTimes[\(index)] is \(time), before the \(previous) that comes ahead of it; put the times in rising order"
    case .unsuitable(let what, let kind): "\(what) has no meaning for \(kind.description); leave it out"
    case .onlyOfProperties(let what):
      "\(what) has no meaning for a group or for gestures; leave it out, or give it to the group's animations"
    case .pacedTimes(let name):
      "\(name) is given, but a paced animation makes its own times; leave it out or choose linear or cubic"
    case .mesh(let error): "\(error)"
    case .resampling(let value, let problem):
      "\(value) has other faces than the meshes it is interpolated with, and cannot be resampled on a common grid: "
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
    case .noMesh: "the layer has no mesh to start from; give it one, or give both ends of the animation"
    case .notOfScene(let property):
      "\(property) belongs to a layer; of the scene itself only its lights can be animated"
    case .gesturesOfScene: "gestures move a layer, not the scene; name the layer"
    case .tooDeep(let limit): "there are groups in groups, more than \(limit) deep, the limit"
    }
  }
}
