extension MeshPreset {
  /// Parameters of ``Mesh/style(_:)``.
  public struct Style: PresetDefinition {
    static let name = "style"
    static let summary = "a named warp of image editors, such as arc, flag or fish"

    /// The shape.
    public var style = WarpStyle.arc
    /// The strength and the direction, -1...1: the percentage of Photoshop divided by 100. At 0 the style is flat.
    public var bend = 0.5
    /// The growth of the height from the left edge to the right edge: lines of constant u are scaled about the middle
    /// between their ends by `1 + horizontal (2u - 1)`. It applies after ``vertical``, and both to the control points.
    public var horizontal = 0.0
    /// The growth of the width from the top edge to the bottom edge, likewise.
    public var vertical = 0.0
    /// The direction along which the shape is bent.
    public var orientation = WarpStyle.Orientation.horizontal
    /// The layer's width divided by its height.
    public var aspect = 1.0
    /// The faces from top to bottom and from left to right, 1...1000.
    public var rows = 64, columns = 64

    /// The default parameters.
    public init() {}

    static let parameters: [PresetParameter<Style>] = [
      .init("style", \.style, "the shape"),
      .init("bend", \.bend, -1...1, "strength and direction; positive bends upward or outward"),
      .init(
        "horizontal", \.horizontal, -1...1, "growth of the height to the right; negative to the left"),
      .init("vertical", \.vertical, -1...1, "growth of the width to the bottom; negative to the top"),
      .init("orientation", \.orientation, "the direction of the shape; vertical turns it on its side"),
      .aspect(\.aspect), .rows(\.rows), .columns(\.columns),
    ]

    func mesh() throws(MeshError) -> Mesh {
      if bend == 0, horizontal == 0, vertical == 0 {
        return try .grid(rows: rows, columns: columns, depth: .average) { u, v in
          Point3D(u, v, 0)
        }
      }
      let patch = net.widened(by: vertical).transposed.widened(by: horizontal).transposed.patch
      return try .grid(rows: rows, columns: columns, depth: .average) { u, v in
        patch.point(CubicBasis(u), CubicBasis(v))
      }
    }

    /// The control points without distortion, in heights of the layer.
    private var net: WarpNet {
      orientation == .horizontal || style == .twist
        ? WarpNet(style, bend: bend, width: aspect, height: 1)
        : WarpNet(style, bend: bend, width: 1, height: aspect).transposed
    }
  }
}

extension Mesh {
  /// One of the fifteen named warps of image editors, with bend and perspective-like distortion, after Photoshop.
  public static func style(
    _ change: (inout MeshPreset.Style) -> Void = { _ in }
  ) throws(MeshPresetError) -> Mesh {
    try MeshPreset.Style.mesh(change)
  }
}
