import MeshTransform
import Testing

@Suite struct KeyframeTests {
  /// zPosition at each of the times of a pass of one second.
  private func values(_ keyframes: Keyframes, at times: [Double]) throws -> [Double] {
    let scene = try AnimatedScene(.keyframes(.zPosition, keyframes, timing: .filled(1)))
    return try times.map { (try scene.card(at: $0).zPosition * 1e9).rounded() / 1e9 }
  }

  private func numbers(_ values: [Double]) -> [AnimationValue] { values.map { .number($0) } }

  @Test func linearOnesRunInStraightLines() throws {
    let even = Keyframes(numbers([0, 10, 40]))
    #expect(try values(even, at: [0, 0.25, 0.5, 0.75, 1]) == [0, 5, 10, 25, 40])
    let timed = Keyframes(numbers([0, 10, 40]), keyTimes: [0, 0.2, 1])
    #expect(try values(timed, at: [0.1, 0.2, 0.6, 1]) == [5, 10, 25, 40])
    #expect(try values(Keyframes(numbers([7])), at: [0, 0.5, 1]) == [7, 7, 7])
  }

  @Test func twoAtOneTimeAreAJump() throws {
    let jump = Keyframes(numbers([0, 10, 50, 60]), keyTimes: [0, 0.5, 0.5, 1])
    #expect(try values(jump, at: [0.25, 0.499, 0.5, 0.75]) == [5, 9.98, 50, 55])
  }

  @Test func eachSegmentHasItsPace() throws {
    let paced = Keyframes(numbers([0, 10, 20]), timingFunctions: [.easeIn, .steps(2)])
    let eased = (TimingFunction.easeIn.value(at: 0.5) * 10 * 1e9).rounded() / 1e9
    #expect(try values(paced, at: [0.25, 0.6, 0.75, 1]) == [eased, 10, 15, 20])
  }

  @Test func discreteOnesJump() throws {
    let even = Keyframes(numbers([1, 2, 3, 4]), mode: .discrete)
    #expect(try values(even, at: [0, 0.24, 0.25, 0.74, 0.75, 1]) == [1, 1, 2, 3, 4, 4])
    for times in [[0, 0.1, 0.9], [0, 0.1, 0.9, 1]] {
      let timed = Keyframes(numbers([1, 2, 3]), keyTimes: times, mode: .discrete)
      #expect(try values(timed, at: [0.05, 0.1, 0.5, 0.89, 0.9, 1]) == [1, 2, 2, 2, 3, 3])
    }
  }

  @Test func pacedOnesRunAtAnEvenSpeed() throws {
    let paced = Keyframes(numbers([0, 10, 40, 30]), mode: .paced)
    // 50 in all, over there and back.
    #expect(try values(paced, at: [0, 0.1, 0.2, 0.5, 0.8, 0.9, 1]) == [0, 5, 10, 25, 40, 35, 30])
    #expect(try values(Keyframes(numbers([5, 5]), mode: .paced), at: [0, 0.4, 1]) == [5, 5, 5])
  }

  /// Halfway between the inner two of four even values Catmull and Rom's curve is (-a + 9 b + 9 c - d) / 16.
  @Test func cubicOnesFollowTheCatmullRomSpline() throws {
    let curve = Keyframes(numbers([0, 8, 24, 16]), mode: .cubic)
    #expect(try values(curve, at: [0, 1.0 / 3, 0.5, 2.0 / 3, 1]) == [0, 8, (72 + 216 - 16) / 16.0, 24, 16])
    // Two values have nothing to bend to.
    #expect(try values(Keyframes(numbers([3, 7]), mode: .cubic), at: [0.25, 0.7]) == [4, 5.8])
  }

  /// Tangents by the formulas of Kochanek and Bartels, the Hermite polynomials at one quarter.
  @Test(arguments: [(0.4, 0.0, 0.0), (0, -0.7, 0), (0, 0, 0.8), (-0.3, 0.5, -0.6), (1, 1, 1)])
  func tensionContinuityAndBiasShapeTheTangents(t: Double, c: Double, b: Double) throws {
    let p = [0.0, 8, 24, 16]
    let curve = Keyframes(
      numbers(p), mode: .cubic, tension: [0, t, t, 0], continuity: [0, c, c, 0], bias: [0, b, b, 0])
    let leaving =
      (1 - t) * (1 + c) * (1 + b) / 2 * (p[1] - p[0]) + (1 - t) * (1 - c) * (1 - b) / 2 * (p[2] - p[1])
    let arriving =
      (1 - t) * (1 - c) * (1 + b) / 2 * (p[2] - p[1]) + (1 - t) * (1 + c) * (1 - b) / 2 * (p[3] - p[2])
    let s = 0.25
    let h00 = (1 + 2 * s) * (1 - s) * (1 - s)
    let h10 = s * (1 - s) * (1 - s)
    let h01 = s * s * (3 - 2 * s)
    let h11 = s * s * (s - 1)
    let expected = h00 * p[1] + h10 * leaving + h01 * p[2] + h11 * arriving
    let value = try values(curve, at: [(1 + s) / 3])[0]
    #expect(abs(value - expected) < 1e-8)
  }

  @Test func theSpeedOfACurveIsContinuousThoughItsTimesAreUneven() throws {
    let curve = Keyframes(numbers([0, 10, 15, 70]), keyTimes: [0, 0.1, 0.6, 1], mode: .cubic)
    let scene = try AnimatedScene(.keyframes(.zPosition, curve, timing: .filled(1)))
    func speed(_ from: Double, _ to: Double) throws -> Double {
      (try scene.card(at: to).zPosition - scene.card(at: from).zPosition) / (to - from)
    }
    for time in [0.1, 0.6] {
      let (before, after) = try (speed(time - 1e-6, time), speed(time, time + 1e-6))
      #expect(abs(before - after) < 1e-3 * abs(after), "at \(time): \(before) and \(after)")
    }
  }

  @Test func pacedCurvesRunAtAnEvenSpeed() throws {
    let corners = [Point(0, 0), Point(100, 0), Point(100, 20), Point(30, 80)]
    let curve = Keyframes(corners.map { .point($0) }, mode: .cubicPaced)
    let scene = try AnimatedScene(.keyframes(.position, curve, timing: .filled(1)))
    var steps: [Double] = []
    var previous = try scene.card(at: 0).position
    #expect(previous == corners[0])
    for i in 1...2000 {
      let next = try scene.card(at: Double(i) / 2000).position
      let (x, y) = (next.x - previous.x, next.y - previous.y)
      steps.append((x * x + y * y).squareRoot())
      previous = next
    }
    #expect(abs(previous.x - 30) < 1e-6 && abs(previous.y - 80) < 1e-6)
    let mean = steps.reduce(0, +) / 2000
    #expect(steps.allSatisfy { abs($0 - mean) < 1e-3 * mean })
  }

  @Test func curvesOfTransformsPassThroughTheirValues() throws {
    let turns = [0.0, 80, 200, 300].map {
      AnimationValue.transform(.rotation(.degrees($0)).translated(by: $0, 0))
    }
    let scene = try AnimatedScene(
      .keyframes(.transform, Keyframes(turns, mode: .cubic), timing: .filled(3)))
    for i in 0...3 {
      #expect(AnimationValue.transform(try scene.card(at: Double(i)).transform) == turns[i])
    }
    // A rotation all the way, though mixed as quaternions.
    let middle = try scene.card(at: 1.5).transform
    #expect(abs(middle.m11 * middle.m11 + middle.m12 * middle.m12 - 1) < 1e-12)
  }

  @Test(arguments: [
    (Keyframes([]), "there are no values; add at least one"),
    (Keyframes([.number(0), .flag(true)]), "values[1] is true or false, but zPosition takes a number"),
    (Keyframes([.number(.nan)]), "values[0] is nan; use numbers in -1e15...1e15"),
    (
      Keyframes([.number(0), .number(1)], keyTimes: [0, 0.5, 1]),
      "there are 3 keyTimes; use 2, one for each value, or none"
    ),
    (
      Keyframes([.number(0), .number(1), .number(2), .number(3)], keyTimes: [0, 0.6, 0.5, 1]),
      "keyTimes[2] is 0.5, less than the previous one, 0.6; use ascending order"
    ),
    (Keyframes([.number(0), .number(1)], keyTimes: [0, 1.5]), "keyTimes[1] is 1.5; use 0...1"),
    (Keyframes([.number(0), .number(1)], keyTimes: [0, .nan]), "keyTimes[1] is nan; use 0...1"),
    (
      Keyframes([.number(0), .number(1)], keyTimes: [0.1, 1]),
      "keyTimes[0] is 0.1; use 0, where the first value is"
    ),
    (
      Keyframes([.number(0), .number(1)], keyTimes: [0, 0.9]),
      "keyTimes[1] is 0.9; use 1, where the last value is"
    ),
    (
      Keyframes([.number(0), .number(1)], timingFunctions: [.linear, .linear]),
      "there are 2 timingFunctions; use 1, one from each value to the next, or none"
    ),
    (
      Keyframes([.number(0), .number(1)], keyTimes: [0, 1], mode: .paced),
      "keyTimes is set, but a paced animation computes its own times; remove it, or use linear or cubic"
    ),
    (
      Keyframes([.number(0), .number(1)], mode: .cubic, tension: [0]),
      "there are 1 values of tension; use 2, one for each value, or none"
    ),
    (
      Keyframes([.number(0), .number(1)], mode: .cubic, bias: [0, .infinity]),
      "bias[1] is inf; use -1000...1000; usual are -1...1"
    ),
  ])
  func refusesInvalidKeyframes(keyframes: Keyframes, problem: String) {
    let found = message(.keyframes(.zPosition, keyframes))
    #expect(found == "layer 'card' (layers[0]): animations[0]: " + problem)
  }
}
