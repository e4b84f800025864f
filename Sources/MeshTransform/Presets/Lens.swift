extension MeshPreset {
  /// Parameters of ``Mesh/lens(_:)``.
  public struct Lens: PresetDefinition {
    static let name = "lens"
    static let summary = "barrel (k1 below 0) or pincushion (k1 above 0) distortion of a camera lens"

    /// Radial coefficients of the Brown-Conrady model; a radius of 1 is half the layer's diagonal.
    public var k1 = -0.2, k2 = 0.0
    /// The layer's width divided by its height.
    public var aspect = 1.0
    /// The faces from top to bottom and from left to right, 1...1000.
    public var rows = 50, columns = 50

    /// The default parameters.
    public init() {}

    static let parameters: [PresetParameter<Lens>] = [
      .init(
        "k1", \.k1, -0.25...1,
        "radial coefficient of r^2, where r is 1 at the corners; below 0 barrel, above 0 pincushion"),
      .init("k2", \.k2, -0.04...1, "radial coefficient of r^4, where r is 1 at the corners"),
      .aspect(\.aspect), .rows(\.rows), .columns(\.columns),
    ]

    /// The radius r becomes `r (1 + k1 r^2 + k2 r^4)`. Its slope `1 + 3 k1 r^2 + 5 k2 r^4` stays above 0 up to the
    /// corners, r = 1, within the ranges, so the mesh does not fold.
    func mesh() throws(MeshError) -> Mesh {
      let halfDiagonal = (aspect * aspect + 1).squareRoot() / 2
      return try .grid(rows: rows, columns: columns, depth: .average) { u, v in
        let (x, y) = ((u - 0.5) * aspect / halfDiagonal, (v - 0.5) / halfDiagonal)
        let squared = x * x + y * y
        let stretch = squared * (k1 + k2 * squared)
        return Point3D(u + (u - 0.5) * stretch, v + (v - 0.5) * stretch, 0)
      }
    }
  }
}

extension Mesh {
  /// The radial distortion of a camera lens after Brown and Conrady, applied to a picture (not a correction).
  public static func lens(
    _ change: (inout MeshPreset.Lens) -> Void = { _ in }
  ) throws(MeshPresetError) -> Mesh {
    try MeshPreset.Lens.mesh(change)
  }
}
