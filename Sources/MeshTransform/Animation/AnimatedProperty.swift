/// What an animation changes, by the key path that Core Animation has for it.
///
/// Of a layer: `position`, `position.x`, `zPosition`, `anchorPoint`, `anchorPointZ`, `bounds`, `bounds.origin`,
/// `bounds.size`, `bounds.size.width`, `contentsRect` with the same parts, `opacity`, `cornerRadius`, `borderWidth`,
/// `borderColor`, `backgroundColor`, `contentsScale`, `rasterizationScale`, `isHidden`, `isDoubleSided`,
/// `masksToBounds`; `transform` and `sublayerTransform`, and of both `rotation.x` `.y` `.z` in radians (`rotation` is
/// `rotation.z`), `scale.x` `.y` `.z` (`scale` is all three), `translation.x` `.y` `.z` (`translation` is x and y);
/// `surface.ambient`, `.diffuse`, `.specular`, `.exponent`; `lights[i].` and any property of a light; `mesh`, and
/// `mesh.` with a parameter of the preset that makes it. Of the scene itself: `lights[i].` and so on.
public struct AnimatedProperty: Hashable, Sendable, CustomStringConvertible {
  public let keyPath: String
  /// What its values are.
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

  /// Whether it can be animated without a layer, as a property of the scene: its lights.
  package var isOfScene: Bool { if case .light = target { true } else { false } }

  /// What an angle is measured in, for a number that is one: as in Core Animation rotations are in radians; a light's
  /// cone is in degrees, as scene files have it. A preset's parameters say theirs themselves.
  package var angleUnit: AngleUnit? {
    switch target {
    case .transform(let part), .sublayerTransform(let part): part.isRotation ? .radians : nil
    case .light(_, let name): Light.animatable[name]?.angleUnit
    default: nil
    }
  }

  package enum AngleUnit: String, Hashable, Sendable { case radians, degrees }

  /// The preset's parameter that a `mesh.` path names; nil for any other property.
  package var presetParameter: String? { if case .parameter(let name) = target { name } else { nil } }

  /// Whether a change of this one changes the other: it is the same or a part of it.
  func covers(_ other: AnimatedProperty) -> Bool {
    keyPath == other.keyPath || other.keyPath.hasPrefix(keyPath + ".")
  }
}

extension AnimatedProperty {
  // The ones that are used most.
  public static let position = AnimatedProperty("position", .point, .layer)
  public static let zPosition = AnimatedProperty("zPosition", .number, .layer)
  public static let bounds = AnimatedProperty("bounds", .rect, .layer)
  public static let opacity = AnimatedProperty("opacity", .number, .layer)
  public static let transform = AnimatedProperty("transform", .transform, .transform(.whole))
  public static let sublayerTransform = AnimatedProperty(
    "sublayerTransform", .transform, .sublayerTransform(.whole))
  public static let mesh = AnimatedProperty("mesh", .mesh, .mesh)

  /// A parameter of the preset that makes the layer's mesh.
  /// - Throws: when no preset has one of the name.
  public static func mesh(_ parameter: String) throws(AnimationError) -> AnimatedProperty {
    try AnimatedProperty(keyPath: "mesh.\(parameter)")
  }
}
