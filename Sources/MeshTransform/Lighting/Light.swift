/// A light of a scene. The properties are named after Core Animation's `CALight`; the formulas are Phong's, per pixel.
///
/// A layer's pixel, with premultiplied color `T` and coverage `alpha`, has the color
///
///     min(alpha, T * (ka * sum A + kd * sum S * D * max(0, N.L)) + alpha * ks * sum S * H * max(0, R.V)^n)
///
/// in each channel, with sums over the enabled lights and
///
/// - `ka`, `kd`, `ks`, `n`: the ``Surface``'s ambient, diffuse and specular reflectance and its exponent;
/// - `A`, `D`, `H`: color * intensity * ambientIntensity, diffuseIntensity or specularIntensity, in each channel;
/// - `N`: the unit normal on the visible side, since both sides are lit; `L` points to the light, `V` to the eye of a
///   layer in perspective, else along z; `R = 2 (N.L) N - L`. There is no highlight where N.L <= 0;
/// - `S = 1` for a directional light; `S = attenuation * cone` for a point or spot light;
/// - `attenuation = 1 / (1 + falloff * (distance / falloffDistance)^2)`, so 1 for falloff 0;
/// - `cone = 1` for a point light. For a spot light, with `c` the cosine of the angle between its direction and the
///   vector to the pixel, `rim = cos(coneAngle)` and `inner = cos(coneAngle * (1 - coneEdgeSoftness))`, it is
///   `t^2 (3 - 2t)` for `t = (c - rim) / (inner - rim)` clamped to 0...1; without softness 1 where `c >= rim`, else 0.
///
/// A bright highlight thus saturates to white and is limited by the coverage: it neither extends beyond an edge nor
/// makes a translucent pixel more opaque. Under the default light a flat layer parallel to the canvas keeps its exact
/// colors, because 0.25 + 0.75 is 1. Without lights nothing is shaded.
///
/// The lights of a layer light its sublayers, those of a scene its top-level layers; at most 64 each. Positions are in
/// the superlayer's points (y down, z toward the viewer), directions are vectors there of any length but 0. Channels
/// are sRGB-encoded and used without decoding, as in Core Animation, unless ``Canvas/blending`` is linear: then they
/// are decoded first. ``properties`` has the ranges, which ``validate()`` enforces.
public struct Light: Hashable, Sendable {
  /// The kinds of light sources.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Light from everywhere; from far away in one direction; from a position to all sides; from a position
    /// within a cone.
    case ambient, directional, point, spot

    /// The origin of the light, a phrase for lists.
    public var summary: String {
      switch self {
      case .ambient: "ambient light, equal from all directions"
      case .directional: "parallel light, as from the sun"
      case .point: "light from a point in all directions"
      case .spot: "light from a point within a cone"
      }
    }
  }

  /// The kind of the source.
  public var kind: Kind
  /// Whether the light is on. Default true.
  public var isEnabled = true
  /// The color of the light, channels in 0...1; alpha has no effect. Default white.
  public var color = Color.white
  /// The factor of the three intensities below, 0...1,000,000. Default 1.
  public var intensity = 1.0
  /// The factor of the ambient term, 0...1,000,000; distance and cone do not change it. Default 1 for an ambient light,
  /// else 0.25.
  public var ambientIntensity: Double
  /// The factor of the diffuse term, 0...1,000,000. Default 0 for an ambient light, else 0.75.
  public var diffuseIntensity: Double
  /// The factor of the specular term, 0...1,000,000. A surface that faces away from the light (N.L <= 0) has no
  /// highlight, unlike in Phong's formula. Default 0 for an ambient light, else 1.
  public var specularIntensity: Double
  /// The direction in which a directional or spot light travels, in the superlayer's space: a vector of any length but
  /// 0, components in -1e9...1e9. Default (0, 0, -1), into the screen.
  public var direction = Point3D(0, 0, -1)
  /// The position of a point or spot light in the superlayer's points, coordinates in -1e9...1e9. Default the origin.
  public var position = Point3D.zero
  /// The attenuation of a point or spot light, 0...1,000,000: at `falloffDistance` the factor is 1 / (1 + falloff).
  /// Default 0, none.
  public var falloff = 0.0
  /// The distance of `falloff` in points, 1e-9...1e9. Default 1.
  public var falloffDistance = 1.0
  /// The half angle of a spot light's cone, from its axis to its rim, 0...90 degrees. Default 45 degrees.
  public var coneAngle = Angle.degrees(45)
  /// The fraction of the cone angle, 0...1, over which the light fades out at the rim: a smoothstep over the cosine of
  /// the angle to the axis. Default 0.
  public var coneEdgeSoftness = 0.0

  /// A light with the default intensities of its kind: an ambient light has only the ambient term.
  public init(_ kind: Kind = .directional) {
    self.kind = kind
    let isAmbient = kind == .ambient
    ambientIntensity = isAmbient ? 1 : 0.25
    diffuseIntensity = isAmbient ? 0 : 0.75
    specularIntensity = isAmbient ? 0 : 1
  }

  /// Light from everywhere.
  public static func ambient(_ intensity: Double = 1) -> Light {
    var light = Light(.ambient)
    light.ambientIntensity = intensity
    return light
  }

  /// Light from far away; the default comes straight from the viewer.
  public static func directional(_ direction: Point3D = Point3D(0, 0, -1)) -> Light {
    var light = Light(.directional)
    light.direction = direction
    return light
  }
}

extension Light.Kind: NamedValue {}
