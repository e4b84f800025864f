import MeshTransform
import Testing

@Suite struct SpringTests {
  /// `m d'' + c d' + k d = 0` by Runge and Kutta's fourth-order method.
  private func integrated(_ spring: Spring, until end: Double, steps: Int) -> [Double] {
    var (distance, speed) = (1.0, -spring.initialVelocity)
    func force(_ d: Double, _ v: Double) -> Double {
      (-spring.stiffness * d - spring.damping * v) / spring.mass
    }
    let h = end / Double(steps)
    var values = [0.0]
    for _ in 0..<steps {
      let (d1, v1) = (speed, force(distance, speed))
      let (d2, v2) = (speed + h / 2 * v1, force(distance + h / 2 * d1, speed + h / 2 * v1))
      let (d3, v3) = (speed + h / 2 * v2, force(distance + h / 2 * d2, speed + h / 2 * v2))
      let (d4, v4) = (speed + h * v3, force(distance + h * d3, speed + h * v3))
      distance += h / 6 * (d1 + 2 * d2 + 2 * d3 + d4)
      speed += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
      values.append(1 - distance)
    }
    return values
  }

  static let springs: [(Spring, Spring.Regime)] = [
    (Spring(), .underdamped),
    (Spring(mass: 2, stiffness: 300, damping: 4, initialVelocity: -6), .underdamped),
    (Spring(damping: 20), .criticallyDamped), (Spring(damping: 20, initialVelocity: 30), .criticallyDamped),
    (Spring(damping: 20, initialVelocity: -5), .criticallyDamped), (Spring(damping: 60), .overdamped),
    (Spring(damping: 60, initialVelocity: 80), .overdamped), (Spring(damping: 20.0001), .overdamped),
    (Spring(damping: 19.9999, initialVelocity: 3), .underdamped),
    (Spring(mass: 0.5, stiffness: 40, damping: 25, initialVelocity: -4), .overdamped),
  ]

  @Test(arguments: springs)
  func solvesItsEquation(spring: Spring, regime: Spring.Regime) {
    #expect(spring.regime == regime)
    let values = integrated(spring, until: 3, steps: 30_000)
    for (i, expected) in values.enumerated() where i.isMultiple(of: 100) {
      let seconds = 3 * Double(i) / 30_000
      #expect(abs(spring.value(at: seconds) - expected) < 1e-8, "\(spring) at \(seconds)")
    }
  }

  /// After the settling duration it stays within a thousandth; shortly before it does not, within one swing.
  @Test(arguments: springs)
  func settles(spring: Spring, regime: Spring.Regime) {
    let settling = spring.settlingDuration
    func isNear(_ time: Double) -> Bool { abs(1 - spring.value(at: time)) <= 1.0000001e-3 }
    #expect((0...2000).allSatisfy { isNear(settling * (1 + Double($0) / 500)) })
    let before = regime == .underdamped ? 0.65 : 0.02
    #expect((1...500).contains { !isNear(settling - min(before, settling) * Double($0) / 500) })
  }

  @Test func withoutDampingItNeverSettles() {
    let spring = Spring(mass: 1, stiffness: 4, damping: 0)
    #expect(spring.settlingDuration == .infinity)
    // cos(2 t): half a turn later it is as far on the other side.
    #expect(abs(spring.value(at: .pi / 2) - 2) < 1e-12)
    #expect(abs(spring.value(at: 1000 * .pi)) < 1e-9)
  }

  /// The closed form where powers of e alone would overflow or vanish.
  @Test func holdsForVeryStiffAndVerySlowSprings() {
    let stiff = Spring(mass: 1e-6, stiffness: 1e9, damping: 1e9)
    #expect(abs(stiff.value(at: 1) - (1 - 0.36787944117144233)) < 1e-9)
    #expect(stiff.value(at: 1e6) == 1)
    #expect(Spring(mass: 1e9, stiffness: 1e-6, damping: 1e9).settlingDuration.isFinite)
    #expect(Spring(mass: 1, stiffness: 1e9, damping: 1e-3).value(at: 1e9).isFinite)
  }

  @Test(arguments: [
    (Spring(mass: 0), "mass is 0; use 1e-6...1e9"),
    (Spring(stiffness: -1), "stiffness is -1; use 1e-6...1e9"),
    (Spring(damping: .nan), "damping is nan; use 0...1e9"),
    (Spring(initialVelocity: .infinity), "initialVelocity is inf; use -1000000...1000000"),
  ])
  func refusesInvalidSprings(spring: Spring, message: String) {
    #expect(#expect(throws: AnimationError.self) { try spring.validate() }?.description == message)
  }
}
