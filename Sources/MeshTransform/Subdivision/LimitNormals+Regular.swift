/// A regular vertex: the center of four smooth faces in rows and columns.
///
/// Its limit is a bicubic B-spline's. The tangents are central differences, with weight 4 for the middle ones and 1 for
/// the outer ones.
struct RegularRing {
  /// from.x, from.y, to.x, to.y, to.z; zeros in the other lanes.
  typealias Position = SIMD8<Float>

  private let across: Position, down: Position

  @inline(__always)
  static func position(_ v: Mesh.Vertex) -> Position {
    Position(v.fromX, v.fromY, v.toX, v.toY, v.toZ, 0, 0, 0)
  }

  @inline(__always)
  init(above: [Position], at middle: [Position], below: [Position], _ x: Int) {
    // Differences of neighbors first, without cancellation.
    across =
      (above[x + 1] - above[x - 1]) + (below[x + 1] - below[x - 1]) + (middle[x + 1] - middle[x - 1]) * 4
    down =
      (below[x - 1] - above[x - 1]) + (below[x + 1] - above[x + 1]) + (below[x] - above[x]) * 4
  }

  /// The unit normal on the content's front; nil for nearly parallel tangents, or values out of range.
  @inline(__always)
  var normal: Mesh.Normal? {
    let (a, b) = (across, down)
    let (x, y, z) = (a[3] * b[4] - a[4] * b[3], a[4] * b[2] - a[2] * b[4], a[2] * b[3] - a[3] * b[2])
    let squares = x * x + y * y + z * z
    let sizes =
      (a[2] * a[2] + a[3] * a[3] + a[4] * a[4]) * (b[2] * b[2] + b[3] * b[3] + b[4] * b[4])
    // The range of squared squares of Float, with a margin.
    guard sizes > 1e-28, sizes < 1e28, squares > 1e-8 * sizes else { return nil }
    let content = a[0] * b[1] - a[1] * b[0]
    let factor = (content < 0 ? -1 : 1) / squares.squareRoot()
    return Mesh.Normal(x * factor, y * factor, z * factor)
  }
}

extension LimitNormals.OneRing {
  /// The normal of a smooth vertex of four faces; nil for any other, and if it is undefined.
  ///
  /// A face contributes its diagonal and twice its edge ends to a tangent; the tangents are the differences between the
  /// two faces on one side of a pair of opposite edges and the two on the other.
  var regularNormal: Mesh.Normal? {
    guard wedges.count == 4, spokes.count == 4, !isCorner, !spokes.contains(where: \.isSectorBoundary) else {
      return nil
    }
    var (first, second) = (LimitNormals.Position.zero, LimitNormals.Position.zero)
    let (a, b) = (wedges[0].spokes[0], wedges[0].spokes[1])
    for wedge in wedges {
      let (p, q) = (wedge.spokes[0], wedge.spokes[1])
      let coefficient =
        wedge.diagonal - center + (spokes[Int(p)].end + spokes[Int(q)].end - center - center) * 2
      first += p == a || q == a ? coefficient : -coefficient
      second += p == b || q == b ? coefficient : -coefficient
    }
    let tangents = LimitNormals.Tangents(first, second)
    let normal = tangents.perpendicular * tangents.side
    if normal == .zero { return nil }
    return Mesh.Normal(Float(normal.x), Float(normal.y), Float(normal.z))
  }
}
