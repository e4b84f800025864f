/// Keyframes with their times, prepared for evaluation.
struct KeyframeTrack: Sendable {
  let keyframes: Keyframes
  /// One time for each value; discrete tracks may have the end time as well.
  private let times: [Double]
  private let spline: KeyframeSpline?

  /// - Precondition: the keyframes are valid.
  init(_ keyframes: Keyframes) {
    self.keyframes = keyframes
    let count = keyframes.values.count
    switch keyframes.mode {
    case .linear, .cubic:
      times =
        !keyframes.keyTimes.isEmpty
        ? keyframes.keyTimes : (0..<count).map { count == 1 ? 0 : Double($0) / Double(count - 1) }
      spline = keyframes.mode == .cubic ? KeyframeSpline(keyframes, times: times) : nil
    case .discrete:
      times =
        !keyframes.keyTimes.isEmpty ? keyframes.keyTimes : (0..<count).map { Double($0) / Double(count) }
      spline = nil
    case .paced:
      times = Self.pacedTimes(keyframes.values)
      spline = nil
    case .cubicPaced:
      // The parameter of the curve runs evenly from value to value; the pace follows from its length.
      times = (0..<count).map(Double.init)
      spline = KeyframeSpline(keyframes, times: times)
    }
  }

  /// The value at a fraction of the duration, 0...1.
  func value(at fraction: Double) throws(AnimationError) -> AnimationValue {
    let values = keyframes.values
    if keyframes.mode == .cubicPaced, let spline { return spline.value(atLength: fraction) }
    let segment = segment(at: fraction)
    if keyframes.mode == .discrete || segment == values.count - 1 {
      return values[min(segment, values.count - 1)]
    }
    if fraction <= times[segment] { return values[segment] }
    // The times differ: the segment is the last one that begins at or before the fraction.
    var within = (fraction - times[segment]) / (times[segment + 1] - times[segment])
    if keyframes.timingFunctions.indices.contains(segment) {
      within = keyframes.timingFunctions[segment].value(at: within)
    }
    if let spline { return spline.value(in: segment, at: within) }
    return try values[segment].interpolated(to: values[segment + 1], fraction: within)
  }

  /// The last value at or before the fraction, within ``MediaTiming/epsilon``; the first value before all times.
  private func segment(at fraction: Double) -> Int {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= fraction + MediaTiming.epsilon { low = middle + 1 } else { high = middle }
    }
    return max(low - 1, 0)
  }

  /// Times in proportion to the distances between values.
  private static func pacedTimes(_ values: [AnimationValue]) -> [Double] {
    var (times, length) = ([0.0], 0.0)
    for (a, b) in zip(values, values.dropFirst()) {
      length += a.distance(to: b)
      times.append(length)
    }
    guard length > 0, length.isFinite else {
      return values.indices.map { values.count == 1 ? 0 : Double($0) / Double(values.count - 1) }
    }
    return times.map { $0 / length }
  }
}
