/// A layer's mesh as a preset's name with parameter values, which can be animated.
public struct PresetMesh: Hashable, Sendable {
  /// The name of a ``MeshPreset``.
  public var preset: String
  /// Values by parameter name; missing parameters have their defaults.
  public var values: [String: Double]

  /// A preset by its name, with values of parameters by their names.
  public init(_ preset: String, _ values: [String: Double] = [:]) {
    (self.preset, self.values) = (preset, values)
  }

  /// - Throws: ``MeshPresetError`` for an unknown preset or parameter, a value out of its range, and values that
  ///   conflict.
  public func mesh() throws(MeshPresetError) -> Mesh { try MeshPreset.named(preset).mesh(values) }
}
