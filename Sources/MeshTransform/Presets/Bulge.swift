extension MeshPreset {
  /// Parameters of ``Mesh/bulge(_:)``.
  public struct Bulge: PresetDefinition {
    static let name = "bulge"
    static let summary = "a magnifying bump; a pinch for negative strength"

    /// The magnification at the center, less 1.
    public var strength = 0.8
    /// Shorter sides of the layer.
    public var radius = 0.45
    /// Unit layer space.
    public var centerX = 0.5, centerY = 0.5
    /// The height of the bump at strength 1, in shorter sides.
    public var height = 0.2
    /// The layer's width divided by its height.
    public var aspect = 1.0
    /// The faces from top to bottom and from left to right, 1...1000.
    public var rows = 50, columns = 50

    /// The default parameters.
    public init() {}

    static let parameters: [PresetParameter<Bulge>] = [
      .init("strength", \.strength, -1...1, "magnification of the center, minus 1"),
      .init("radius", \.radius, 0.01...2, "shorter sides", "radius of the bump"),
      .init("centerX", \.centerX, -1...2, "widths", "x of the middle of the bump"),
      .init("centerY", \.centerY, -1...2, "heights", "y of the middle of the bump"),
      .init("height", \.height, 0...1, "shorter sides", "height of the bump at strength 1"),
      .aspect(\.aspect), .rows(\.rows), .columns(\.columns),
    ]

    /// The radius t becomes `t (1 + s (1 - t^2)^2)`; its slope `1 + s (1 - t^2)(1 - 5 t^2)` is not negative for
    /// strengths s of -1...1, so the mesh does not fold.
    func mesh() throws(MeshError) -> Mesh {
      let disc = Disc(centerX: centerX, centerY: centerY, radius: radius, aspect: aspect)
      return try .grid(rows: rows, columns: columns, depth: .min) { u, v in
        let offset = disc.offset(u, v)
        guard offset.squared < 1 else { return Point3D(u, v, 0) }
        let bump = strength * (1 - offset.squared) * (1 - offset.squared)
        return disc.point(offset.x * (1 + bump), offset.y * (1 + bump), z: height * bump)
      }
    }
  }
}

extension Mesh {
  /// A bump that magnifies the picture around its center; a negative strength pinches it.
  public static func bulge(
    _ change: (inout MeshPreset.Bulge) -> Void = { _ in }
  ) throws(MeshPresetError) -> Mesh {
    try MeshPreset.Bulge.mesh(change)
  }
}
