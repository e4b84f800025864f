import MeshTransform

extension LightSpec {
  /// What can be said of a light or a surface: what the texts take, the tool lists and people look up.
  public struct Property<Target: Sendable>: Sendable {
    /// As in the model.
    public let name: String
    /// Another name for it; nil when it has none.
    public let shortName: String?
    /// What values are allowed, with their unit.
    public let values: String
    public let summary: String
    let text: @Sendable (Target) -> String

    init(
      _ name: String, short: String? = nil, _ values: String, _ summary: String,
      _ text: @escaping @Sendable (Target) -> String
    ) {
      (self.name, shortName, self.values, self.summary, self.text) = (name, short, values, summary, text)
    }

    /// Its value there, as the texts have it.
    public func text(of target: Target) -> String { text(target) }
  }

  /// Those of a kind of light.
  public static func properties(of kind: Light.Kind) -> [Property<Light>] {
    switch kind {
    case .ambient: shared
    case .directional: shared + reflected + aimed
    case .point: shared + reflected + placed
    case .spot: shared + reflected + placed + aimed + coned
    }
  }

  private static let shared: [Property<Light>] = [
    Property("color", "a CSS color", "its color; alpha does not count") {
      $0.color == .white ? "white" : "\($0.color)"
    },
    Property("intensity", "0...1000000", "scales the three intensities") { $0.intensity.short },
    Property(
      "ambientIntensity", short: "ambient", "0...1000000", "its share of the light that is everywhere"
    ) { $0.ambientIntensity.short },
    Property("enabled", "true, false", "whether it shines at all") { "\($0.isEnabled)" },
  ]

  private static let reflected: [Property<Light>] = [
    Property("diffuseIntensity", short: "diffuse", "0...1000000", "what the surface scatters of it") {
      $0.diffuseIntensity.short
    },
    Property("specularIntensity", short: "specular", "0...1000000", "what the surface mirrors of it") {
      $0.specularIntensity.short
    },
  ]

  private static let placed: [Property<Light>] = [
    Property("position", "x/y/z, points", "where it stands: y down, z toward you") { $0.position.text },
    Property("falloff", "0...1000000", "what distance takes from it; 0 nothing") { $0.falloff.short },
    Property(
      "falloffDistance", short: "distance", "1e-9...1e9 points", "where 1 / (1 + falloff) of it is left"
    ) { $0.falloffDistance.short },
  ]

  private static let aimed: [Property<Light>] = [
    Property("direction", "x/y/z, not 0/0/0", "where it travels: y down, z toward you") { $0.direction.text }
  ]

  private static let coned: [Property<Light>] = [
    Property("coneAngle", short: "cone", "0...90 degrees", "from its axis to the rim of its cone") {
      $0.coneAngle.degrees.short
    },
    Property(
      "coneEdgeSoftness", short: "softness", "0...1", "the part of the angle over which it fades at the rim"
    ) { $0.coneEdgeSoftness.short },
  ]

  public static let surfaceProperties: [Property<Surface>] = [
    Property("ambient", "0...1000000", "reflects of the light that is everywhere") { $0.ambient.short },
    Property("diffuse", "0...1000000", "scatters, in the content's colors") { $0.diffuse.short },
    Property("specular", "0...1000000", "mirrors, in the light's color") { $0.specular.short },
    Property(
      "specularExponent", short: "exponent", "more than 0...1000000", "larger is a smaller, sharper highlight"
    ) { $0.specularExponent.short },
    Property("shading", "smooth, flat", "normals bent from vertex to vertex, or one a facet") {
      $0.shading.rawValue
    },
  ]
}

extension Point3D {
  fileprivate var text: String { "\(x.short)/\(y.short)/\(z.short)" }
}
