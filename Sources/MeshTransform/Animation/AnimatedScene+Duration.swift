extension AnimatedScene {
  /// The end of the last animation in seconds, 0 or more; nil if an animation never ends.
  public var duration: Double? {
    var end = 0.0
    for animation in animations.values.joined() {
      // An animation at speed 0 changes nothing after its start.
      let last = animation.standsStill ? animation.timing.beginTime : animation.endTime
      guard last.isFinite else { return nil }
      end = max(end, last)
    }
    return end
  }

  /// The period in seconds after which all infinite animations repeat; nil without infinite animations, and for periods
  /// of more than a million seconds.
  ///
  /// A clip of this length that starts at ``steadyTime`` loops seamlessly.
  public var cycle: Double? {
    var periods: [Double] = []
    for animation in animations.values.joined() where animation.endTime == .infinity && !animation.standsStill
    {
      guard !animation.isCumulative else { return nil }
      periods.append(animation.timing.passDuration / abs(animation.timing.speed))
    }
    return CommonPeriod.of(periods)
  }

  /// The time in seconds, 0 or more, from which only infinite animations change the scene.
  public var steadyTime: Double {
    animations.values.joined().reduce(0) { time, animation in
      // The start of an infinite animation, or the end of a finite one.
      max(time, animation.endTime.isFinite ? animation.endTime : animation.timing.beginTime)
    }
  }
}

extension Animation {
  /// Whether it never ends and never changes.
  fileprivate var standsStill: Bool { timing.speed == 0 && removalTime == nil }
}

/// The least common multiple of durations, which are binary approximations of decimal numbers.
enum CommonPeriod {
  /// Nil for no periods, and for multiples of more than a million seconds or ten thousand passes of the longest period.
  static func of(_ periods: [Double]) -> Double? {
    guard let longest = periods.max(), longest > 0, longest.isFinite else { return nil }
    // A period is longest * n / d in lowest terms. A number of passes of the longest period that is a multiple of n is
    // a whole number of passes of that period.
    var passes = 1
    for period in periods {
      guard let n = numerator(of: period / longest) else { return nil }
      passes = passes / gcd(passes, n) * n
      guard passes <= 10_000 else { return nil }
    }
    let cycle = longest * Double(passes)
    return cycle <= 1e6 ? cycle : nil
  }

  /// The numerator of the simplest fraction that approximates a ratio in 0...1; nil if no numerator below ten thousand
  /// does.
  ///
  /// The convergents of the continued fraction are the best approximations.
  private static func numerator(of ratio: Double) -> Int? {
    var (remainder, n, d, n1, d1) = (ratio, 0.0, 1.0, 1.0, 0.0)
    for _ in 0..<40 {
      let whole = remainder.rounded(.down)
      (n, n1) = (n1, whole * n1 + n)
      (d, d1) = (d1, whole * d1 + d)
      guard n1 <= 10_000, d1 <= 1e12 else { return nil }
      if n1 > 0, abs(n1 / d1 - ratio) <= 1e-10 * ratio { return Int(clamping: n1) }
      guard remainder > whole else { return nil }
      remainder = 1 / (remainder - whole)
    }
    return nil
  }

  private static func gcd(_ a: Int, _ b: Int) -> Int { b == 0 ? a : gcd(b, a % b) }
}
