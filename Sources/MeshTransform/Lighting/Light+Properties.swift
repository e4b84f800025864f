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
    Property("enabled", keyPath: "isEnabled", .flag(\.isEnabled), "whether the light is on"),
    Property("color", .color(\.color), "the color of the light; alpha has no effect"),
    Property(
      "intensity", .number(\.intensity, .amount), "the factor of the ambient, diffuse and specular intensity"),
    Property(
      "ambientIntensity", short: "ambient", .number(\.ambientIntensity, .amount),
      "the strength of the light that comes from everywhere"),
  ]

  private static let reflected: [Property<Light>] = [
    Property(
      "diffuseIntensity", short: "diffuse", .number(\.diffuseIntensity, .amount),
      "the strength of the light that surfaces scatter"),
    Property(
      "specularIntensity", short: "specular", .number(\.specularIntensity, .amount),
      "the strength of the light in highlights"),
  ]

  private static let aimed: [Property<Light>] = [
    Property(
      "direction", .direction(\.direction, NumberRange(-1e9...1e9)),
      "the direction in which the light travels, x to the right, y down, z toward the viewer: a vector of any length but 0"
    )
  ]

  private static let placed: [Property<Light>] = [
    Property(
      "position", .point3D(\.position, NumberRange(-1e9...1e9, .points)),
      "the position of the light in the coordinates of the canvas, or of the layer that has the light: x to the right, "
        + "y down, z toward the viewer"),
    Property(
      "falloff", .number(\.falloff, .amount),
      "the attenuation with the distance from the light, 1 / (1 + falloff * (distance / falloffDistance)^2); 0 for none"
    ),
    Property(
      "falloffDistance", short: "distance",
      .number(\.falloffDistance, NumberRange(1e-9...1e9, .points)),
      "the distance at which the falloff attenuates the light to 1 / (1 + falloff); with a falloff, about the size of the "
        + "lit layer is a good start"),
  ]

  private static let coned: [Property<Light>] = [
    Property(
      "coneAngle", short: "cone", .angle(\.coneAngle, NumberRange(0...90, .degrees)),
      "the half angle of the cone, from its axis to its rim"),
    Property(
      "coneEdgeSoftness", short: "softness", .number(\.coneEdgeSoftness, NumberRange(0...1)),
      "the fraction of the cone angle that fades out at the rim"),
  ]
}

extension Light {
  private static let ranges = PropertyRanges(properties)

  /// Checks every property against ``properties``, so that shading never divides by zero or leaves the range of a GPU.
  /// The direction of a directional or spot light must not be zero.
  /// - Throws: ``LightError`` for the first invalid property.
  public func validate() throws(LightError) {
    try LightError.check(self, Self.properties, Self.ranges)
    if kind == .directional || kind == .spot, direction == .zero { throw .zeroDirection }
  }
}
