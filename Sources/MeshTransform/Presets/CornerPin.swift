extension MeshPreset {
  /// Parameters of ``Mesh/cornerPin(_:)``: positions of the four corners, in unit layer space.
  public struct CornerPin: PresetDefinition {
    static let name = "cornerPin"
    static let summary = "a perspective map of the picture to four given corners"

    /// The position of the top left corner, in widths and heights of the layer.
    public var topLeftX = 0.0, topLeftY = 0.0
    /// The position of the top right corner, in widths and heights of the layer.
    public var topRightX = 1.0, topRightY = 0.0
    /// The position of the bottom right corner, in widths and heights of the layer.
    public var bottomRightX = 1.0, bottomRightY = 1.0
    /// The position of the bottom left corner, in widths and heights of the layer.
    public var bottomLeftX = 0.0, bottomLeftY = 1.0
    /// The faces from top to bottom and from left to right, 1...1000.
    public var rows = 32, columns = 32

    /// The default parameters.
    public init() {}

    static let parameters: [PresetParameter<CornerPin>] = [
      .init("topLeftX", \.topLeftX, -10...10, "widths", "x of the top left corner"),
      .init("topLeftY", \.topLeftY, -10...10, "heights", "y of the top left corner"),
      .init("topRightX", \.topRightX, -10...10, "widths", "x of the top right corner"),
      .init("topRightY", \.topRightY, -10...10, "heights", "y of the top right corner"),
      .init("bottomRightX", \.bottomRightX, -10...10, "widths", "x of the bottom right corner"),
      .init("bottomRightY", \.bottomRightY, -10...10, "heights", "y of the bottom right corner"),
      .init("bottomLeftX", \.bottomLeftX, -10...10, "widths", "x of the bottom left corner"),
      .init("bottomLeftY", \.bottomLeftY, -10...10, "heights", "y of the bottom left corner"),
      .rows(\.rows), .columns(\.columns),
    ]

    private var corners: [Point] {
      [
        Point(topLeftX, topLeftY), Point(topRightX, topRightY),
        Point(bottomRightX, bottomRightY), Point(bottomLeftX, bottomLeftY),
      ]
    }

    /// Only a convex quadrilateral is the projection of a rectangle: its corners have the same orientation.
    var conflict: String? {
      let p = corners
      let turns = (0..<4).map { i in
        let (a, b, c) = (p[i], p[(i + 1) % 4], p[(i + 2) % 4])
        return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)
      }
      if turns.allSatisfy({ $0 > 1e-9 }) || turns.allSatisfy({ $0 < -1e-9 }) { return nil }
      return
        "the four corners do not form a convex quadrilateral, the only image of a rectangle in "
        + "perspective; move them so that no three are on one line and none is inside the others"
    }

    /// The homography of the unit square after Heckbert, "Fundamentals of Texture Mapping and Image Warping" (1989),
    /// section 2.2.3, at the vertices of the grid. Each triangle between them is affine; in a fine grid the difference
    /// is invisible.
    func mesh() throws(MeshError) -> Mesh {
      let p = corners
      let (dx1, dy1) = (p[1].x - p[2].x, p[1].y - p[2].y)
      let (dx2, dy2) = (p[3].x - p[2].x, p[3].y - p[2].y)
      let (sx, sy) = (p[0].x - p[1].x + p[2].x - p[3].x, p[0].y - p[1].y + p[2].y - p[3].y)
      let determinant = dx1 * dy2 - dx2 * dy1
      let (g, h) = ((sx * dy2 - dx2 * sy) / determinant, (dx1 * sy - sx * dy1) / determinant)
      let (a, b) = (p[1].x - p[0].x + g * p[1].x, p[3].x - p[0].x + h * p[3].x)
      let (d, e) = (p[1].y - p[0].y + g * p[1].y, p[3].y - p[0].y + h * p[3].y)
      return try .grid(rows: rows, columns: columns, depth: .average) { u, v in
        let w = g * u + h * v + 1
        return Point3D((a * u + b * v + p[0].x) / w, (d * u + e * v + p[0].y) / w, 0)
      }
    }
  }
}

extension Mesh {
  /// Maps the four corners to given points by a perspective map, in which straight lines stay straight. The default is
  /// the identity.
  public static func cornerPin(
    _ change: (inout MeshPreset.CornerPin) -> Void = { _ in }
  ) throws(MeshPresetError) -> Mesh {
    try MeshPreset.CornerPin.mesh(change)
  }
}
