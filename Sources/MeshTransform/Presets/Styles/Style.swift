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
      let patch = patch
      return try .grid(rows: rows, columns: columns, depth: .average) { u, v in
        patch.point(CubicBasis(u), CubicBasis(v))
      }
    }

    private var patch: BicubicPatch {
      net.widened(by: vertical).transposed.widened(by: horizontal).transposed.patch
    }

    /// The edges of wide or strongly bent shapes can cross.
    var warning: String? {
      let share = turnedShare
      guard share > Self.invisibleShare else { return nil }
      // The strongest bend in steps of 0.01 that does not cross; a bend of 0 can, by the distortion.
      var upright = self
      upright.bend = (bend * 100).rounded(.towardZero) / 100
      let step = bend < 0 ? -0.01 : 0.01
      while upright.turnedShare > Self.invisibleShare, abs(upright.bend) > 0.005 { upright.bend -= step }
      let remedy =
        abs(upright.bend) > 0.005
        ? "with a bend of \(((upright.bend * 100).rounded() / 100).shortText) it does not"
        : "bend or distort it less"
      let percent = max(1, Int(clamping: (100 * share).rounded()))
      return
        "crosses itself on a layer of this shape, and \(percent) % of the content is turned over; \(remedy)"
    }

    private static let invisibleShare = 1e-3

    /// The share of the content that is turned over against the rest.
    private var turnedShare: Double {
      let (patch, count) = (patch, 32)
      let bases = (0...count).map { CubicBasis(Double($0) / Double(count)) }
      let points = bases.map { v in bases.map { u in patch.point(u, v) } }
      let turned = (0..<count).reduce(0) { turned, row in
        turned
          + (0..<count).count(where: { column in
            let (a, c) = (points[row][column], points[row + 1][column + 1])
            let (b, d) = (points[row][column + 1], points[row + 1][column])
            return (c.x - a.x) * (d.y - b.y) < (c.y - a.y) * (d.x - b.x)
          })
      }
      let share = Double(turned) / Double(count * count)
      return min(share, 1 - share)
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
