import MeshTransform

extension LightSpec {
  /// A property of a light or a surface, as parsed by texts and listed by the tool.
  package typealias Property = MeshTransform.Property

  /// The properties of a kind of light.
  package static func properties(of kind: Light.Kind) -> [Property<Light>] { Light.properties(of: kind) }

  package static let surfaceProperties = Surface.properties
}
