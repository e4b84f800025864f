extension Light {
  /// The properties of all kinds of light, in the order of scene files.
  package static let properties = shared + reflected + aimed + placed + coned

  /// The properties that a kind of light has; it ignores the others.
  package static func properties(of kind: Kind) -> [Property<Light>] {
    switch kind {
    case .ambient: shared
    case .directional: shared + reflected + aimed
    case .point: shared + reflected + placed
    case .spot: properties
    }
  }

  private static let shared: [Property<Light>] = [
    Property("enabled", keyPath: "isEnabled", .flag(\.isEnabled), "whether it shines at all"),
    Property("color", .color(\.color), "its color; alpha does not count"),
    Property("intensity", .number(\.intensity, .amount), "scales the three intensities"),
    Property(
      "ambientIntensity", short: "ambient", .number(\.ambientIntensity, .amount),
      "its share of the light that is everywhere"),
  ]

  private static let reflected: [Property<Light>] = [
    Property(
      "diffuseIntensity", short: "diffuse", .number(\.diffuseIntensity, .amount),
      "what the surface scatters of it"),
    Property(
      "specularIntensity", short: "specular", .number(\.specularIntensity, .amount),
      "what the surface mirrors of it"),
  ]

  private static let aimed: [Property<Light>] = [
    Property(
      "direction", .direction(\.direction, NumberRange(-1e9...1e9)),
      "where it travels: y down, z toward you")
  ]

  private static let placed: [Property<Light>] = [
    Property(
      "position", .point3D(\.position, NumberRange(-1e9...1e9, .points)),
      "where it stands: y down, z toward you"),
    Property("falloff", .number(\.falloff, .amount), "what distance takes from it; 0 nothing"),
    Property(
      "falloffDistance", short: "distance",
      .number(\.falloffDistance, NumberRange(1e-9...1e9, .points)), "where 1 / (1 + falloff) of it is left"),
  ]

  private static let coned: [Property<Light>] = [
    Property(
      "coneAngle", short: "cone", .angle(\.coneAngle, NumberRange(0...90, .degrees)),
      "from its axis to the rim of its cone"),
    Property(
      "coneEdgeSoftness", short: "softness", .number(\.coneEdgeSoftness, NumberRange(0...1)),
      "the part of the angle over which it fades at the rim"),
  ]
}

extension Light {
  /// Checks every property against ``properties``, so that shading never divides by zero or leaves the range of a GPU.
  /// The direction of a directional or spot light must not be zero.
  /// - Throws: ``LightError`` for the first invalid property.
  public func validate() throws(LightError) {
    try LightError.check(self, Self.properties)
    if kind == .directional || kind == .spot, direction == .zero { throw .zeroDirection }
  }
}
