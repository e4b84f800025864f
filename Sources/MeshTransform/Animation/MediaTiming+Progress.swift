extension MediaTiming {
  /// The position of a playing animation in its content.
  public struct Progress: Hashable, Sendable {
    /// The fraction of `duration`, 0...1, in either direction; before any timing function.
    public var fraction: Double
    /// The number of the pass, counted forward from 0. Backward play counts down to 0. An endless backward play begins
    /// with pass 0 and continues with -1.
    public var pass: Double

    /// A position in a pass.
    public init(fraction: Double, pass: Double = 0) { (self.fraction, self.pass) = (fraction, pass) }
  }

  /// Tolerance in seconds and in passes: times that differ by less are equal, because the times of frames are rarely
  /// exact in binary.
  static let epsilon = 1e-9

  /// The progress at a time of the enclosing group; nil if the animation has no effect.
  ///
  /// It plays from `beginTime` up to, but not including, its end; so does each pass. With a negative speed it is the
  /// forward play in reverse: `repeatCount` 2.5 begins at 0.5 of the third pass, as in Web Animations.
  public func progress(at time: Double) -> Progress? { progress(at: time, endCounts: false) }

  /// - Parameter endCounts: whether the end itself is included, as for children of a group at its end.
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
  ///   - isEnd: whether a whole number of passes means the end of a pass, not the beginning of the next.
  private func progress(atPasses played: Double, isEnd: Bool) -> Progress {
    guard duration > 0 else { return Progress(fraction: isEnd == (speed >= 0) ? 1 : 0) }
    let offset = timeOffset / passDuration
    guard speed < 0 else {
      var (pass, within) = Self.split(played + offset)
      if isEnd, within < Self.epsilon { (pass, within) = (pass - 1, 1) }
      return Progress(fraction: fraction(within), pass: max(pass, 0))
    }
    // Backward from the end, which may lie inside a pass. Without an end the first pass is number 0, and the numbers
    // decrease. Whole passes are kept apart, so that large counts do not reduce the precision.
    let (whole, part) = Self.split(passes.isFinite ? passes : 1)
    var (pass, within) = Self.split(part + offset - played)
    if !isEnd, within < Self.epsilon { (pass, within) = (pass - 1, 1) }
    return Progress(fraction: fraction(within), pass: passes.isFinite ? max(whole + pass, 0) : pass + 1)
  }

  /// A number of passes as a whole number and a remainder in 0..<1, with numbers within ``epsilon`` of a whole one
  /// rounded.
  private static func split(_ passes: Double) -> (whole: Double, remainder: Double) {
    let nearest = passes.rounded()
    let whole = abs(passes - nearest) < epsilon ? nearest : passes.rounded(.down)
    return (whole, min(max(passes - whole, 0), 1))
  }

  /// - Parameter within: the fraction of a pass; with autoreversal a pass runs there and back.
  private func fraction(_ within: Double) -> Double {
    autoreverses ? (within <= 0.5 ? 2 * within : 2 - 2 * within) : within
  }
}
