/// The least squares of functions that are not linear, from a start near to them. (Marquardt, An Algorithm for
/// Least-Squares Estimation of Nonlinear Parameters, 1963; derivatives by differences.)
struct LevenbergMarquardt {
  private(set) var parameters: [Double]
  /// The sum of the squares.
  private(set) var cost: Double
  /// The products of the derivatives, `J'J`, row by row.
  private(set) var normal: [Double] = []

  private static let steps = 30

  /// - Parameter residuals: of parameters, always as many; nil where they have none.
  /// - Returns: nil where the start has none.
  init?(from start: [Double], _ residuals: ([Double]) -> [Double]?) {
    guard var values = residuals(start) else { return nil }
    (parameters, cost) = (start, Self.square(values))
    guard cost.isFinite else { return nil }
    let order = start.count
    var damping = 1e-3
    for _ in 0..<Self.steps {
      guard let gradient = derive(values, residuals) else { return nil }
      var isBetter = false
      for _ in 0..<8 where !isBetter {
        var matrix = normal
        for index in 0..<order {
          matrix[index * order + index] += damping * (matrix[index * order + index] + 1e-9)
        }
        if let step = CholeskyFactor(matrix, order: order)?.solution(gradient.map { -$0 }) {
          let next = zip(parameters, step).map { $0 + $1 }
          if let found = residuals(next) {
            let square = Self.square(found)
            if square < cost {
              let gain = (cost - square) / cost
              (parameters, values, cost, isBetter) = (next, found, square, true)
              damping = max(damping / 5, 1e-9)
              if gain < 1e-8 { return }
            }
          }
        }
        if !isBetter { damping *= 5 }
      }
      if !isBetter { return }
    }
  }

  /// Sets ``normal``.
  /// - Returns: the products of the derivatives and the values.
  private mutating func derive(_ values: [Double], _ residuals: ([Double]) -> [Double]?) -> [Double]? {
    let order = parameters.count
    var columns: [[Double]] = []
    for index in parameters.indices {
      let step = 1e-6 * max(1, abs(parameters[index]))
      var moved = parameters
      moved[index] += step
      guard let found = residuals(moved) else { return nil }
      columns.append(zip(found, values).map { ($0 - $1) / step })
    }
    normal = [Double](repeating: 0, count: order * order)
    for row in 0..<order {
      for column in 0...row {
        let product = Self.product(columns[row], columns[column])
        (normal[row * order + column], normal[column * order + row]) = (product, product)
      }
    }
    return columns.map { Self.product($0, values) }
  }

  private static func product(_ a: [Double], _ b: [Double]) -> Double {
    var sum = 0.0
    for index in a.indices { sum += a[index] * b[index] }
    return sum
  }

  private static func square(_ values: [Double]) -> Double { product(values, values) }
}
