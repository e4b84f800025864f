/// Limits of a layer tree, so that traversals may recurse and allocate.
public struct LayerLimits: Hashable, Sendable {
  /// The largest depth; 1 for top-level layers only.
  public var depth = 512
  /// The largest number of layers with a mesh that contain one another.
  public var nestedMeshes = 16
  /// The largest number of layers with a shadow that contain one another. Each shadow draws its layer a second time.
  public var nestedShadows = 8
  /// The largest number of layers with `isBackContents` that contain one another.
  public var nestedBacks = 16
  /// The largest number of layers.
  public var layers = 1_000_000
  /// The largest number of lights of a layer, or of the scene.
  public var lights = 64

  /// Limits with the given values; the others have their defaults.
  public init(
    depth: Int = 512, nestedMeshes: Int = 16, nestedShadows: Int = 8, nestedBacks: Int = 16,
    layers: Int = 1_000_000, lights: Int = 64
  ) {
    (self.depth, self.nestedMeshes, self.nestedShadows) = (depth, nestedMeshes, nestedShadows)
    (self.nestedBacks, self.layers, self.lights) = (nestedBacks, layers, lights)
  }
}
