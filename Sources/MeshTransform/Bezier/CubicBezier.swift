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

/// A bicubic tensor-product Bezier patch: sixteen control points, row by row.
struct BicubicPatch {
  /// Coordinates of the control points: element `row` holds the four columns.
  private var x: [SIMD4<Double>] = [], y: [SIMD4<Double>] = [], z: [SIMD4<Double>] = []
  /// The longest side of the bounding box of the control points.
  private var extent = 0.0

  /// - Parameter point: the control point of a row and a column, 0...3 each.
  init(_ point: (_ row: Int, _ column: Int) -> Point3D) {
    for row in 0..<4 {
      let points = (0..<4).map { point(row, $0) }
      x.append(SIMD4(points[0].x, points[1].x, points[2].x, points[3].x))
      y.append(SIMD4(points[0].y, points[1].y, points[2].y, points[3].y))
      z.append(SIMD4(points[0].z, points[1].z, points[2].z, points[3].z))
    }
    for rows in [x, y, z] {
      extent = max(extent, rows.map { $0.max() }.max()! - rows.map { $0.min() }.min()!)
    }
  }

  /// The surface point for the bases of the parameters along columns and rows.
  func point(_ u: CubicBasis, _ v: CubicBasis) -> Point3D { sum(u.values, v.values) }

  /// The cross product of the derivatives along columns and rows, on the front of the content.
  ///
  /// If it vanishes, as at a corner with retracted handles, it is taken slightly toward the middle, which gives its
  /// limit direction.
  func normal(_ u: Double, _ v: Double) -> Mesh.Normal? {
    for inset in [0, 1e-3, 0.1] {
      let (a, b) = (CubicBasis(u + (0.5 - u) * inset), CubicBasis(v + (0.5 - v) * inset))
      let (p, q) = (sum(a.derivatives, b.values), sum(a.values, b.derivatives))
      let n = Point3D(p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x)
      let length = (n.x * n.x + n.y * n.y + n.z * n.z).squareRoot()
      if length > 1e-9 * extent * extent, length.isFinite {
        return Mesh.Normal(Float(n.x / length), Float(n.y / length), Float(n.z / length))
      }
    }
    return nil
  }

  private func sum(_ u: SIMD4<Double>, _ v: SIMD4<Double>) -> Point3D {
    func value(_ rows: [SIMD4<Double>]) -> Double {
      (SIMD4((rows[0] * u).sum(), (rows[1] * u).sum(), (rows[2] * u).sum(), (rows[3] * u).sum()) * v).sum()
    }
    return Point3D(value(x), value(y), value(z))
  }
}
