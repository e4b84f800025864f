/// Key frames of the weights of some targets. Before the first key and after the last one, the weights stay.
public struct MorphTrack: Hashable, Sendable {
  /// The weights between two keys.
  public enum Interpolation: Hashable, Sendable {
    /// Those of the key before.
    case step
    /// Weights that change at a constant rate from one key to the next.
    case linear
    /// A cubic Hermite spline, with the slopes before and after each key in ``MorphTrack/values``.
    case cubic
  }

  /// The indices of the targets.
  public var targets: [Int]
  /// The times of the keys, not decreasing.
  public var times: [Double]
  /// For each key the weights of ``targets``; of a cubic spline the slopes before, the weights, and the slopes after.
  /// Empty where each key is the target of its own index, at a weight of 1.
  public var values: [Float]
  /// The weights between two keys.
  public var interpolation: Interpolation

  /// Key frames with the given values.
  public init(targets: [Int], times: [Double], values: [Float], interpolation: Interpolation) {
    (self.targets, self.times, self.values) = (targets, times, values)
    self.interpolation = interpolation
  }

  /// Sets the weights of the targets at a time.
  func set(_ weights: inout [Float], at time: Double) {
    guard let last = times.indices.last else { return }
    // The last key that is not later.
    var (low, high) = (0, times.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle } else { high = middle }
    }
    let next = min(low + 1, last)
    let length = times[next] - times[low]
    let part = interpolation == .step || length <= 0 ? 0 : min(max((time - times[low]) / length, 0), 1)
    if values.isEmpty {
      for target in targets { weights[target] = 0 }
      weights[targets[low]] += Float(1 - part)
      weights[targets[next]] += Float(part)
      return
    }
    for (i, target) in targets.enumerated() {
      weights[target] = Float(value(i, low, next, part, length))
    }
  }

  private func value(_ i: Int, _ low: Int, _ next: Int, _ part: Double, _ length: Double) -> Double {
    let count = targets.count
    guard interpolation == .cubic else {
      let (a, b) = (Double(values[low * count + i]), Double(values[next * count + i]))
      return a + (b - a) * part
    }
    func at(_ key: Int, _ row: Int) -> Double { Double(values[(3 * key + row) * count + i]) }
    let (t2, t3) = (part * part, part * part * part)
    return (2 * t3 - 3 * t2 + 1) * at(low, 1) + (t3 - 2 * t2 + part) * length * at(low, 2)
      + (3 * t2 - 2 * t3) * at(next, 1) + (t3 - t2) * length * at(next, 0)
  }
}
