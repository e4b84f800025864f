extension Keyframes {
  /// Checks counts, times and modes; the kinds of the values are checked against the property elsewhere.
  /// - Throws: ``AnimationError`` for the first invalid setting.
  public func validate() throws(AnimationError) {
    guard let kind = values.first?.kind else { throw AnimationError(.noKeyframes) }
    for value in values where value.kind != kind { throw AnimationError(.mixedKinds(kind, value.kind)) }
    let isPaced = mode == .paced || mode == .cubicPaced
    if isPaced {
      if !keyTimes.isEmpty { throw AnimationError(.pacedTimes("keyTimes")) }
      if !timingFunctions.isEmpty { throw AnimationError(.pacedTimes("timingFunctions")) }
      if kind == .transform || kind == .mesh || kind == .flag {
        throw AnimationError(.unsuitable("an even pace", kind))
      }
    }
    try checkTimes()
    if !timingFunctions.isEmpty, timingFunctions.count != values.count - 1 {
      let allowed = "\(values.count - 1), one from each value to the next, or none"
      throw AnimationError(.count(of: "timingFunctions", timingFunctions.count, allowed: allowed))
    }
    for function in timingFunctions { try function.validate() }
    for (name, list) in [("tension", tension), ("continuity", continuity), ("bias", bias)] {
      guard list.isEmpty || list.count == values.count else {
        throw AnimationError(
          .count(of: "values of \(name)", list.count, allowed: "\(values.count), one for each value, or none")
        )
      }
      for (index, value) in list.enumerated() {
        try AnimationError.check("\(name)[\(index)]", value, Self.factors, hint: "; usual are -1...1")
      }
    }
  }

  private func checkTimes() throws(AnimationError) {
    guard !keyTimes.isEmpty else { return }
    let hasEnd = mode == .discrete && keyTimes.count == values.count + 1
    guard keyTimes.count == values.count || hasEnd else {
      let allowed =
        "\(values.count), one for each value" + (mode == .discrete ? " (and one for the end)" : "")
      throw AnimationError(.count(of: "keyTimes", keyTimes.count, allowed: allowed + ", or none"))
    }
    var previous = 0.0
    for (index, time) in keyTimes.enumerated() {
      try AnimationError.check("keyTimes[\(index)]", time, 0...1, "0...1")
      guard time >= previous else {
        throw AnimationError(.keyTimeOrder(index: index, time: time, previous: previous))
      }
      previous = time
    }
    try AnimationError.check("keyTimes[0]", keyTimes[0], 0...0, "0, where the first value is")
    if mode != .discrete || hasEnd, keyTimes.count > 1 {
      try AnimationError.check(
        "keyTimes[\(keyTimes.count - 1)]", previous, 1...1, "1, where the last value is")
    }
  }
}
