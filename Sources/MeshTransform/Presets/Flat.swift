extension MeshPreset {
  /// Parameters of ``Mesh/flat(_:)``.
  public struct Flat: PresetDefinition {
    static let name = "flat"
    static let summary = "a flat grid, which does not change the picture"

    /// The faces from top to bottom and from left to right, 1...1000.
    public var rows = 10, columns = 10

    /// The default parameters.
    public init() {}

    static let parameters: [PresetParameter<Flat>] = [.rows(\.rows), .columns(\.columns)]

    func mesh() throws(MeshError) -> Mesh {
      try .grid(rows: rows, columns: columns, depth: .average) { u, v in Point3D(u, v, 0) }
    }
  }
}

extension Mesh {
  /// A flat grid: the identity, as the start of a motion or of a mesh of one's own.
  public static func flat(
    _ change: (inout MeshPreset.Flat) -> Void = { _ in }
  ) throws(MeshPresetError) -> Mesh {
    try MeshPreset.Flat.mesh(change)
  }
}
