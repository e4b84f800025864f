/// A scene that changes over time: the model values, and animations on top of them.
///
/// Times are in seconds from the start of the scene. The state at a time depends on that time alone.
public struct AnimatedScene: Sendable {
  /// The scene without animations: Core Animation's model values. Layers with a preset but without a mesh have the
  /// preset's mesh.
  public let scene: Scene
  /// The animations of each layer, and of the scene's lights with the key nil; later ones apply on top of earlier ones.
  public let animations: [LayerPath?: [Animation]]
  /// The presets of layers whose meshes they make, with parameter values. Only their parameters can be animated.
  public let presets: [LayerPath: PresetMesh]
  /// The animated layers, superlayers before their sublayers, prepared for evaluation.
  let targets: [AnimationTarget]

  /// Checks all that does not depend on the time.
  /// - Throws: ``AnimationError`` for the first invalid animation, in the order of the layers.
  public init(
    _ scene: Scene, animations: [LayerPath?: [Animation]] = [:], presets: [LayerPath: PresetMesh] = [:]
  ) throws(AnimationError) {
    let scene = try Self.making(presets, in: scene)
    (self.scene, self.presets) = (scene, presets)
    self.animations = animations.filter { !$0.value.isEmpty }
    var targets: [AnimationTarget] = []
    var gridVertices = AnimationCheck.gridVertexLimit
    for (path, list) in self.animations.sorted(by: { Self.precedes($0.key, $1.key) }) {
      do throws(AnimationError) {
        targets.append(
          try AnimationTarget(
            path, list, preset: path.flatMap { presets[$0] }, in: scene, gridVertices: &gridVertices))
      } catch {
        throw error.of(path, in: scene)
      }
    }
    self.targets = targets
  }

  /// The scene with preset meshes for layers without a mesh.
  private static func making(
    _ presets: [LayerPath: PresetMesh], in scene: Scene
  ) throws(AnimationError) -> Scene {
    var result = scene
    for (path, preset) in presets.sorted(by: { $0.key < $1.key }) {
      guard scene.contains(path) else {
        throw AnimationError(.noSuchLayer(path)).of(path, in: scene)
      }
      guard scene[path].mesh == nil else { continue }
      do throws(MeshPresetError) {
        result[path].mesh = try preset.mesh()
      } catch {
        throw AnimationError(.preset(error)).of(path, in: scene)
      }
    }
    return result
  }

  /// Orders the scene itself before its layers.
  private static func precedes(_ a: LayerPath?, _ b: LayerPath?) -> Bool {
    guard let a, let b else { return a == nil && b != nil }
    return a < b
  }

  /// The state of the scene at a time in seconds.
  ///
  /// Only changed values are copied: contents, layers and meshes without animations share memory with ``scene``. Values
  /// that overshoot their range (opacity, colors, lengths, points, intensities of light) are clamped to it, as in Core
  /// Animation.
  /// - Throws: ``AnimationError`` with the time, for a parameter out of its range and for a value that cannot be drawn.
  public func scene(at time: Double) throws(AnimationError) -> Scene {
    try checkTime(time)
    var result = scene
    for target in targets {
      do throws(AnimationError) {
        try target.apply(at: time, to: &result)
      } catch {
        throw error.of(target.path, in: scene).at(time)
      }
    }
    return result
  }

  func checkTime(_ time: Double) throws(AnimationError) {
    try AnimationError.check("time", time, -1e12...1e12, "seconds in -1e12...1e12")
  }
}
