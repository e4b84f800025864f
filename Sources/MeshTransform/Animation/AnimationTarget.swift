/// A layer, or the scene itself, with its animations, checked and prepared.
struct AnimationTarget: Sendable {
  let path: LayerPath?
  let animations: [PreparedAnimation]
  let preset: PreparedPreset?

  /// - Parameter gridVertices: the number of vertices that the common grids of meshes with different faces may have.
  init(
    _ path: LayerPath?, _ list: [Animation], preset: PresetMesh?, in scene: Scene, gridVertices: inout Int
  ) throws(AnimationError) {
    if let path, !scene.contains(path) { throw AnimationError(.noSuchLayer(path)) }
    self.path = path
    let layer = path.map { scene[$0] }
    self.preset = try preset.map { preset throws(AnimationError) in
      try PreparedPreset(preset, settings: layer?.mesh)
    }
    let check = AnimationCheck(layer: layer, lights: layer?.lights ?? scene.lights, preset: self.preset)
    var prepared: [PreparedAnimation] = []
    for (index, animation) in list.enumerated() {
      do throws(AnimationError) {
        try check.check(animation)
        prepared.append(try PreparedAnimation(check.withCommonGrids(animation, vertices: &gridVertices)))
      } catch {
        throw error.within("animations[\(index)]" + (animation.name.map { " '\($0)'" } ?? ""))
      }
    }
    animations = prepared
  }

  /// Writes the state at a time into the scene, after the superlayers were written.
  func apply(at time: Double, to scene: inout Scene) throws(AnimationError) {
    var state = PresentationState(of: path, in: scene, superlayer: superlayer(in: scene), preset: preset)
    var isTouched = false
    for (index, animation) in animations.enumerated() {
      do throws(AnimationError) {
        if try animation.apply(at: time, endCounts: false, to: &state) { isTouched = true }
      } catch {
        let name = animation.animation.name.map { " '\($0)'" } ?? ""
        throw error.within("animations[\(index)]" + name)
      }
    }
    guard isTouched else { return }
    try state.write(to: &scene, at: path)
  }

  /// The value of a property at a time, in the scene at that time without this target.
  func value(of property: AnimatedProperty, at time: Double, in scene: Scene) throws(AnimationError)
    -> AnimationValue
  {
    var state = PresentationState(of: path, in: scene, superlayer: superlayer(in: scene), preset: preset)
    for animation in animations { _ = try animation.apply(at: time, endCounts: false, to: &state) }
    return try state.value(of: property)
  }

  /// The superlayer without its sublayers, so that writing one of them to the scene copies none.
  private func superlayer(in scene: Scene) -> Layer? {
    guard let path = path?.superlayer else { return nil }
    var superlayer = scene[path]
    superlayer.sublayers = []
    return superlayer
  }
}
