extension AnimatedScene {
  /// When everything has ended, in seconds, 0 or more; nil when something goes on for ever.
  public var duration: Double? {
    var end = 0.0
    for animation in animations.values.joined() {
      // What stands still changes nothing after it has begun.
      let last = animation.standsStill ? animation.timing.beginTime : animation.endTime
      guard last.isFinite else { return nil }
      end = max(end, last)
    }
    return end
  }

  /// The time in seconds after which everything that goes on for ever is as it was; nil when nothing does, or when
  /// there is no such time below a million seconds.
  ///
  /// From ``steadyTime`` on a clip of this length closes to a loop without a seam.
  public var cycle: Double? {
    var periods: [Double] = []
    for animation in animations.values.joined() where animation.endTime == .infinity && !animation.standsStill
    {
      guard !animation.isCumulative else { return nil }
      periods.append(animation.timing.passDuration / abs(animation.timing.speed))
    }
    return CommonPeriod.of(periods)
  }

  /// From when on only what goes on for ever changes anything, in seconds, 0 or more.
  public var steadyTime: Double {
    animations.values.joined().reduce(0) { time, animation in
      // What has begun and never ends, or has ended.
      max(time, animation.endTime.isFinite ? animation.endTime : animation.timing.beginTime)
    }
  }
}

extension Animation {
  /// Whether it goes on for ever without changing anything.
  fileprivate var standsStill: Bool { timing.speed == 0 && removalTime == nil }
}

/// The least common multiple of lengths of time that are given in binary, hence never quite in proportion.
enum CommonPeriod {
  /// Nil for none, or when it is beyond a million seconds or ten thousand passes of the longest.
  static func of(_ periods: [Double]) -> Double? {
    guard let longest = periods.max(), longest > 0, longest.isFinite else { return nil }
    // A period is longest * n / d in lowest terms. So many passes of the longest as are a multiple of n are a whole
    // number of passes of that one.
    var passes = 1
    for period in periods {
      guard let n = numerator(of: period / longest) else { return nil }
      passes = passes / gcd(passes, n) * n
      guard passes <= 10_000 else { return nil }
    }
    let cycle = longest * Double(passes)
    return cycle <= 1e6 ? cycle : nil
  }

  /// Of the simplest fraction that a ratio in 0...1 is meant to be; nil when none below ten thousand is near.
  ///
  /// The continued fraction's convergents are the best approximations.
  private static func numerator(of ratio: Double) -> Int? {
    var (remainder, n, d, n1, d1) = (ratio, 0.0, 1.0, 1.0, 0.0)
    for _ in 0..<40 {
      let whole = remainder.rounded(.down)
      (n, n1) = (n1, whole * n1 + n)
      (d, d1) = (d1, whole * d1 + d)
      guard n1 <= 10_000, d1 <= 1e12 else { return nil }
      if n1 > 0, abs(n1 / d1 - ratio) <= 1e-10 * ratio { return Int(n1) }
      guard remainder > whole else { return nil }
      remainder = 1 / (remainder - whole)
    }
    return nil
  }

  private static func gcd(_ a: Int, _ b: Int) -> Int { b == 0 ? a : gcd(b, a % b) }
}
