import MeshTransform
import Testing

/// What Core Animation's `CAMediaTiming` says, worked out by hand.
@Suite struct MediaTimingTests {
  /// The fraction at each time; nil where there is no effect.
  private func fractions(_ timing: MediaTiming, _ times: [Double]) -> [Double?] {
    times.map { time in timing.progress(at: time).map { ($0.fraction * 1e9).rounded() / 1e9 } }
  }

  @Test func playsFromItsBeginningToItsEnd() {
    let timing = MediaTiming(duration: 2, beginTime: 1)
    #expect(fractions(timing, [0.9, 1, 1.5, 2, 2.9, 3, 4]) == [nil, 0, 0.25, 0.5, 0.95, nil, nil])
    #expect(timing.endTime == 3)
  }

  @Test(arguments: [
    (MediaTiming.FillMode.removed, [nil, 0.0, nil]), (.forwards, [nil, 0, 1]), (.backwards, [0, 0, nil]),
    (.both, [0, 0, 1]),
  ])
  func fillsBeforeAndAfter(mode: MediaTiming.FillMode, expected: [Double?]) {
    #expect(fractions(MediaTiming(duration: 2, beginTime: 1, fillMode: mode), [0, 1, 3]) == expected)
  }

  @Test func repeatsAFractionOfAPass() {
    let timing = MediaTiming(duration: 2, repeatCount: 2.5, fillMode: .forwards)
    #expect(fractions(timing, [1, 2, 3, 4, 4.5, 5, 9]) == [0.5, 0, 0.5, 0, 0.25, 0.5, 0.5])
    #expect([1, 2, 4.5, 9].map { timing.progress(at: $0)?.pass } == [0, 1, 2, 2])
    #expect(timing.endTime == 5)
  }

  @Test func aWholeNumberOfPassesEndsAtTheEnd() {
    // 3 * 0.1 is more than 0.3 in binary: it must not begin a fourth pass.
    let timing = MediaTiming(duration: 0.1, repeatCount: 3, fillMode: .forwards)
    #expect(timing.progress(at: 0.3) == .init(fraction: 1, pass: 2))
    #expect(timing.progress(at: 100) == .init(fraction: 1, pass: 2))
    // 0.1 + 0.1 + 0.1 is slightly more than 3 passes, 0.7 - 0.6 one less than 1: neither shows.
    let endless = MediaTiming(duration: 0.1, repeatCount: .infinity)
    #expect(endless.progress(at: 0.1 + 0.2)?.fraction ?? 1 < 1e-9)
    #expect(endless.progress(at: 0.7 - 0.6) == .init(fraction: 0, pass: 1))
  }

  @Test func aDurationOfRepetitionIsInItsOwnTime() {
    let timing = MediaTiming(duration: 2, speed: 2, repeatDuration: 5, fillMode: .both)
    #expect(timing.endTime == 2.5)
    #expect(fractions(timing, [0.5, 1, 2, 2.5, 3]) == [0.5, 0, 0, 0.5, 0.5])
    #expect(MediaTiming(duration: 1, repeatDuration: .infinity).endTime == .infinity)
  }

  @Test func runsThereAndBack() {
    let timing = MediaTiming(duration: 1, autoreverses: true, fillMode: .forwards)
    #expect(timing.endTime == 2)
    #expect(fractions(timing, [0, 0.25, 1, 1.25, 1.75, 2, 5]) == [0, 0.25, 1, 0.75, 0.25, 0, 0])
    // Half of there and back is there.
    let half = MediaTiming(duration: 1, repeatCount: 0.5, autoreverses: true, fillMode: .forwards)
    #expect(half.endTime == 1)
    #expect(fractions(half, [0.5, 1, 3]) == [0.5, 1, 1])
    let twice = MediaTiming(duration: 1, repeatCount: 1.25, autoreverses: true, fillMode: .forwards)
    #expect(fractions(twice, [2.25, 2.5, 3]) == [0.25, 0.5, 0.5])
  }

  @Test func speedScalesItsTime() {
    #expect(fractions(MediaTiming(duration: 2, beginTime: 1, speed: 4), [1, 1.25, 1.5]) == [0, 0.5, nil])
    #expect(fractions(MediaTiming(duration: 1, speed: 0.5), [1, 1.5, 2]) == [0.5, 0.75, nil])
  }

  /// As the frames C D E A B of an animation A B C D E.
  @Test func anOffsetSkipsToItsTimeAndComesRound() {
    let timing = MediaTiming(duration: 5, timeOffset: 2, fillMode: .both)
    #expect(fractions(timing, [-1, 0, 1, 2.5, 3, 4, 4.5]) == [0.4, 0.4, 0.6, 0.9, 0, 0.2, 0.3])
    #expect(fractions(timing, [5, 6]) == [0.4, 0.4])
    // In its own time, whatever the speed.
    #expect(fractions(MediaTiming(duration: 4, timeOffset: 1, speed: 2), [0, 0.5, 1.5]) == [0.25, 0.5, 0])
    #expect(fractions(MediaTiming(duration: 4, timeOffset: -1), [0, 0.5, 1, 2]) == [0.75, 0.875, 0, 0.25])
  }

  @Test func standsStillAtItsOffset() {
    let timing = MediaTiming(duration: 4, beginTime: 1, timeOffset: 3, speed: 0)
    #expect(fractions(timing, [0, 1, 2, 1e9]) == [nil, 0.75, 0.75, 0.75])
  }

  @Test func runsBackward() {
    let timing = MediaTiming(duration: 2, speed: -1, repeatCount: 2, fillMode: .both)
    #expect(fractions(timing, [-1, 0, 0.5, 1.5, 2, 3, 4, 9]) == [1, 1, 0.75, 0.25, 1, 0.5, 0, 0])
  }

  @Test func noTimeAtAllIsAJump() {
    let timing = MediaTiming(duration: 0, beginTime: 1, repeatCount: .infinity, fillMode: .both)
    #expect(fractions(timing, [0.9, 1, 2]) == [0, 1, 1])
    #expect(timing.endTime == 1)
    #expect(fractions(MediaTiming(duration: 0), [-1, 0, 1]) == [nil, nil, nil])
  }

  @Test(arguments: [
    (MediaTiming(duration: -1), "duration is -1; use 0, or 1e-6...1e9 seconds"),
    (MediaTiming(duration: .nan), "duration is nan; use 0, or 1e-6...1e9 seconds"),
    (MediaTiming(duration: .infinity), "duration is inf; use 0, or 1e-6...1e9 seconds"),
    (MediaTiming(beginTime: -.infinity), "beginTime is -inf; use -1e9...1e9 seconds"),
    (MediaTiming(timeOffset: .nan), "timeOffset is nan; use -1e9...1e9 seconds"),
    (MediaTiming(speed: 1e300), "speed is 1e+300; use -1000000...1000000"),
    (MediaTiming(repeatCount: -1), "repeatCount is -1; use 0...1e12, or infinity for endless"),
    (
      MediaTiming(repeatDuration: .nan),
      "repeatDuration is nan; use 0...1e12 seconds, or infinity for endless"
    ),
    (
      MediaTiming(repeatCount: 2, repeatDuration: 3),
      "repeatCount and repeatDuration are both set; remove one of them"
    ),
  ])
  func refusesInvalidTimings(timing: MediaTiming, message: String) {
    #expect(#expect(throws: AnimationError.self) { try timing.validate() }?.description == message)
  }

  @Test func defaultsAreThoseOfCoreAnimation() {
    let timing = MediaTiming()
    #expect(timing.duration == 0.25 && timing.beginTime == 0 && timing.timeOffset == 0 && timing.speed == 1)
    #expect(timing.repeatCount == 0 && timing.repeatDuration == 0 && !timing.autoreverses)
    #expect(timing.fillMode == .removed)
  }
}
