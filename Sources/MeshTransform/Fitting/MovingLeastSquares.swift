/// The map of each point is that of the points around it: least squares, weighted by the reciprocal of their squared
/// distances. Meets all points. (Schaefer, McPhail and Warren, Image Deformation Using Moving Least Squares, 2006.)
struct MovingLeastSquares: PlaneFit {
  private let points: [(content: SIMD2<Double>, canvas: SIMD2<Double>)]
  private let maps: FitMethod.LocalMaps

  /// The most points: each place of the map is a sum over all of them.
  static let countLimit = 10_000

  /// - Returns: nil for affine maps where all points of the content lie on a line.
  init?(_ points: [ControlPoint], _ maps: FitMethod.LocalMaps) {
    self.points = points.map { ($0.content.vector, $0.canvas.vector) }
    self.maps = maps
    if maps == .affine, PolynomialFit(points, degree: 1) == nil { return nil }
  }

  func canvas(at point: SIMD2<Double>) -> SIMD2<Double>? {
    var (total, content, canvas) = (0.0, SIMD2<Double>.zero, SIMD2<Double>.zero)
    for pair in points {
      let square = (pair.content - point).lengthSquared
      guard square > 0 else { return pair.canvas }
      let weight = 1 / square
      total += weight
      content += weight * pair.content
      canvas += weight * pair.canvas
    }
    let (center, target) = (content / total, canvas / total)
    let place = point - center
    // Sums of the products of both coordinates, and of both planes.
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    var (toX, toY) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    for pair in points {
      let weight = 1 / (pair.content - point).lengthSquared
      let (p, q) = (pair.content - center, pair.canvas - target)
      (xx, xy, yy) = (xx + weight * p.x * p.x, xy + weight * p.x * p.y, yy + weight * p.y * p.y)
      (toX, toY) = (toX + weight * p.x * q, toY + weight * p.y * q)
    }
    switch maps {
    case .affine:
      let determinant = xx * yy - xy * xy
      let x = (place.x * yy - place.y * xy) / determinant
      let y = (place.y * xx - place.x * xy) / determinant
      return finite(x * toX + y * toY + target)
    case .similarity:
      return finite(place.rotated(by: turn(toX, toY) / (xx + yy)) + target)
    case .rigid:
      let turned = place.rotated(by: turn(toX, toY))
      let length = turned.lengthSquared.squareRoot()
      return length > 0 ? finite(turned * (place.lengthSquared.squareRoot() / length) + target) : target
    }
  }

  /// The complex sum of `conj(p) q`.
  private func turn(_ toX: SIMD2<Double>, _ toY: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(toX.x + toY.y, toX.y - toY.x)
  }

  private func finite(_ point: SIMD2<Double>) -> SIMD2<Double>? {
    point.x.isFinite && point.y.isFinite ? point : nil
  }
}
