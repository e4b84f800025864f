/// A thin-plate spline for each coordinate of the canvas: the smoothest surface through all points, or near to them.
///
/// `f(p) = a + b x + c y + sum of c_i r_i^2 log r_i`, whose weights are orthogonal to affine maps (Duchon 1977; Wahba, Spline
/// Models for Observational Data, section 2.4). The weights are computed in the space orthogonal to affine maps, where the
/// matrix is positive definite.
struct ThinPlateSpline: PlaneFit {
  private let normalization: PointNormalization
  private let nodes: [SIMD2<Double>]
  private let weights: [SIMD2<Double>]
  /// Of 1, x and y.
  private let affine: [SIMD2<Double>]

  /// The most points: the matrix of 8 bytes for each pair takes 512 MiB.
  static let countLimit = 8_192

  /// - Parameter smoothing: the weight of the bending energy, in square pixels of the content; 0 meets all points. The
  ///   `smoothing` of SciPy's `RBFInterpolator`.
  /// - Returns: nil where all points of the content lie on a line, or two of them are one.
  init?(_ points: [ControlPoint], smoothing: Double) {
    let content = points.map(\.content.vector)
    let normalization = PointNormalization(content)
    let nodes = content.map { normalization($0) }
    let order = nodes.count
    guard order >= 3,
      let plane = LeastSquares([nodes.map { _ in 1 }, nodes.map(\.x), nodes.map(\.y)])
    else { return nil }
    let shift = smoothing * normalization.scale * normalization.scale
    let matrix = Self.matrix(nodes, shift: shift)
    var inner = matrix
    plane.reflect(&inner, order: order)
    let rest = order - 3
    var reduced: [Double] = []
    reduced.reserveCapacity(rest * rest)
    for row in 3..<order { reduced += inner[row * order + 3..<(row + 1) * order] }
    inner = []
    guard let factor = CholeskyFactor(reduced, order: rest) else { return nil }

    /// The weights and the affine part for values at the nodes.
    func solution(_ values: [Double]) -> (weights: [Double], affine: [Double]) {
      let reflected = plane.reflected(values)
      let weights = plane.unreflected([0, 0, 0] + factor.solution(Array(reflected[3...])))
      return (weights, plane.solution(zip(values, Self.product(matrix, weights)).map { $0 - $1 }))
    }
    /// The solution, refined by what it leaves at the nodes.
    func refined(_ values: [Double]) -> (weights: [Double], affine: [Double]) {
      var (weights, affine) = solution(values)
      for _ in 0..<2 {
        let product = Self.product(matrix, weights)
        let left = nodes.indices.map { index -> Double in
          let plane = affine[0] + affine[1] * nodes[index].x + affine[2] * nodes[index].y
          return values[index] - product[index] - plane
        }
        let step = solution(left)
        weights = zip(weights, step.weights).map { $0 + $1 }
        affine = zip(affine, step.affine).map { $0 + $1 }
      }
      return (weights, affine)
    }
    let (x, y) = (refined(points.map(\.canvas.x)), refined(points.map(\.canvas.y)))
    weights = zip(x.weights, y.weights).map { SIMD2($0, $1) }
    affine = zip(x.affine, y.affine).map { SIMD2($0, $1) }
    (self.normalization, self.nodes) = (normalization, nodes)
    guard weights.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
  }

  func canvas(at point: SIMD2<Double>) -> SIMD2<Double>? {
    let p = normalization(point)
    var sum = affine[0] + affine[1] * p.x + affine[2] * p.y
    for index in nodes.indices { sum += weights[index] * Self.kernel((p - nodes[index]).lengthSquared) }
    return sum
  }

  /// `r^2 log r` of `r^2`.
  private static func kernel(_ square: Double) -> Double { square > 0 ? 0.5 * square * logarithm(square) : 0 }

  private static func matrix(_ nodes: [SIMD2<Double>], shift: Double) -> [Double] {
    mapBlocks(nodes.count, of: 16) { rows in
      rows.flatMap { row in
        nodes.indices.map { column in
          column == row ? shift : kernel((nodes[row] - nodes[column]).lengthSquared)
        }
      }
    }.flatMap { $0 }
  }

  private static func product(_ matrix: [Double], _ values: [Double]) -> [Double] {
    let order = values.count
    return mapBlocks(order, of: 32) { rows in
      rows.map { row in
        var sum = 0.0
        for column in 0..<order { sum += matrix[row * order + column] * values[column] }
        return sum
      }
    }.flatMap { $0 }
  }
}
