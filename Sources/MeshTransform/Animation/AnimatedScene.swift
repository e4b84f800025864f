/// A scene that changes over time: its values as they stand when nothing plays, and what plays upon them.
///
/// Times are in seconds from the start of the scene. What a time shows depends on that time alone, whatever was asked
/// for before.
public struct AnimatedScene: Sendable {
  /// As it stands without animations: Core Animation's model values. A layer with a preset but no mesh has got it.
  public let scene: Scene
  /// By layer, nil being the scene itself (its lights); of one layer the later ones come on top of the earlier.
  public let animations: [LayerPath?: [Animation]]
  /// Of the layers whose mesh a preset makes: which, and with what values. They let parameters be animated.
  public let presets: [LayerPath: PresetMesh]
  /// What is animated, superlayers before their sublayers, ready to be evaluated.
  let targets: [AnimationTarget]

  /// Checks everything that does not depend on the time.
  /// - Throws: ``AnimationError`` for the first animation at fault, in the order of the layers.
  public init(
    _ scene: Scene, animations: [LayerPath?: [Animation]] = [:], presets: [LayerPath: PresetMesh] = [:]
  ) throws(AnimationError) {
    let scene = try Self.making(presets, in: scene)
    (self.scene, self.presets) = (scene, presets)
    self.animations = animations.filter { !$0.value.isEmpty }
    var targets: [AnimationTarget] = []
    for (path, list) in self.animations.sorted(by: { Self.precedes($0.key, $1.key) }) {
      do throws(AnimationError) {
        targets.append(try AnimationTarget(path, list, preset: path.flatMap { presets[$0] }, in: scene))
      } catch {
        throw error.of(path, in: scene)
      }
    }
    self.targets = targets
  }

  /// The scene with the meshes of presets whose layers have none.
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

  /// The scene itself before its layers.
  private static func precedes(_ a: LayerPath?, _ b: LayerPath?) -> Bool {
    guard let a, let b else { return a == nil && b != nil }
    return a < b
  }

  /// The scene as it is seen at a time in seconds.
  ///
  /// Only what changes is copied: the pixels of the contents, the layers and meshes that no animation touches are those
  /// of ``scene``. What overshoots its range is held to it (opacity, colors, lengths, intensities of light), as Core
  /// Animation shows it.
  /// - Throws: ``AnimationError`` with the time, for a parameter that leaves its range or a value that can't be drawn.
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
