extension Transform3D {
  /// The determinant of the 4x4 matrix.
  public var determinant: Double { Minors(self).determinant }

  /// The inverse; nil for a singular transform (Core Animation returns the transform itself).
  ///
  /// Singularity does not depend on units: a scale by 1e-9 has an inverse, and a projection onto a plane has none at
  /// any size. A matrix counts as singular if a change of each element by a few units in the last place can make it so.
  public func inverted() -> Transform3D? {
    guard isFinite else { return nil }
    // Factors for rows, then columns: powers of two, which do not round, and products stay in range.
    var (rowScale, columnScale) = (SIMD4<Double>(repeating: 1), SIMD4<Double>(repeating: 1))
    for index in 0..<4 { rowScale[index] = Self.factor(row(index)) }
    let rowsEven = Transform3D(
      rows: row(0) * rowScale.x, row(1) * rowScale.y, row(2) * rowScale.z, row(3) * rowScale.w)
    for index in 0..<4 { columnScale[index] = Self.factor(rowsEven.column(index)) }
    let even = Transform3D(
      rows: rowsEven.row(0) * columnScale, rowsEven.row(1) * columnScale, rowsEven.row(2) * columnScale,
      rowsEven.row(3) * columnScale)

    let minors = Minors(even)
    guard minors.isRegular else { return nil }
    let inverse = minors.inverse
    // even = R * self * C, so the inverse of self is C * inverse * R.
    let result = Transform3D(
      rows: inverse.row(0) * columnScale.x * rowScale, inverse.row(1) * columnScale.y * rowScale,
      inverse.row(2) * columnScale.z * rowScale, inverse.row(3) * columnScale.w * rowScale)
    return result.isFinite ? result : nil
  }

  /// The power of two that scales the largest element of a vector to 1..<2; 1 for a zero vector.
  private static func factor(_ vector: SIMD4<Double>) -> Double {
    let largest = max(abs(vector.x), abs(vector.y), abs(vector.z), abs(vector.w))
    return largest > 0 ? Double(sign: .plus, exponent: -max(largest.exponent, -1022), significand: 1) : 1
  }
}

/// The 2x2 minors of the upper and of the lower two rows of a matrix: determinant and adjugate are sums of their
/// products (Laplace's expansion). Exact for matrices of few, small numbers, unlike elimination with pivots.
private struct Minors {
  let m: Transform3D
  /// Columns 12, 13, 14, 23, 24, 34, in rows 1 and 2, and in rows 3 and 4.
  let upper: [Double], lower: [Double]

  init(_ m: Transform3D) {
    self.m = m
    func minors(_ p: SIMD4<Double>, _ q: SIMD4<Double>) -> [Double] {
      [
        p.x * q.y - p.y * q.x, p.x * q.z - p.z * q.x, p.x * q.w - p.w * q.x,
        p.y * q.z - p.z * q.y, p.y * q.w - p.w * q.y, p.z * q.w - p.w * q.z,
      ]
    }
    (upper, lower) = (minors(m.row(0), m.row(1)), minors(m.row(2), m.row(3)))
  }

  var determinant: Double {
    let (a, b) = (upper, lower)
    return a[0] * b[5] - a[1] * b[4] + a[2] * b[3] + a[3] * b[2] - a[4] * b[1] + a[5] * b[0]
  }

  /// False if the determinant is within the rounding error of its 24 products.
  var isRegular: Bool {
    func magnitudes(_ p: SIMD4<Double>, _ q: SIMD4<Double>) -> [Double] {
      func sum(_ i: Int, _ j: Int) -> Double { abs(p[i] * q[j]) + abs(p[j] * q[i]) }
      return [sum(0, 1), sum(0, 2), sum(0, 3), sum(1, 2), sum(1, 3), sum(2, 3)]
    }
    let (a, b) = (magnitudes(m.row(0), m.row(1)), magnitudes(m.row(2), m.row(3)))
    let total = (0..<6).reduce(0) { $0 + a[$1] * b[5 - $1] }
    return abs(determinant) > 16 * .ulpOfOne * total
  }

  /// The adjugate divided by the determinant.
  var inverse: Transform3D {
    let (a, b, d) = (upper, lower, determinant)
    func row(_ i: Int, _ j: Int, _ k: Int, _ p: Int, _ q: Int, _ r: Int, sign: Double) -> SIMD4<Double> {
      func cofactor(_ row: Int, _ minors: [Double]) -> Double {
        m[row, i] * minors[p] - m[row, j] * minors[q] + m[row, k] * minors[r]
      }
      return SIMD4(cofactor(1, b), -cofactor(0, b), cofactor(3, a), -cofactor(2, a)) * sign / d
    }
    return Transform3D(
      rows: row(1, 2, 3, 5, 4, 3, sign: 1), row(0, 2, 3, 5, 2, 1, sign: -1),
      row(0, 1, 3, 4, 2, 0, sign: 1), row(0, 1, 2, 3, 1, 0, sign: -1))
  }
}
