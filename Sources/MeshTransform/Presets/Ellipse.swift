extension MeshPreset {
  /// Parameters of ``Mesh/ellipse(_:)``.
  public struct Ellipse: PresetDefinition {
    static let name = "ellipse"
    static let summary = "the whole picture mapped to its inscribed ellipse"

    /// 0 is the rectangle, 1 the ellipse.
    public var amount = 1.0
    /// The faces from top to bottom and from left to right, 1...1000.
    public var rows = 50, columns = 50

    /// The default parameters.
    public init() {}

    static let parameters: [PresetParameter<Ellipse>] = [
      .init("amount", \.amount, 0...1, "progress; 0 is the rectangle, 1 the ellipse"),
      .rows(\.rows), .columns(\.columns),
    ]

    /// With x and y from the center in half sides: `x sqrt(1 - y^2 / 2)` and `y sqrt(1 - x^2 / 2)`. Lines of the grid
    /// become arcs of ellipses, and the boundary of the square becomes the circle: `x^2 + y^2 = 1` if x or y is 1.
    func mesh() throws(MeshError) -> Mesh {
      try .grid(rows: rows, columns: columns, depth: .average) { u, v in
        let (x, y) = (2 * u - 1, 2 * v - 1)
        let (shrinkX, shrinkY) = ((1 - y * y / 2).squareRoot() - 1, (1 - x * x / 2).squareRoot() - 1)
        return Point3D(u + amount * x * shrinkX / 2, v + amount * y * shrinkY / 2, 0)
      }
    }
  }
}

extension Mesh {
  /// Maps the rectangle to its inscribed ellipse, a disc for a square layer: the whole picture stays visible.
  public static func ellipse(
    _ change: (inout MeshPreset.Ellipse) -> Void = { _ in }
  ) throws(MeshPresetError) -> Mesh {
    try MeshPreset.Ellipse.mesh(change)
  }
}
