/// The Cholesky factor of a symmetric positive definite matrix, by blocks on several threads.
///
/// (Golub and Van Loan, Matrix Computations, section 4.2.) The blocks of a matrix do not depend on the number of threads,
/// and neither do the bytes of the result.
struct CholeskyFactor {
  let order: Int
  /// Row by row; the lower triangle counts.
  private let rows: [Double]

  /// Columns that are eliminated at once: 64 of their rows fit in 32 KiB.
  private static let width = 64

  /// - Parameter matrix: row by row; only the lower triangle is read.
  /// - Returns: nil for a matrix that is not positive definite, as far as rounding errors tell.
  init?(_ matrix: consuming [Double], order: Int) {
    var rows = consume matrix
    let isDefinite = rows.withUnsafeMutableBufferPointer { rows in
      for first in stride(from: 0, to: order, by: Self.width) {
        let columns = first..<min(first + Self.width, order)
        guard Self.factor(rows, columns, order) else { return false }
        Self.eliminate(rows, columns, order)
      }
      return true
    }
    guard isDefinite else { return nil }
    (self.order, self.rows) = (order, rows)
  }

  /// The logarithm of the matrix's determinant.
  var logarithmOfDeterminant: Double {
    (0..<order).reduce(0) { $0 + 2 * logarithm(rows[$1 * order + $1]) }
  }

  /// The solution of the equations with these values on the right.
  func solution(_ values: [Double]) -> [Double] {
    var x = values
    rows.withUnsafeBufferPointer { rows in
      for row in 0..<order {
        var sum = x[row]
        for column in 0..<row { sum -= rows[row * order + column] * x[column] }
        x[row] = sum / rows[row * order + row]
      }
      for row in (0..<order).reversed() {
        x[row] /= rows[row * order + row]
        for column in 0..<row { x[column] -= rows[row * order + column] * x[row] }
      }
    }
    return x
  }

  /// Factors the square of the columns on the diagonal, and divides the rows below by it.
  private static func factor(
    _ rows: UnsafeMutableBufferPointer<Double>, _ columns: Range<Int>, _ order: Int
  ) -> Bool {
    /// The element of the factor, from those to its left.
    func element(_ row: Int, _ column: Int) -> Double {
      var sum = rows[row * order + column]
      for k in columns.lowerBound..<column { sum -= rows[row * order + k] * rows[column * order + k] }
      return sum
    }
    for row in columns {
      for column in columns.lowerBound..<row {
        rows[row * order + column] = element(row, column) / rows[column * order + column]
      }
      let square = element(row, row)
      // False also for NaN.
      guard square > 0 else { return false }
      rows[row * order + row] = square.squareRoot()
    }
    // Each row below is written by one thread, and reads itself and the square.
    nonisolated(unsafe) let rows = rows
    inParallel(order - columns.upperBound, grainSize: 16) { part in
      for row in part.lowerBound + columns.upperBound..<part.upperBound + columns.upperBound {
        for column in columns {
          var sum = rows[row * order + column]
          for k in columns.lowerBound..<column { sum -= rows[row * order + k] * rows[column * order + k] }
          rows[row * order + column] = sum / rows[column * order + column]
        }
      }
    }
    return true
  }

  /// Subtracts the products of the columns from the lower triangle to their right.
  private static func eliminate(
    _ rows: UnsafeMutableBufferPointer<Double>, _ columns: Range<Int>, _ order: Int
  ) {
    let first = columns.upperBound
    guard first < order, let base = rows.baseAddress else { return }
    let depth = columns.count
    // Each square of rows is written by one thread; all read the eliminated columns, which nobody writes.
    nonisolated(unsafe) let target = base
    let blocks = (order - first + width - 1) / width
    inParallel(blocks, grainSize: 1) { part in
      for block in part {
        let own = first + block * width..<min(first + (block + 1) * width, order)
        for start in stride(from: first, to: own.upperBound, by: width) {
          let other = start..<min(start + width, own.upperBound)
          for row in stride(from: own.lowerBound, to: own.upperBound, by: 2) {
            let next = min(row + 1, own.upperBound - 1)
            for column in stride(from: other.lowerBound, to: other.upperBound, by: 4) {
              subtract(
                target, (row, next), column..<min(column + 4, other.upperBound), columns.lowerBound, depth,
                order)
            }
          }
        }
      }
    }
  }

  /// Subtracts the products of two rows with up to four others.
  @inline(__always)
  private static func subtract(
    _ rows: UnsafeMutablePointer<Double>, _ two: (Int, Int), _ others: Range<Int>, _ start: Int, _ depth: Int,
    _ order: Int
  ) {
    // Pointers to the eliminated columns, since the loop must not check bounds: all rows have `depth` of them from `start`.
    let (a, b) = (rows + two.0 * order + start, rows + two.1 * order + start)
    let (last, stride) = (others.upperBound - 1, order)
    let (c0, c1, c2, c3) = (
      rows + others.lowerBound * stride + start, rows + min(others.lowerBound + 1, last) * stride + start,
      rows + min(others.lowerBound + 2, last) * stride + start,
      rows + min(others.lowerBound + 3, last) * stride + start
    )
    var (s0, s1, s2, s3) = (SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero)
    var (t0, t1, t2, t3) = (s0, s1, s2, s3)
    func pair(_ values: UnsafeMutablePointer<Double>, _ k: Int) -> SIMD2<Double> {
      UnsafeRawPointer(values + k).loadUnaligned(as: SIMD2<Double>.self)
    }
    for k in Swift.stride(from: 0, to: depth & ~1, by: 2) {
      let (x, y) = (pair(a, k), pair(b, k))
      let (p, q, r, s) = (pair(c0, k), pair(c1, k), pair(c2, k), pair(c3, k))
      (s0, s1, s2, s3) = (s0 + x * p, s1 + x * q, s2 + x * r, s3 + x * s)
      (t0, t1, t2, t3) = (t0 + y * p, t1 + y * q, t2 + y * r, t3 + y * s)
    }
    var (u, v) = (
      SIMD4(s0.sum(), s1.sum(), s2.sum(), s3.sum()), SIMD4(t0.sum(), t1.sum(), t2.sum(), t3.sum())
    )
    if depth % 2 == 1 {
      let rest = SIMD4(c0[depth - 1], c1[depth - 1], c2[depth - 1], c3[depth - 1])
      (u, v) = (u + a[depth - 1] * rest, v + b[depth - 1] * rest)
    }
    for (index, other) in others.enumerated() {
      rows[two.0 * order + other] -= u[index]
      if two.1 != two.0 { rows[two.1 * order + other] -= v[index] }
    }
  }
}
