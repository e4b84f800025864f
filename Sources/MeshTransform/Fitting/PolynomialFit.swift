/// A polynomial of both coordinates for each coordinate of the canvas: of degree 1, an affine map.
struct PolynomialFit: PlaneFit {
  private let content: PointNormalization, canvas: PointNormalization
  /// Of the monomials, on both axes.
  private let factors: [SIMD2<Double>]
  private let degree: Int

  /// The coefficients of a degree: as many points are needed.
  static func count(degree: Int) -> Int { (degree + 1) * (degree + 2) / 2 }

  /// - Returns: nil where the points lie on a curve of the degree, a line for an affine map.
  init?(_ points: [ControlPoint], degree: Int) {
    let (from, to) = (points.map(\.content.vector), points.map(\.canvas.vector))
    let (content, canvas) = (PointNormalization(from), PointNormalization(to))
    let rows = from.map { Self.monomials(content($0), degree: degree) }
    let columns = (0..<Self.count(degree: degree)).map { column in rows.map { $0[column] } }
    guard points.count >= columns.count, let squares = LeastSquares(columns) else { return nil }
    let targets = to.map { canvas($0) }
    let (x, y) = (squares.solution(targets.map(\.x)), squares.solution(targets.map(\.y)))
    factors = zip(x, y).map { SIMD2($0, $1) }
    (self.content, self.canvas, self.degree) = (content, canvas, degree)
  }

  func canvas(at point: SIMD2<Double>) -> SIMD2<Double>? {
    let monomials = Self.monomials(content(point), degree: degree)
    return canvas.inverse(zip(factors, monomials).reduce(.zero) { $0 + $1.0 * $1.1 })
  }

  /// 1, x, y, x^2, x y, y^2 and so on.
  private static func monomials(_ point: SIMD2<Double>, degree: Int) -> [Double] {
    var (monomials, last) = ([1.0], [1.0])
    for _ in 0..<degree {
      last = last.map { $0 * point.x } + [last[last.count - 1] * point.y]
      monomials += last
    }
    return monomials
  }
}

/// A rotation, a scale and a shift: least squares on the canvas. No reflection.
struct SimilarityFit: PlaneFit {
  private let center: SIMD2<Double>, target: SIMD2<Double>
  /// The complex factor.
  private let factor: SIMD2<Double>

  /// - Returns: nil where all points of the content are one.
  init?(_ points: [ControlPoint]) {
    let count = Double(points.count)
    let center = points.reduce(.zero) { $0 + $1.content.vector } / count
    let target = points.reduce(.zero) { $0 + $1.canvas.vector } / count
    var (sum, squares) = (SIMD2<Double>.zero, 0.0)
    for point in points {
      let (p, q) = (point.content.vector - center, point.canvas.vector - target)
      sum += SIMD2((p * q).sum(), p.cross(q))
      squares += p.lengthSquared
    }
    guard squares > 0, squares.isFinite else { return nil }
    (self.center, self.target, factor) = (center, target, sum / squares)
  }

  func canvas(at point: SIMD2<Double>) -> SIMD2<Double>? { (point - center).rotated(by: factor) + target }
}

extension SIMD2<Double> {
  /// The product of complex numbers.
  func rotated(by factor: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(x * factor.x - y * factor.y, x * factor.y + y * factor.x)
  }
}
