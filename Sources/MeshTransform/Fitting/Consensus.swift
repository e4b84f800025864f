/// The points that agree with one map, and those that do not: random sample consensus (Fischler and Bolles 1981).
public struct Consensus: Sendable {
  /// The map of the points that agree.
  public let fit: PointFit
  /// The points that do not, by their indices.
  public let outliers: [Int]

  /// The most samples; with half of the points wrong, 72 samples of four find a right one with a probability of 99 %.
  private static let samples = 2_000
  /// The most distances that are compared, over all samples.
  private static let distances = 100_000_000

  /// Finds the map with which most points agree.
  ///
  /// Samples are drawn in an order that depends on the number of points alone, so that a result can be repeated.
  /// - Parameters:
  ///   - method: one of least squares.
  ///   - tolerance: the largest distance on the canvas of a point that agrees, in pixels.
  /// - Throws: ``FitError``.
  public init(
    _ points: [ControlPoint], _ method: FitMethod, contentSize: Size, tolerance: Double
  ) throws(FitError) {
    guard tolerance >= 0, tolerance.isFinite else { throw .amount(tolerance) }
    let needed = method.leastCount
    guard points.count >= needed else { throw .count(points.count, allowed: needed...method.countLimit) }
    func agreeing(_ fit: PointFit) -> (indices: [Int], sum: Double) {
      var (indices, sum) = ([Int](), 0.0)
      for (index, point) in points.enumerated() {
        guard let place = fit.canvas(at: point.content) else { continue }
        let square = (place.vector - point.canvas.vector).lengthSquared
        if square <= tolerance * tolerance {
          indices.append(index)
          sum += square
        }
      }
      return (indices, sum)
    }
    var random = SampleSequence(seed: UInt64(points.count))
    var best: (indices: [Int], sum: Double) = ([], .infinity)
    var (drawn, limit) = (0, min(Self.samples, max(72, Self.distances / points.count)))
    while drawn < limit {
      drawn += 1
      let sample = random.sample(needed, of: points.count).map { points[$0] }
      guard let fit = try? PointFit(sample, method, contentSize: contentSize) else { continue }
      let found = agreeing(fit)
      guard (-found.indices.count, found.sum) < (-best.indices.count, best.sum) else { continue }
      best = found
      // As many samples as find a right one with a probability of 0.9999.
      let share = power(Double(found.indices.count) / Double(points.count), Double(needed))
      limit =
        share >= 1 ? drawn : min(limit, max(drawn, Int(clamping: (-9.2 / logarithm(1 - share)).rounded(.up))))
    }
    guard best.indices.count > needed || best.indices.count == points.count else {
      throw .noConsensus(tolerance: tolerance)
    }
    // The map of all of them agrees with others.
    var fit = try PointFit(best.indices.map { points[$0] }, method, contentSize: contentSize)
    for _ in 0..<5 {
      let next = agreeing(fit)
      guard next.indices != best.indices, next.indices.count >= best.indices.count else { break }
      best = next
      fit = try PointFit(best.indices.map { points[$0] }, method, contentSize: contentSize)
    }
    self.fit = fit
    let kept = Set(best.indices)
    outliers = points.indices.filter { !kept.contains($0) }
  }
}

/// A sequence of random numbers that is the same for a seed: SplitMix64 (Steele, Lea and Flood 2014).
private struct SampleSequence {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Distinct indices below a count, which is not less than their number.
  mutating func sample(_ number: Int, of count: Int) -> [Int] {
    var indices: [Int] = []
    while indices.count < number {
      let index = Int(next() % UInt64(count))
      if !indices.contains(index) { indices.append(index) }
    }
    return indices
  }
}
