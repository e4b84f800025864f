extension MeshPreset {
  /// Parameters of ``Mesh/cylinder(_:)``.
  public struct Cylinder: PresetDefinition {
    static let name = "cylinder"
    static let summary = "the picture wrapped around an upright cylinder"

    /// The angle that the picture covers; negative angles bend it the other way, to the inside of the cylinder.
    public var angle = Angle.degrees(150)
    /// The faces from top to bottom and from left to right, 1...1000.
    public var rows = 1, columns = 100

    /// The default parameters.
    public init() {}

    static let parameters: [PresetParameter<Cylinder>] = [
      .init(
        "angle", \.angle, -360...360,
        "the angle of the arc, which is as long as the layer is wide; negative for the inside of the cylinder"
      ),
      .rows(\.rows), .columns(\.columns),
    ]

    /// The radius is `1 / angle` widths, so that the arc is as long as the picture is wide. `sinc` replaces the
    /// division by the angle, which may be 0.
    func mesh() throws(MeshError) -> Mesh {
      try .grid(rows: rows, columns: columns, depth: .width) { u, v in
        let arc = u - 0.5
        let turn = arc * angle.radians
        return Point3D(0.5 + arc * sinc(turn), v, -arc * sine(turn / 2) * sinc(turn / 2))
      }
    }
  }
}

extension Mesh {
  /// The picture wrapped around an upright cylinder without stretching. Its middle stays, the sides move back.
  public static func cylinder(
    _ change: (inout MeshPreset.Cylinder) -> Void = { _ in }
  ) throws(MeshPresetError) -> Mesh {
    try MeshPreset.Cylinder.mesh(change)
  }
}
