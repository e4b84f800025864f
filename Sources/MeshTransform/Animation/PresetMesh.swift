/// A layer's mesh as a preset's name with values, so that its parameters can be animated.
public struct PresetMesh: Hashable, Sendable {
  /// The name of a ``MeshPreset``.
  public var preset: String
  /// By parameter; those that are missing have their defaults.
  public var values: [String: Double]

  public init(_ preset: String, _ values: [String: Double] = [:]) {
    (self.preset, self.values) = (preset, values)
  }

  /// - Throws: ``MeshPresetError`` for a preset or a parameter that does not exist, a value out of its range, or values
  ///   that do not go together.
  public func mesh() throws(MeshPresetError) -> Mesh { try MeshPreset.named(preset).mesh(values) }
}
