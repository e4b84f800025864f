/// A light of a scene. The properties are named after Core Animation's `CALight`.
///
/// Positions are in superlayer points (z toward the viewer), directions are vectors there of any length but 0.
/// Arithmetic is in sRGB-encoded values, as in Core Animation. ``validate()`` enforces the ranges given here.
public struct Light: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Hashable, Sendable { case ambient, directional, point, spot }

  public var kind: Kind
  public var isEnabled = true
  /// Channels in 0...1; alpha is ignored.
  public var color = Color.white
  /// Scales the three intensities below; 0...1,000,000.
  public var intensity = 1.0
  /// The light's share of the ambient sum; 0...1,000,000. 1 for an ambient light, else 0.25.
  public var ambientIntensity: Double
  /// 0...1,000,000; 0 for an ambient light, else 0.75.
  public var diffuseIntensity: Double
  /// 0...1,000,000; 0 for an ambient light, else 1. A surface facing away from the light (N·L <= 0) has no highlight
  /// either, though Phong's formula alone would give it one.
  public var specularIntensity: Double
  /// Where the light travels: into the screen by default; components up to 1e9, not all 0. Directional and spot
  /// lights.
  public var direction = Point3D(0, 0, -1)
  /// Coordinates up to 1e9 points. Point and spot lights.
  public var position = Point3D.zero
  /// 0: no attenuation; else `1 / (1 + falloff * (distance / falloffDistance)^2)`; 0...1,000,000. Point and
  /// spot lights.
  public var falloff = 0.0
  /// In points, 1e-9...1e9.
  public var falloffDistance = 1.0
  /// Half angle of a spot light's cone, 0...90 degrees.
  public var coneAngle = Angle.degrees(45)
  /// 0...1: the fraction of the cone angle over which the light falls to nothing at its edge, by a smoothstep over the
  /// cosine of the angle to the axis.
  public var coneEdgeSoftness = 0.0

  public init(_ kind: Kind = .directional) {
    self.kind = kind
    let isAmbient = kind == .ambient
    ambientIntensity = isAmbient ? 1 : 0.25
    diffuseIntensity = isAmbient ? 0 : 0.75
    specularIntensity = isAmbient ? 0 : 1
  }

  public static func ambient(_ intensity: Double = 1) -> Light {
    var light = Light(.ambient)
    light.ambientIntensity = intensity
    return light
  }

  public static func directional(_ direction: Point3D = Point3D(0, 0, -1)) -> Light {
    var light = Light(.directional)
    light.direction = direction
    return light
  }
}
