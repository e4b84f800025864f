import MeshTransform
import TestSupport
import Testing

/// The timing model of Web Animations Level 1 (W3C), sections 4.6 to 4.10, as its text has it.
private struct WebTiming {
  /// Of one iteration, in seconds.
  var duration: Double
  var iterations: Double
  /// In iterations.
  var start: Double
  var playbackRate: Double
  var alternates: Bool

  /// Directed progress and current iteration at a time since the play began; for times inside the active interval.
  func progress(at elapsed: Double) -> (fraction: Double, iteration: Double) {
    let activeDuration = duration * iterations
    // "Play an animation": the current time starts at the effect's end where the playback rate is below 0.
    let activeTime = playbackRate < 0 ? activeDuration + playbackRate * elapsed : playbackRate * elapsed
    let overall = activeTime / duration + start
    var simple = overall.truncatingRemainder(dividingBy: 1)
    if simple == 0, activeTime == activeDuration, iterations != 0 { simple = 1 }
    let iteration = simple == 1 ? overall.rounded(.down) - 1 : overall.rounded(.down)
    let isForward = !alternates || iteration.truncatingRemainder(dividingBy: 2) == 0
    return (isForward ? simple : 1 - simple, iteration)
  }
}

@Suite struct WebAnimationsTests {
  /// How many iterations are one pass.
  private func pair(_ dice: inout SplitMix64, rate: Double) -> (MediaTiming, WebTiming) {
    let alternates = Bool.random(using: &dice)
    let duration = Double.random(in: 0.05...20, using: &dice)
    let count = Double.random(in: 0.1...7, using: &dice)
    let passDuration = alternates ? 2 * duration : duration
    let start = Bool.random(using: &dice) ? 0 : Double.random(in: 0..<2, using: &dice)
    let timing = MediaTiming(
      duration: duration, timeOffset: start * passDuration, speed: rate, repeatCount: count,
      autoreverses: alternates, fillMode: .both)
    let web = WebTiming(
      duration: duration, iterations: alternates ? 2 * count : count, start: alternates ? 2 * start : start,
      playbackRate: rate, alternates: alternates)
    return (timing, web)
  }

  @Test(arguments: [-3.0, -1, -0.4, 0.5, 1, 2])
  func progressIsThatOfWebAnimations(rate: Double) throws {
    var dice = SplitMix64(seed: 77)
    for _ in 0..<300 {
      let (timing, web) = pair(&dice, rate: rate)
      for _ in 0..<20 {
        let time = Double.random(in: 0..<timing.endTime, using: &dice)
        let (fraction, iteration) = web.progress(at: time)
        // Where an iteration ends and the next one begins, rounding decides which of them counts.
        guard abs(fraction - fraction.rounded()) > 1e-6 else { continue }
        let progress = try #require(timing.progress(at: time))
        #expect(abs(progress.fraction - fraction) < 1e-7, "\(timing) at \(time)")
        #expect(progress.pass == (web.alternates ? (iteration / 2).rounded(.down) : iteration))
      }
      let first = web.progress(at: 0).fraction
      if rate < 0 { #expect(abs(timing.progress(at: -1)!.fraction - first) < 1e-7) }
    }
  }

  /// Worked out by hand.
  @Test func aFractionOfAPassComesFirstBackward() {
    let timing = MediaTiming(duration: 1, speed: -1, repeatCount: 2.5, fillMode: .both)
    #expect([-1, 0, 0.25].map { timing.progress(at: $0)?.fraction } == [0.5, 0.5, 0.25])
    #expect(
      [0.75, 1.25, 2.25, 2.5, 9].map { timing.progress(at: $0)?.fraction } == [0.75, 0.25, 0.25, 0, 0])
    #expect([0, 0.75, 1.75, 9].map { timing.progress(at: $0)?.pass } == [2, 1, 0, 0])
    let there = MediaTiming(duration: 2, speed: -2, repeatCount: 0.75, autoreverses: true, fillMode: .both)
    #expect([0, 0.25, 0.5, 1, 1.5].map { there.progress(at: $0)?.fraction } == [0.5, 0.75, 1, 0.5, 0])
  }

  /// `iterationComposite: accumulate` adds the last value once for each iteration before.
  @Test(arguments: [1.0, -1]) func cumulativeValuesAccumulate(rate: Double) throws {
    var dice = SplitMix64(seed: 5)
    for _ in 0..<100 {
      var (timing, web) = pair(&dice, rate: rate)
      guard !web.alternates else { continue }
      timing.timeOffset = 0
      web.start = 0
      let (from, to) = (Double.random(in: -9...9, using: &dice), Double.random(in: -9...9, using: &dice))
      var rise = Animation.change(
        try AnimatedProperty(keyPath: "zPosition"), from: .number(from), to: .number(to), timing: timing)
      rise.isCumulative = true
      let scene = try AnimatedScene(rise)
      for _ in 0..<10 {
        let time = Double.random(in: 0..<timing.endTime, using: &dice)
        let (fraction, iteration) = web.progress(at: time)
        guard abs(fraction - fraction.rounded()) > 1e-6 else { continue }
        let expected = iteration * to + (from + (to - from) * fraction)
        #expect(abs(try scene.card(at: time).zPosition - expected) < 1e-5)
      }
    }
  }

  /// Without an end there is no last pass to begin with; each one goes on below the one before.
  @Test func endlessBackwardPlayGoesOnBelow() throws {
    let timing = MediaTiming(duration: 1, speed: -1, repeatCount: .infinity)
    var fall = Animation.change(
      try AnimatedProperty(keyPath: "zPosition"), from: .number(0), to: .number(10), timing: timing)
    fall.isCumulative = true
    let scene = try AnimatedScene(fall)
    #expect(try [0, 0.5, 1.5, 2.5].map { try scene.card(at: $0).zPosition } == [10, 5, -5, -15])
    var spin = Animation.change(
      .transform, from: .transform(.identity), to: .transform(.rotation(.degrees(40))), timing: timing)
    spin.isCumulative = true
    #expect(isNear(try AnimatedScene(spin).card(at: 2.5).transform, .rotation(.degrees(-60))))
  }
}
