/// The cubic Bernstein polynomials and their derivatives at one parameter.
struct CubicBasis {
  let values: SIMD4<Double>
  let derivatives: SIMD4<Double>

  /// - Parameter t: 0...1. At 0 and 1 a single value is 1 and the others are 0, exactly.
  init(_ t: Double) {
    let s = 1 - t
    values = SIMD4(s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
    derivatives = SIMD4(-3 * s * s, 3 * s * (s - 2 * t), 3 * t * (2 * s - t), 3 * t * t)
  }
}

/// A cubic Bezier curve in space: its four control points, each as x, y, z and 0.
struct CubicCurve {
  var points: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

  /// The sum of the control points, each with its weight.
  @inline(__always)
  func sum(_ weights: SIMD4<Double>) -> SIMD4<Double> {
    points.0 * weights.x + points.1 * weights.y + points.2 * weights.z + points.3 * weights.w
  }
}

/// A bicubic tensor-product Bezier patch: sixteen control points, row by row.
struct BicubicPatch {
  /// The control points of each row as a curve along columns.
  private let rows: [CubicCurve]
  /// The longest side of the bounding box of the control points.
  private let extent: Double

  /// - Parameter point: the control point of a row and a column, 0...3 each.
  init(_ point: (_ row: Int, _ column: Int) -> Point3D) {
    func vector(_ row: Int, _ column: Int) -> SIMD4<Double> {
      let p = point(row, column)
      return SIMD4(p.x, p.y, p.z, 0)
    }
    rows = (0..<4).map {
      CubicCurve(points: (vector($0, 0), vector($0, 1), vector($0, 2), vector($0, 3)))
    }
    let first = rows[0].points.0
    var (low, high) = (first, first)
    for row in rows {
      for p in [row.points.0, row.points.1, row.points.2, row.points.3] {
        (low, high) = (pointwiseMin(low, p), pointwiseMax(high, p))
      }
    }
    extent = (high - low).max()
  }

  /// The surface along one line of constant v.
  struct Line {
    /// The points, and their derivatives along v.
    fileprivate let points: CubicCurve, slopes: CubicCurve
    /// See ``BicubicPatch/extent``.
    fileprivate let extent: Double

    @inline(__always)
    func point(_ u: CubicBasis) -> Point3D {
      let p = points.sum(u.values)
      return Point3D(p.x, p.y, p.z)
    }

    /// The unit normal; nil where a derivative vanishes, or both are parallel.
    @inline(__always)
    func normal(_ u: CubicBasis) -> Mesh.Normal? {
      let (p, q) = (points.sum(u.derivatives), slopes.sum(u.values))
      let n = Point3D(p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x)
      let length = (n.x * n.x + n.y * n.y + n.z * n.z).squareRoot()
      guard length > 1e-9 * extent * extent, length.isFinite else { return nil }
      return Mesh.Normal(Float(n.x / length), Float(n.y / length), Float(n.z / length))
    }
  }

  func line(_ v: CubicBasis) -> Line {
    Line(points: curve(v.values), slopes: curve(v.derivatives), extent: extent)
  }

  private func curve(_ weights: SIMD4<Double>) -> CubicCurve {
    typealias Point = SIMD4<Double>
    func sum(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Point {
      CubicCurve(points: (a, b, c, d)).sum(weights)
    }
    let (a, b, c, d) = (rows[0].points, rows[1].points, rows[2].points, rows[3].points)
    return CubicCurve(
      points: (
        sum(a.0, b.0, c.0, d.0), sum(a.1, b.1, c.1, d.1), sum(a.2, b.2, c.2, d.2), sum(a.3, b.3, c.3, d.3)
      ))
  }

  /// The surface point for the bases of the parameters along columns and rows.
  func point(_ u: CubicBasis, _ v: CubicBasis) -> Point3D {
    let p = curve(v.values).sum(u.values)
    return Point3D(p.x, p.y, p.z)
  }

  /// The cross product of the derivatives along columns and rows, on the front of the content, where it vanishes, as at
  /// a corner with retracted handles: it is taken slightly toward the middle, which gives its limit direction.
  func limitNormal(_ u: Double, _ v: Double) -> Mesh.Normal? {
    for inset in [1e-3, 0.1] {
      let (u, v) = (CubicBasis(u + (0.5 - u) * inset), CubicBasis(v + (0.5 - v) * inset))
      if let normal = line(v).normal(u) { return normal }
    }
    return nil
  }
}
