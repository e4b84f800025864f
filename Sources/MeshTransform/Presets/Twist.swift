extension MeshPreset {
  /// Parameters of ``Mesh/twist(_:)``.
  public struct Twist: PresetDefinition {
    static let name = "twist"
    static let summary = "a ribbon twisted about its vertical middle line"

    /// The angle between the top and the bottom edge.
    public var angle = Angle.degrees(180)
    /// The height that faces the viewer: 0 the top, 1 the bottom.
    public var anchor = 0.0
    /// The faces from top to bottom and from left to right, 1...1000.
    public var rows = 80, columns = 20

    /// The default parameters.
    public init() {}

    static let parameters: [PresetParameter<Twist>] = [
      .init("angle", \.angle, -3600...3600, "rotation from the top to the bottom edge"),
      .init("anchor", \.anchor, 0...1, "heights", "height that faces the viewer"),
      .rows(\.rows), .columns(\.columns),
    ]

    /// The row at v is rotated by `angle (v - anchor)` about x = 1/2; positive angles move the right edge nearer.
    func mesh() throws(MeshError) -> Mesh {
      try .grid(rows: rows, columns: columns, depth: .width) { u, v in
        let turn = angle.radians * (v - anchor)
        guard turn != 0 else { return Point3D(u, v, 0) }
        return Point3D(0.5 + (u - 0.5) * cosine(turn), v, (u - 0.5) * sine(turn))
      }
    }
  }
}

extension Mesh {
  /// A ribbon twisted about its vertical middle line: each row is rotated in depth relative to the one above it.
  public static func twist(
    _ change: (inout MeshPreset.Twist) -> Void = { _ in }
  ) throws(MeshPresetError) -> Mesh {
    try MeshPreset.Twist.mesh(change)
  }
}
