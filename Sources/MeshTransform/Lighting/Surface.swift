/// The reflection of light by a layer: the coefficients of the Phong reflection model; ``Light`` has the formula.
///
/// ``properties`` has the ranges, which ``validate()`` enforces.
public struct Surface: Hashable, Sendable {
  /// The source of normals.
  public enum Shading: String, CaseIterable, Hashable, Sendable {
    /// Normals at the mesh's vertices, interpolated between them.
    case smooth
    /// One normal for each facet, with edges between facets. A facet is a triangle if faces are drawn as triangles,
    /// else a face.
    case flat
  }

  /// The ambient reflectance, 0...1,000,000. Default 1.
  public var ambient: Double
  /// The diffuse reflectance, in the content's colors, 0...1,000,000. Default 1.
  public var diffuse: Double
  /// The specular reflectance, in the light's color, 0...1,000,000. Default 0.
  public var specular: Double
  /// The exponent of the specular term, more than 0, up to 1,000,000; larger values give smaller, sharper highlights.
  /// Default 32.
  public var specularExponent: Double
  /// The source of normals. Default smooth.
  public var shading: Shading

  /// A surface with the given values; the others have their defaults.
  public init(
    ambient: Double = 1, diffuse: Double = 1, specular: Double = 0, specularExponent: Double = 32,
    shading: Shading = .smooth
  ) {
    (self.ambient, self.diffuse) = (ambient, diffuse)
    (self.specular, self.specularExponent) = (specular, specularExponent)
    self.shading = shading
  }
}

extension Surface {
  /// The properties of a surface, in the order of scene files.
  package static let properties: [Property<Surface>] = [
    Property("ambient", .number(\.ambient, .amount), "the fraction of ambient light that is reflected"),
    Property(
      "diffuse", .number(\.diffuse, .amount),
      "the fraction of directed light that is scattered, in the content's colors"),
    Property(
      "specular", .number(\.specular, .amount), "the strength of highlights, in the light's color; 0 is matte"
    ),
    Property(
      "specularExponent", short: "exponent", key: "exponent", keyPath: "exponent",
      .number(\.specularExponent, .above(0, upTo: 1e6)),
      "the exponent of highlights; larger for smaller, sharper ones"),
    Property("shading", .choice(\.shading), "the source of normals"),
  ]

  private static let ranges = PropertyRanges(properties)

  /// Checks every property against ``properties``.
  /// - Throws: ``LightError`` for the first invalid property.
  public func validate() throws(LightError) {
    try LightError.check(self, Self.properties, Self.ranges)
  }
}

extension NumberRange {
  /// The range of an intensity or a reflectance.
  static let amount = NumberRange(0...1e6)
}

extension Surface.Shading: NamedValue {
  package var summary: String {
    switch self {
    case .smooth: "normals interpolated between the vertices of the mesh"
    case .flat: "one normal for each facet, with edges between facets"
    }
  }
}
