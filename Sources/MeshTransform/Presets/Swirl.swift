extension MeshPreset {
  /// Parameters of ``Mesh/swirl(_:)``.
  public struct Swirl: PresetDefinition {
    static let name = "swirl"
    static let summary = "a rotation of the middle in the plane, decreasing toward the rim"

    /// The angle at the center; positive is clockwise.
    public var angle = Angle.degrees(150)
    /// Shorter sides of the layer.
    public var radius = 0.5
    /// Unit layer space.
    public var centerX = 0.5, centerY = 0.5
    /// The layer's width divided by its height.
    public var aspect = 1.0
    /// The faces from top to bottom and from left to right, 1...1000.
    public var rows = 100, columns = 100

    /// The default parameters.
    public init() {}

    static let parameters: [PresetParameter<Swirl>] = [
      .init("angle", \.angle, -360...360, "rotation of the center; positive is clockwise"),
      .init("radius", \.radius, 0.01...2, "shorter sides", "radius of the swirl"),
      .init("centerX", \.centerX, -1...2, "widths", "x of the middle of the swirl"),
      .init("centerY", \.centerY, -1...2, "heights", "y of the middle of the swirl"),
      .aspect(\.aspect), .rows(\.rows), .columns(\.columns),
    ]

    /// The radius t is rotated by `angle (1 - t^2)^2`: circles stay circles, areas are preserved.
    func mesh() throws(MeshError) -> Mesh {
      let disc = Disc(centerX: centerX, centerY: centerY, radius: radius, aspect: aspect)
      return try .grid(rows: rows, columns: columns, depth: .min) { u, v in
        let offset = disc.offset(u, v)
        guard offset.squared < 1, angle.radians != 0 else { return Point3D(u, v, 0) }
        let turn = angle.radians * (1 - offset.squared) * (1 - offset.squared)
        let (s, c) = (sine(turn), cosine(turn))
        return disc.point(offset.x * c - offset.y * s, offset.x * s + offset.y * c)
      }
    }
  }
}

extension Mesh {
  /// Rotates the middle of the picture in its plane, decreasing to zero at the boundary of a disc.
  public static func swirl(
    _ change: (inout MeshPreset.Swirl) -> Void = { _ in }
  ) throws(MeshPresetError) -> Mesh {
    try MeshPreset.Swirl.mesh(change)
  }
}
