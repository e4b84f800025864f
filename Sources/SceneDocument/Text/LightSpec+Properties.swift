import MeshTransform

extension LightSpec {
  /// A property of a light or a surface: what the texts take and the tool lists.
  public typealias Property = MeshTransform.Property

  /// The properties of a kind of light.
  public static func properties(of kind: Light.Kind) -> [Property<Light>] { Light.properties(of: kind) }

  public static let surfaceProperties = Surface.properties
}
