/// How much of a layer tree is accepted, so that whoever walks one may recurse and allocate without fear.
public struct LayerLimits: Hashable, Sendable {
  /// Layers from the top level down to the deepest one.
  public var depth = 512
  /// Layers with a mesh that contain one another.
  public var nestedMeshes = 16
  /// Layers in all.
  public var layers = 1_000_000
  /// Lights of one layer, or of the scene.
  public var lights = 64

  public init(depth: Int = 512, nestedMeshes: Int = 16, layers: Int = 1_000_000, lights: Int = 64) {
    (self.depth, self.nestedMeshes, self.layers, self.lights) = (depth, nestedMeshes, layers, lights)
  }
}
