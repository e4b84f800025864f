/// The smooth curve through key values: a cubic Hermite spline with the tangents of Kochanek and Bartels,
/// "Interpolating Splines with Local Tension, Continuity, and Bias Control" (SIGGRAPH 1984).
///
/// With tension, continuity and bias 0 it is the Catmull-Rom spline. At the first and the last value the only
/// difference is repeated, so that two values give a straight line. For uneven key times the tangents are scaled
/// (section 4 there), so that the speed is continuous.
struct KeyframeSpline: Sendable {
  private let values: [AnimationValue]
  private let times: [Double]
  private let parameters: [Parameters]
  /// The length up to each node of a cubicPaced curve, several nodes for each segment.
  private var lengths: [Double] = []

  private struct Parameters: Sendable { var tension = 0.0, continuity = 0.0, bias = 0.0 }

  /// Nodes of the length table for each segment.
  private static let nodes = 16

  init(_ keyframes: Keyframes, times: [Double]) {
    (values, self.times) = (keyframes.values, times)
    func at(_ list: [Double], _ i: Int) -> Double { list.indices.contains(i) ? list[i] : 0 }
    parameters = values.indices.map {
      Parameters(
        tension: at(keyframes.tension, $0), continuity: at(keyframes.continuity, $0),
        bias: at(keyframes.bias, $0))
    }
    if keyframes.mode == .cubicPaced { lengths = measured() }
  }

  /// The value at the parameter `t` of the segment after a key value.
  func value(in segment: Int, at t: Double) -> AnimationValue {
    if t <= 0 { return values[segment] }
    if t >= 1 { return values[segment + 1] }
    let weights = weights(in: segment, Basis(at: t))
    return AnimationValue.mixed(
      (0..<4).map { (values[min(max(segment - 1 + $0, 0), values.count - 1)], weights[$0]) })
  }

  /// The weights of the values segment - 1 ... segment + 2; their sum is 1.
  ///
  /// Every point of the curve is such a sum, because tangents are sums of differences.
  private func weights(in segment: Int, _ basis: Basis) -> SIMD4<Double> {
    let (h10, h11) = (basis.startTangent, basis.endTangent)
    var weights = SIMD4(0, basis.start, basis.end, 0)
    let leaving = tangent(at: segment, isLeaving: true)
    let arriving = tangent(at: segment + 1, isLeaving: false)
    // A tangent is before * (P - P_before) + after * (P_after - P).
    weights[0] -= h10 * leaving.before
    weights[1] += h10 * (leaving.before - leaving.after)
    weights[2] += h10 * leaving.after
    weights[1] -= h11 * arriving.before
    weights[2] += h11 * (arriving.before - arriving.after)
    weights[3] += h11 * arriving.after
    return weights
  }

  /// Hermite's polynomials: the weights of the ends of a segment and of their tangents.
  private struct Basis {
    let start: Double, startTangent: Double, end: Double, endTangent: Double

    init(at t: Double) {
      start = (1 + 2 * t) * (1 - t) * (1 - t)
      startTangent = t * (1 - t) * (1 - t)
      end = t * t * (3 - 2 * t)
      endTangent = t * t * (t - 1)
    }

    /// The derivatives.
    init(slopeAt t: Double) {
      start = 6 * t * (t - 1)
      startTangent = (3 * t - 1) * (t - 1)
      end = -start
      endTangent = t * (3 * t - 2)
    }
  }

  /// The weights of the differences before and after a value in its tangent.
  private func tangent(at i: Int, isLeaving: Bool) -> (before: Double, after: Double) {
    let p = parameters[i]
    let c = isLeaving ? p.continuity : -p.continuity
    var before = (1 - p.tension) * (1 + c) * (1 + p.bias) / 2
    var after = (1 - p.tension) * (1 - c) * (1 - p.bias) / 2
    // At the ends the only difference has both weights.
    if i == 0 { (before, after) = (0, before + after) }
    if i == values.count - 1 { (before, after) = (before + after, 0) }
    if i > 0, i < values.count - 1 {
      let (past, next) = (times[i] - times[i - 1], times[i + 1] - times[i])
      if past + next > 0 {
        let scale = 2 * (isLeaving ? next : past) / (past + next)
        (before, after) = (before * scale, after * scale)
      }
    }
    return (before, after)
  }
}

extension KeyframeSpline {
  /// The value at a fraction of the curve's length.
  func value(atLength fraction: Double) -> AnimationValue {
    if fraction <= 0 || values.count == 1 { return values[0] }
    if fraction >= 1 { return values[values.count - 1] }
    guard let total = lengths.last, total > 0, total.isFinite else {
      let position = fraction * Double(values.count - 1)
      let segment = min(Int(clamping: position), values.count - 2)
      return value(in: segment, at: position - Double(segment))
    }
    let target = fraction * total
    var (low, high) = (0, lengths.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lengths[middle] <= target { low = middle } else { high = middle }
    }
    let (segment, node) = low.quotientAndRemainder(dividingBy: Self.nodes)
    let (start, step) = (Double(node) / Double(Self.nodes), 1 / Double(Self.nodes))
    // Newton's method on the length from the node, within a bracket; the length is nondecreasing.
    let remainder = target - lengths[low]
    var (a, b) = (start, start + step)
    var t = start + step * remainder / max(lengths[low + 1] - lengths[low], remainder)
    for _ in 0..<60 {
      let excess = length(in: segment, from: start, to: t) - remainder
      if excess < 0 { a = t } else { b = t }
      let newton = t - excess / speed(in: segment, at: t)
      let next = newton > a && newton < b ? newton : (a + b) / 2
      if abs(next - t) <= 1e-15 { break }
      t = next
    }
    return value(in: segment, at: t)
  }

  /// The lengths up to every node.
  private func measured() -> [Double] {
    var (lengths, sum) = ([0.0], 0.0)
    let step = 1 / Double(Self.nodes)
    for segment in 0..<max(values.count - 1, 0) {
      for node in 0..<Self.nodes {
        let start = Double(node) * step
        sum += length(in: segment, from: start, to: start + step)
        lengths.append(sum)
      }
    }
    return lengths
  }

  /// The length of a part of a segment: Gauss-Legendre quadrature of the speed with five points.
  private func length(in segment: Int, from start: Double, to end: Double) -> Double {
    let (half, middle) = ((end - start) / 2, (end + start) / 2)
    var sum = 0.0
    for (node, weight) in Self.quadrature { sum += weight * speed(in: segment, at: middle + half * node) }
    return half * sum
  }

  private static let quadrature: [(Double, Double)] = [
    (0, 0.568888888888888889), (-0.538469310105683091, 0.478628670499366468),
    (0.538469310105683091, 0.478628670499366468), (-0.906179845938663993, 0.236926885056189088),
    (0.906179845938663993, 0.236926885056189088),
  ]

  /// The speed of the value's components relative to the parameter of the segment.
  private func speed(in segment: Int, at t: Double) -> Double {
    let weights = weights(in: segment, Basis(slopeAt: t))
    var slope = SIMD4<Double>.zero
    for i in 0..<4 { slope += weights[i] * values[min(max(segment - 1 + i, 0), values.count - 1)].numbers }
    return (slope * slope).sum().squareRoot()
  }
}
