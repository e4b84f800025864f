extension MediaTiming {
  /// Where in its content something is that plays.
  public struct Progress: Hashable, Sendable {
    /// How far through `duration`, 0...1, whichever way it runs; before any timing function.
    public var fraction: Double
    /// Whole passes that were played before this one, 0 or more.
    public var pass: Double

    public init(fraction: Double, pass: Double = 0) { (self.fraction, self.pass) = (fraction, pass) }
  }

  /// Times nearer than this are the same: a frame's time is rarely exact in binary.
  static let hair = 1e-9

  /// What is shown at a time of what contains it; nil where it has no effect.
  ///
  /// It plays from `beginTime` on and up to, but not including, its end.
  public func progress(at time: Double) -> Progress? { progress(at: time, endCounts: false) }

  /// - Parameter endCounts: whether the very end is played, too: as for the children of a group at its end.
  func progress(at time: Double, endCounts: Bool) -> Progress? {
    let elapsed = time - beginTime
    if elapsed < -Self.hair {
      return fillMode == .backwards || fillMode == .both ? progress(atPasses: 0, isEnd: false) : nil
    }
    let end = endTime
    if time >= end - Self.hair {
      let isPlayed = endCounts && time <= end + Self.hair
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
    // In passes: a whole number of them is whole however long one takes.
    let position = speed < 0 ? played - offset : played + offset
    let whole = position.rounded()
    var pass = abs(position - whole) < Self.hair ? whole : position.rounded(.down)
    var within = min(max(position - pass, 0), 1)
    if isEnd, within < Self.hair { (pass, within) = (pass - 1, 1) }
    if speed < 0 { within = 1 - within }
    let fraction = autoreverses ? (within <= 0.5 ? 2 * within : 2 - 2 * within) : within
    return Progress(fraction: fraction, pass: max(pass, 0))
  }
}
