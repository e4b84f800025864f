/// Linear least squares for a few unknowns, by Householder reflections: no squares of condition numbers, unlike the normal
/// equations. (Golub and Van Loan, Matrix Computations, section 5.3.)
struct LeastSquares {
  /// The reflections' vectors with their factors, and the upper triangle.
  private var reflections: [(vector: [Double], factor: Double)] = []
  private var triangle: [[Double]] = []

  /// A column whose part beyond the columns before it is smaller, relative to its length, depends on them.
  private static let smallest = 1e-11

  /// - Parameter columns: of the matrix, all of one length, which is at least their number.
  /// - Returns: nil where columns depend on each other.
  init?(_ columns: [[Double]]) {
    for (index, column) in columns.enumerated() {
      var column = column
      let whole = Self.length(column[...])
      for (row, reflection) in reflections.enumerated() { Self.apply(reflection, &column, from: row) }
      let rest = Self.length(column[index...])
      guard rest > Self.smallest * whole, rest.isFinite else { return nil }
      let diagonal = column[index] > 0 ? -rest : rest
      var vector = column
      for row in 0..<index { vector[row] = 0 }
      vector[index] -= diagonal
      let reflection = (vector, 2 / vector.reduce(0) { $0 + $1 * $1 })
      reflections.append(reflection)
      triangle.append(Array(column[..<index]) + [diagonal])
    }
  }

  /// The unknowns for which the product with the matrix is nearest to these values.
  func solution(_ values: [Double]) -> [Double] {
    var values = reflected(values)
    for column in triangle.indices.reversed() {
      values[column] /= triangle[column][column]
      for row in 0..<column { values[row] -= triangle[column][row] * values[column] }
    }
    return Array(values[..<triangle.count])
  }

  /// The values in the basis of the reflections: first the part in the span of the columns, then the rest.
  func reflected(_ values: [Double]) -> [Double] {
    var values = values
    for (row, reflection) in reflections.enumerated() { Self.apply(reflection, &values, from: row) }
    return values
  }

  /// The inverse of ``reflected(_:)``.
  func unreflected(_ values: [Double]) -> [Double] {
    var values = values
    for (row, reflection) in reflections.enumerated().reversed() {
      Self.apply(reflection, &values, from: row)
    }
    return values
  }

  /// The product of a symmetric matrix with the reflections from both sides.
  /// - Parameter matrix: row by row, in place.
  func reflect(_ matrix: inout [Double], order: Int) {
    for (vector, factor) in reflections {
      // A - v w' - w v', with w = f A v - (f / 2) (f v' A v) v.
      let product = mapBlocks(order, of: 32) { rows in
        rows.map { row in
          factor
            * matrix.withUnsafeBufferPointer {
              Self.dot($0.extracting(row * order..<(row + 1) * order), vector)
            }
        }
      }.flatMap { $0 }
      let half = factor / 2 * zip(vector, product).reduce(0) { $0 + $1.0 * $1.1 }
      let w = zip(product, vector).map { $0 - half * $1 }
      matrix.withUnsafeMutableBufferPointer { matrix in
        // Each row is written by one thread.
        nonisolated(unsafe) let matrix = matrix
        inParallel(order, grainSize: 32) { rows in
          for row in rows {
            let (v, u) = (vector[row], w[row])
            for column in 0..<order { matrix[row * order + column] -= v * w[column] + u * vector[column] }
          }
        }
      }
    }
  }

  private static func dot(_ a: UnsafeBufferPointer<Double>, _ b: [Double]) -> Double {
    var sum = 0.0
    for index in b.indices { sum += a[index] * b[index] }
    return sum
  }

  private static func apply(
    _ reflection: (vector: [Double], factor: Double), _ values: inout [Double], from start: Int
  ) {
    var product = 0.0
    for row in start..<values.count { product += reflection.vector[row] * values[row] }
    product *= reflection.factor
    for row in start..<values.count { values[row] -= product * reflection.vector[row] }
  }

  private static func length(_ values: ArraySlice<Double>) -> Double {
    let largest = values.reduce(0) { max($0, abs($1)) }
    guard largest > 0, largest.isFinite else { return largest }
    return largest * values.reduce(0) { $0 + ($1 / largest) * ($1 / largest) }.squareRoot()
  }
}
