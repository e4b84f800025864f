/// A projective map: the least squares of the distances on the canvas, from the normalized direct linear solution. (Hartley
/// and Zisserman, Multiple View Geometry, algorithms 4.2 and 4.3.)
struct ProjectiveFit: PlaneFit {
  private let content: PointNormalization, canvas: PointNormalization
  /// The rows of the matrix between normalized coordinates.
  private var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  /// - Returns: nil where three of four points lie on one line, or all points but one do.
  init?(_ points: [ControlPoint]) {
    let (from, to) = (points.map(\.content.vector), points.map(\.canvas.vector))
    let (content, canvas) = (PointNormalization(from), PointNormalization(to))
    let pairs = zip(from, to).map { (content($0), canvas($1)) }
    guard points.count >= 4, let h = Self.directSolution(pairs) else { return nil }
    (self.content, self.canvas) = (content, canvas)
    rows = (SIMD3(h[0], h[1], h[2]), SIMD3(h[3], h[4], h[5]), SIMD3(h[6], h[7], h[8]))
    let scale = rows.2.z
    // The center of the points is at a finite place.
    guard abs(scale) > 1e-12 else { return nil }
    rows = (rows.0 / scale, rows.1 / scale, rows.2 / scale)
    refine(pairs)
    guard pairs.allSatisfy({ (rows.2 * SIMD3($0.0, 1)).sum() > 0 }) else { return nil }
  }

  /// Nil at and beyond the line that lies at infinity on the canvas.
  func canvas(at point: SIMD2<Double>) -> SIMD2<Double>? {
    let p = SIMD3(content(point), 1)
    let w = (rows.2 * p).sum()
    guard w > 1e-9 else { return nil }
    return canvas.inverse(SIMD2((rows.0 * p).sum(), (rows.1 * p).sum()) / w)
  }

  /// The matrix that minimizes algebraic errors: the eigenvector of the smallest eigenvalue.
  private static func directSolution(_ pairs: [(SIMD2<Double>, SIMD2<Double>)]) -> [Double]? {
    var matrix = [[Double]](repeating: [Double](repeating: 0, count: 9), count: 9)
    for (p, q) in pairs {
      for row in [
        [p.x, p.y, 1, 0, 0, 0, -q.x * p.x, -q.x * p.y, -q.x],
        [0, 0, 0, p.x, p.y, 1, -q.y * p.x, -q.y * p.y, -q.y],
      ] {
        for i in 0..<9 { for j in 0..<9 { matrix[i][j] += row[i] * row[j] } }
      }
    }
    let (values, vectors) = eigenvectors(matrix)
    let order = values.indices.sorted { values[$0] < values[$1] }
    // A second solution: the points do not determine the map.
    guard values[order[1]] > 1e-13 * values[order[8]] else { return nil }
    return vectors.map { $0[order[0]] }
  }

  /// The eigenvalues of a symmetric matrix and the matrix of its eigenvectors, by Jacobi's rotations.
  private static func eigenvectors(_ matrix: [[Double]]) -> (values: [Double], vectors: [[Double]]) {
    var (a, n) = (matrix, matrix.count)
    var vectors = (0..<n).map { row in (0..<n).map { $0 == row ? 1.0 : 0 } }
    // A rotation in the plane of two axes, of the columns or the rows.
    func turn(_ x: inout Double, _ y: inout Double, _ c: Double, _ s: Double) {
      (x, y) = (c * x - s * y, s * x + c * y)
    }
    for _ in 0..<60 {
      var rest = 0.0
      for p in 0..<n {
        for q in p + 1..<n where a[p][q] != 0 {
          rest += a[p][q] * a[p][q]
          let theta = (a[q][q] - a[p][p]) / (2 * a[p][q])
          let t = (theta < 0 ? -1 : 1) / (abs(theta) + (theta * theta + 1).squareRoot())
          let c = 1 / (t * t + 1).squareRoot()
          let s = t * c
          for k in 0..<n {
            var row = a[k]
            (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q])
            a[k] = row
            let vector = vectors[k]
            (vectors[k][p], vectors[k][q]) = (c * vector[p] - s * vector[q], s * vector[p] + c * vector[q])
          }
          for k in 0..<n { (a[p][k], a[q][k]) = (c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]) }
        }
      }
      if rest < 1e-60 { break }
    }
    return ((0..<n).map { a[$0][$0] }, vectors)
  }

  /// Gauss and Newton's steps for the distances on the canvas, as long as they get smaller.
  private mutating func refine(_ pairs: [(SIMD2<Double>, SIMD2<Double>)]) {
    var error = squaredError(pairs)
    for _ in 0..<50 {
      var columns = [[Double]](repeating: [], count: 8)
      var values: [Double] = []
      for (p, q) in pairs {
        let p = SIMD3(p, 1)
        let w = (rows.2 * p).sum()
        let place = SIMD2((rows.0 * p).sum(), (rows.1 * p).sum()) / w
        for (axis, k) in [(0, 0), (1, 3)] {
          for column in 0..<8 { columns[column].append(0) }
          let last = columns[0].count - 1
          for i in 0..<3 { columns[k + i][last] = p[i] / w }
          for i in 0..<2 { columns[6 + i][last] = -place[axis] * p[i] / w }
          values.append(q[axis] - place[axis])
        }
      }
      guard let step = LeastSquares(columns)?.solution(values) else { return }
      let before = rows
      rows.0 += SIMD3(step[0], step[1], step[2])
      rows.1 += SIMD3(step[3], step[4], step[5])
      rows.2 += SIMD3(step[6], step[7], 0)
      let next = squaredError(pairs)
      guard next < error else {
        if !(next <= error) { rows = before }
        return
      }
      error = next
    }
  }

  private func squaredError(_ pairs: [(SIMD2<Double>, SIMD2<Double>)]) -> Double {
    pairs.reduce(0) { sum, pair in
      let p = SIMD3(pair.0, 1)
      let place = SIMD2((rows.0 * p).sum(), (rows.1 * p).sum()) / (rows.2 * p).sum()
      return sum + (place - pair.1).lengthSquared
    }
  }
}
