import MeshTransform

/// Counts the animations, key frames and vertices that a reader has met, against ``AnimationLimits``.
struct AnimationCounts {
  private var (animations, keyframes, vertices) = (0, 0, 0)

  /// - Returns: the error when the limit is exceeded, else nil.
  mutating func addAnimation() -> String? {
    animations += 1
    return animations > AnimationLimits.animations
      ? "there are more than \(AnimationLimits.animations) animations, the limit" : nil
  }

  mutating func addKeyframe() -> String? {
    keyframes += 1
    return keyframes > AnimationLimits.keyframes
      ? "there are more than \(AnimationLimits.keyframes) key frames, the limit" : nil
  }

  mutating func add(vertices count: Int) -> String? {
    vertices += count
    return vertices > AnimationLimits.vertices
      ? "the meshes of the animations have more than \(AnimationLimits.vertices) vertices together, the limit; "
        + "use fewer or smaller ones, or animate the parameters of one preset" : nil
  }
}

extension MeshDescription {
  /// The number of vertices as far as it is known without reading a file; 0 for a file, a map, and for a displaced grid.
  var vertexCount: Int {
    switch source {
    case .file, .measured, .map, .grid: return 0
    case .inPlace(let mesh): return mesh.vertices.count
    case .preset(let name, let values):
      let sides = ["rows", "columns"].map { side -> Int in
        let parameter = MeshPreset.all.first { $0.name == name }?.parameters.first { $0.name == side }
        let count = values[side] ?? parameter?.defaultValue ?? 1
        return Int(clamping: min(max(count, 1), 1e6))
      }
      return (sides[0] + 1) * (sides[1] + 1)
    }
  }
}
