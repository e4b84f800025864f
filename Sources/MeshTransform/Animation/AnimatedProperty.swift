/// A property that an animation changes, named by the key path of Core Animation.
///
/// Properties of a layer: `position`, `position.x`, `zPosition`, `anchorPoint`, `anchorPointZ`, `bounds`,
/// `bounds.origin`, `bounds.size`, `bounds.size.width`, `contentsRect` with the same parts, `opacity`, `cornerRadius`,
/// `borderWidth`, `borderColor`, `backgroundColor`, `contentsScale`, `rasterizationScale`, `isHidden`, `isDoubleSided`,
/// `masksToBounds`; `transform` and `sublayerTransform`, each with `rotation.x` `.y` `.z` in radians (`rotation` is
/// `rotation.z`), `scale.x` `.y` `.z` (`scale` is all three), `translation.x` `.y` `.z` (`translation` is x and y);
/// `surface.ambient`, `.diffuse`, `.specular`, `.exponent`; `lights[i].` and any property of a light; `mesh`, and
/// `mesh.` with a parameter of its preset. Properties of the scene: `lights[i].` and any property of a light.
public struct AnimatedProperty: Hashable, Sendable, CustomStringConvertible {
  /// The name by which files and texts refer to the property, such as `transform.rotation.z`.
  public let keyPath: String
  /// The kind of its values.
  public let kind: AnimationValue.Kind
  let target: Target

  enum Target: Hashable, Sendable {
    case layer
    case transform(TransformPart)
    case sublayerTransform(TransformPart)
    /// The index and the light's property.
    case light(Int, String)
    case mesh
    case parameter(String)
  }

  /// - Throws: ``AnimationError/Problem/unknownKeyPath(_:nearest:)``.
  public init(keyPath: String) throws(AnimationError) {
    guard let found = Self.find(keyPath) else {
      throw AnimationError(.unknownKeyPath(keyPath, nearest: Self.nearest(to: keyPath)))
    }
    self = found
  }

  init(_ keyPath: String, _ kind: AnimationValue.Kind, _ target: Target) {
    (self.keyPath, self.kind, self.target) = (keyPath, kind, target)
  }

  public var description: String { keyPath }

  /// Whether the property belongs to the scene: a property of its lights.
  package var isOfScene: Bool { if case .light = target { true } else { false } }

  /// The unit of a number that is an angle: radians for rotations, as in Core Animation; degrees for the cone of a
  /// light, as in scene files. The parameters of presets have units of their own.
  package var angleUnit: AngleUnit? {
    switch target {
    case .transform(let part), .sublayerTransform(let part): part.isRotation ? .radians : nil
    case .light(_, let name): Light.animatable[name]?.angleUnit
    default: nil
    }
  }

  package enum AngleUnit: String, Hashable, Sendable { case radians, degrees }

  /// The preset parameter of a `mesh.` path; nil for any other property.
  package var presetParameter: String? { if case .parameter(let name) = target { name } else { nil } }

  /// Whether a change of this property changes the other: it is the same property, or the other is a part of it.
  func covers(_ other: AnimatedProperty) -> Bool {
    keyPath == other.keyPath || other.keyPath.hasPrefix(keyPath + ".")
  }
}

extension AnimatedProperty {
  // Frequent properties.
  /// The position of the layer in its superlayer, in points.
  public static let position = AnimatedProperty("position", .point, .layer)
  /// The depth of the layer in its superlayer, in points.
  public static let zPosition = AnimatedProperty("zPosition", .number, .layer)
  /// The bounds of the layer, in points.
  public static let bounds = AnimatedProperty("bounds", .rect, .layer)
  /// The opacity of the layer, 0...1.
  public static let opacity = AnimatedProperty("opacity", .number, .layer)
  /// The transform of the layer as a whole.
  public static let transform = AnimatedProperty("transform", .transform, .transform(.whole))
  /// The transform of the layer's sublayers as a whole.
  public static let sublayerTransform = AnimatedProperty(
    "sublayerTransform", .transform, .sublayerTransform(.whole))
  /// The mesh of the layer as a whole.
  public static let mesh = AnimatedProperty("mesh", .mesh, .mesh)

  /// A parameter of the preset of a layer's mesh.
  /// - Throws: ``AnimationError/Problem/unknownKeyPath(_:nearest:)`` if no preset has the parameter.
  public static func mesh(_ parameter: String) throws(AnimationError) -> AnimatedProperty {
    try AnimatedProperty(keyPath: "mesh.\(parameter)")
  }
}
