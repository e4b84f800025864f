import MeshTransform

extension LightSpec {
  /// A property of a light or a surface: what the texts take and the tool lists.
  package typealias Property = MeshTransform.Property

  /// The properties of a kind of light.
  package static func properties(of kind: Light.Kind) -> [Property<Light>] { Light.properties(of: kind) }

  package static let surfaceProperties = Surface.properties
}
