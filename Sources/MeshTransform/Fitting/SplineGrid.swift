/// The natural cubic splines through a grid of places: smooth (twice differentiable), through all of them, and linear beyond
/// the outermost.
struct SplineGrid: PlaneFit {
  private let columns: NaturalSpline, rows: NaturalSpline
  /// At the knots, row by row: the value, its second derivatives across and down, and the fourth one of both.
  private let values: [SIMD2<Double>], across: [SIMD2<Double>], down: [SIMD2<Double>], both: [SIMD2<Double>]

  /// - Parameters:
  ///   - xs: the positions of the columns on the content, ascending, two or more; likewise `ys` of the rows.
  ///   - places: on the canvas, row by row.
  init(xs: [Double], ys: [Double], places: [SIMD2<Double>]) {
    let (columns, rows) = (NaturalSpline(xs), NaturalSpline(ys))
    let width = xs.count
    func across(_ values: [SIMD2<Double>]) -> [SIMD2<Double>] {
      ys.indices.flatMap { columns.secondDerivatives(Array(values[$0 * width..<($0 + 1) * width])) }
    }
    func down(_ values: [SIMD2<Double>]) -> [SIMD2<Double>] {
      let columns = xs.indices.map { x in rows.secondDerivatives(ys.indices.map { values[$0 * width + x] }) }
      return ys.indices.flatMap { y in columns.map { $0[y] } }
    }
    (self.columns, self.rows, values) = (columns, rows, places)
    (self.across, self.down) = (across(places), down(places))
    both = across(self.down)
  }

  func canvas(at point: SIMD2<Double>) -> SIMD2<Double>? {
    let (x, y) = (columns.weights(at: point.x), rows.weights(at: point.y))
    let width = columns.knots.count
    var sum = SIMD2<Double>.zero
    for row in 0...1 {
      for column in 0...1 {
        let knot = (y.interval + row) * width + x.interval + column
        let (a, b) = (x.value[column], x.bend[column])
        sum += y.value[row] * (a * values[knot] + b * across[knot])
        sum += y.bend[row] * (a * down[knot] + b * both[knot])
      }
    }
    return sum
  }
}

/// A natural cubic spline: its second derivatives are 0 at both ends. (Press et al., Numerical Recipes, section 3.3.)
struct NaturalSpline {
  let knots: [Double]

  init(_ knots: [Double]) { self.knots = knots }

  /// The second derivatives at the knots.
  func secondDerivatives(_ values: [SIMD2<Double>]) -> [SIMD2<Double>] {
    let count = knots.count
    var (bends, factors) = (
      [SIMD2<Double>](repeating: .zero, count: count), [Double](repeating: 0, count: count)
    )
    for i in knots.indices.dropFirst().dropLast() {
      let (left, right) = (knots[i] - knots[i - 1], knots[i + 1] - knots[i])
      let pivot = 2 * (left + right) - left * factors[i - 1]
      factors[i] = right / pivot
      let slopes = (values[i + 1] - values[i]) / right - (values[i] - values[i - 1]) / left
      bends[i] = (6 * slopes - left * bends[i - 1]) / pivot
    }
    for i in knots.indices.dropFirst().dropLast().reversed() { bends[i] -= factors[i] * bends[i + 1] }
    return bends
  }

  /// The shares of the values at all knots in the spline at a place.
  func shares(at x: Double) -> [Double] {
    let (interval, value, bend) = weights(at: x)
    return knots.indices.map { knot -> Double in
      var unit = [SIMD2<Double>](repeating: .zero, count: knots.count)
      unit[knot].x = 1
      let bends = secondDerivatives(unit)
      let values = SIMD2(unit[interval].x, unit[interval + 1].x)
      let ends = SIMD2(bends[interval].x, bends[interval + 1].x)
      return (value * values + bend * ends).sum()
    }
  }

  /// The weights of the two knots of an interval and of their second derivatives; beyond the ends those of the tangent.
  func weights(at x: Double) -> (interval: Int, value: SIMD2<Double>, bend: SIMD2<Double>) {
    // The last knot before x, by halves.
    var (low, high) = (0, knots.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      (low, high) = knots[middle] <= x ? (middle, high) : (low, middle)
    }
    let width = knots[low + 1] - knots[low]
    let t = (x - knots[low]) / width
    let inside = min(max(t, 0), 1)
    let h = width * width / 6
    var value = SIMD2(1 - inside, inside)
    var bend = (value * value * value - value) * h
    if t != inside {
      let beyond = t - inside
      value += SIMD2(-beyond, beyond)
      // The slopes of the weights of the second derivatives.
      let start: Double = 1 - 3 * (1 - inside) * (1 - inside)
      let end: Double = 3 * inside * inside - 1
      bend += SIMD2(start, end) * (h * beyond)
    }
    return (low, value, bend)
  }
}
