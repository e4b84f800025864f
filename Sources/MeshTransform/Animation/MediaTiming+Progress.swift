extension MediaTiming {
  /// Where in its content something is that plays.
  public struct Progress: Hashable, Sendable {
    /// How far through `duration`, 0...1, whichever way it runs; before any timing function.
    public var fraction: Double
    /// The number of the pass, counted forward from 0. Playing backward it runs down to 0; below 0 only where a
    /// backward play never ends: the first pass is then 0, the next one -1.
    public var pass: Double

    public init(fraction: Double, pass: Double = 0) { (self.fraction, self.pass) = (fraction, pass) }
  }

  /// Times nearer than this are the same: a frame's time is rarely exact in binary.
  static let epsilon = 1e-9

  /// What is shown at a time of what contains it; nil where it has no effect.
  ///
  /// It plays from `beginTime` on and up to, but not including, its end; so does each pass. With a negative speed it
  /// is the forward play in reverse: `repeatCount` 2.5 begins at 0.5 of the third pass, as in Web Animations.
  public func progress(at time: Double) -> Progress? { progress(at: time, endCounts: false) }

  /// - Parameter endCounts: whether the very end is played, too: as for the children of a group at its end.
  func progress(at time: Double, endCounts: Bool) -> Progress? {
    let elapsed = time - beginTime
    if elapsed < -Self.epsilon {
      return fillMode == .backwards || fillMode == .both ? progress(atPasses: 0, isEnd: false) : nil
    }
    let end = endTime
    if time >= end - Self.epsilon {
      let isPlayed = endCounts && time <= end + Self.epsilon
      let isFilled = fillMode == .forwards || fillMode == .both
      return isPlayed || isFilled ? progress(atPasses: passes, isEnd: true) : nil
    }
    return progress(atPasses: max(elapsed, 0) * abs(speed) / passDuration, isEnd: false)
  }

  /// - Parameters:
  ///   - played: passes since the beginning, without the offset.
  ///   - isEnd: whether the end of a pass is meant at a whole number of them, not the beginning of the next.
  private func progress(atPasses played: Double, isEnd: Bool) -> Progress {
    guard duration > 0 else { return Progress(fraction: isEnd == (speed >= 0) ? 1 : 0) }
    let offset = timeOffset / passDuration
    guard speed < 0 else {
      var (pass, within) = Self.split(played + offset)
      if isEnd, within < Self.epsilon { (pass, within) = (pass - 1, 1) }
      return Progress(fraction: fraction(within), pass: max(pass, 0))
    }
    // Backward from the end, which may lie inside a pass. Without an end the first pass is number 0, and the ones
    // after it count down. Whole passes are kept apart, so that large counts cost no precision.
    let (whole, part) = Self.split(passes.isFinite ? passes : 1)
    var (pass, within) = Self.split(part + offset - played)
    if !isEnd, within < Self.epsilon { (pass, within) = (pass - 1, 1) }
    return Progress(fraction: fraction(within), pass: passes.isFinite ? max(whole + pass, 0) : pass + 1)
  }

  /// A number of passes as whole ones and a rest in 0..<1, exact where it is whole but for rounding.
  private static func split(_ passes: Double) -> (whole: Double, remainder: Double) {
    let nearest = passes.rounded()
    let whole = abs(passes - nearest) < epsilon ? nearest : passes.rounded(.down)
    return (whole, min(max(passes - whole, 0), 1))
  }

  /// - Parameter within: of a pass, there and back where it autoreverses.
  private func fraction(_ within: Double) -> Double {
    autoreverses ? (within <= 0.5 ? 2 * within : 2 - 2 * within) : within
  }
}
