/// A cubic Bezier curve from (0, 0) to (1, 1) as a function of x: finds the parameter for x, then y.
///
/// x as a cubic of the parameter t is `((a t + b) t + c) t`, nondecreasing for control points in 0...1.
struct BezierTiming {
  let x1: Double, y1: Double, x2: Double, y2: Double

  func value(at x: Double) -> Double {
    // Includes the straight line, where x and y are the same cubic.
    if x <= 0 || x >= 1 || (x1 == y1 && x2 == y2) { return x }
    // The second half is solved from its own end, where 1 - x keeps all digits.
    guard x > 0.5 else { return y(at: parameter(at: x)) }
    let mirrored = BezierTiming(x1: 1 - x2, y1: 1 - y2, x2: 1 - x1, y2: 1 - y1)
    return 1 - mirrored.y(at: mirrored.parameter(at: 1 - x))
  }

  private func y(at t: Double) -> Double {
    let (c, b) = (3 * y1, 3 * y2 - 6 * y1)
    return ((((1 + 3 * y1 - 3 * y2) * t) + b) * t + c) * t
  }

  /// The t in 0...1 of an x in 0...0.5.
  private func parameter(at x: Double) -> Double {
    let a = 1 + 3 * x1 - 3 * x2
    if x1 > 0.9, x2 < 0.1 {
      // Nearly vertical in the middle, where the powers of t cancel each other. About the point of inflection the cubic
      // is `a s^3 + slope s + offset`, which has no cancellation.
      let turn = 2 * x1 - x2
      let slope = 3 * (x1 * (1 - x1) + x2 * (x1 - x2)) / a
      let offset = turn * (3 * x1 * a - 2 * turn * turn) / (a * a) - x
      let middle = turn / a
      return middle
        + Self.root(-middle, 1 - middle, start: 0) { s in
          ((a * s * s + slope) * s + offset, 3 * a * s * s + slope)
        }
    }
    let (b, c) = (3 * x2 - 6 * x1, 3 * x1)
    return Self.root(0, 1, start: x) { t in
      (((a * t + b) * t + c) * t - x, (3 * a * t + 2 * b) * t + c)
    }
  }

  /// Newton's method within a shrinking bracket; bisects if Newton's step leaves the bracket.
  private static func root(
    _ low: Double, _ high: Double, start: Double, _ function: (Double) -> (value: Double, slope: Double)
  ) -> Double {
    var (low, high, t) = (low, high, min(max(start, low), high))
    // Bisection exhausts a bracket of Doubles in fewer steps than this; Newton's method takes about five.
    for _ in 0..<1100 {
      let (value, slope) = function(t)
      if value == 0 { return t }
      if value < 0 { low = t } else { high = t }
      let newton = t - value / slope
      let next = newton > low && newton < high ? newton : low + (high - low) / 2
      if abs(next - t) <= 2 * t.ulp || next == low && next == high { return next }
      t = next
    }
    return t
  }
}
