/// The motion of a damped spring that is released at distance 1 from its position of rest.
///
/// Closed form: `m d'' + c d' + k d = 0` for the distance d, with d(0) = 1 and d'(0) = -initialVelocity. The properties
/// and their defaults are those of Core Animation's spring animations; ``properties`` has their ranges.
public struct Spring: Hashable, Sendable {
  /// The mass of the weight, 1e-6...1e9. Default 1.
  public var mass: Double
  /// Force per distance, 1e-6...1e9. Default 100.
  public var stiffness: Double
  /// Force per speed, 0...1e9; 0 swings without end. Default 10.
  public var damping: Double
  /// The initial velocity in distances per second, -1e6...1e6; positive values point toward the end. Default 0.
  public var initialVelocity: Double

  /// A spring with the given values.
  public init(mass: Double = 1, stiffness: Double = 100, damping: Double = 10, initialVelocity: Double = 0) {
    (self.mass, self.stiffness) = (mass, stiffness)
    (self.damping, self.initialVelocity) = (damping, initialVelocity)
  }

  /// The kind of damping.
  public enum Regime: Hashable, Sendable {
    /// Oscillates around the end.
    case underdamped
    /// The fastest motion without oscillation.
    case criticallyDamped
    /// A slower motion without oscillation.
    case overdamped
  }

  /// The kind of damping, by the sign of `damping^2 - 4 mass stiffness`.
  public var regime: Regime {
    let excess = damping * damping - 4 * mass * stiffness
    return excess == 0 ? .criticallyDamped : excess < 0 ? .underdamped : .overdamped
  }

  /// The fraction of the way at a time in seconds: 0 at the start, 1 at rest, above 1 during an overshoot.
  public func value(at seconds: Double) -> Double {
    seconds <= 0 ? 0 : 1 - distance(at: seconds)
  }

  /// The period in seconds; infinite without oscillation.
  var swingDuration: Double { regime == .underdamped ? 2 * .pi / frequency : .infinity }

  /// The time in seconds after which the distance stays within a thousandth of the whole way; infinite without damping.
  ///
  /// For an oscillation, the time at which its envelope `amplitude e^(-decay t)` falls to that value. The result is
  /// meaningless for springs that ``validate()`` rejects.
  public var settlingDuration: Double {
    let tolerance = 1e-3
    guard damping > 0 else { return .infinity }
    if regime == .underdamped {
      let sine = (decay - initialVelocity) / frequency
      let amplitude = (1 + sine * sine).squareRoot()
      return max(logarithm(amplitude / tolerance) / decay, 0)
    }
    // The distance has at most one turning point and falls from there: the last crossing lies between it and a late
    // time.
    var (low, high) = (0.0, 1 / slowestRate)
    if let turn = turningTime { (low, high) = (turn, turn + high) }
    for _ in 0..<200 where abs(distance(at: high)) > tolerance { (low, high) = (high, 2 * high) }
    guard abs(distance(at: low)) > tolerance else {
      // The distance at the turning point is within the tolerance: the crossing is earlier.
      return crossing(after: 0, before: low, tolerance)
    }
    return crossing(after: low, before: high, tolerance)
  }
}

extension Spring {
  /// The properties, in the order of texts and scene files.
  package static let properties: [Property<Spring>] = [
    Property("mass", .number(\.mass, NumberRange(1e-6...1e9)), "the mass of the weight"),
    Property("stiffness", .number(\.stiffness, NumberRange(1e-6...1e9)), "force per distance"),
    Property("damping", .number(\.damping, NumberRange(0...1e9)), "force per speed; 0 swings without end"),
    Property(
      "initialVelocity", .number(\.initialVelocity, NumberRange(-1e6...1e6)),
      "distances per second toward the end"),
  ]

  /// - Throws: ``AnimationError/Problem/outOfRange(property:value:allowed:)`` for a property out of its range in
  ///   ``properties``.
  public func validate() throws(AnimationError) { try AnimationError.check(self, Self.properties) }
}

extension Spring {
  /// Half of the damping per mass: the decay rate of an oscillation, per second.
  private var decay: Double { damping / (2 * mass) }

  /// The angular frequency in radians per second, or its hyperbolic counterpart.
  private var frequency: Double {
    (abs(damping * damping - 4 * mass * stiffness)).squareRoot() / (2 * mass)
  }

  /// The smaller decay rate of overdamped motion. The product of both rates is stiffness / mass; the division avoids a
  /// difference of nearly equal numbers.
  private var slowestRate: Double { stiffness / mass / (decay + frequency) }

  private func distance(at t: Double) -> Double {
    let (decay, frequency) = (decay, frequency)
    let push = decay - initialVelocity
    switch regime {
    case .underdamped:
      let angle = frequency * t
      return exponential(-decay * t) * (cosine(angle) + push * t * sinc(angle))
    case .criticallyDamped: return exponential(-decay * t) * (1 + push * t)
    case .overdamped where frequency * t < 1:
      // Nearly critical: the difference of two exponentials would lose digits.
      let (up, down) = (exponential(frequency * t), exponential(-frequency * t))
      return exponential(-decay * t) * ((up + down) / 2 + push * t * sinhc(frequency * t))
    case .overdamped:
      let (slow, fast) = (slowestRate, decay + frequency)
      let (a, b) = (fast - initialVelocity, slow - initialVelocity)
      return (a * exponential(-slow * t) - b * exponential(-fast * t)) / (fast - slow)
    }
  }

  /// The turning point of motion without oscillation, where its speed is zero; nil if there is none.
  private var turningTime: Double? {
    let v = initialVelocity
    if regime == .criticallyDamped {
      let push = decay - v
      // d' = e^(-decay t) (push - decay (1 + push t)).
      let t = push == 0 ? -1 : (push / decay - 1) / push
      return t > 0 ? t : nil
    }
    let (slow, fast) = (slowestRate, decay + frequency)
    let ratio = (slow - v) * fast / ((fast - v) * slow)
    guard ratio > 1, ratio.isFinite else { return nil }
    return logarithm(ratio) / (fast - slow)
  }

  /// The last time in an interval at which the distance, falling at the end, equals the tolerance.
  private func crossing(after low: Double, before high: Double, _ tolerance: Double) -> Double {
    var (low, high) = (low, high)
    for _ in 0..<200 where high - low > 1e-12 * high {
      let middle = (low + high) / 2
      if abs(distance(at: middle)) > tolerance { low = middle } else { high = middle }
    }
    return high
  }
}

/// `sinh(x) / x` for |x| below 1.
private func sinhc(_ x: Double) -> Double {
  if x < 1e-2 { return 1 + x * x / 6 * (1 + x * x / 20 * (1 + x * x / 42)) }
  return (exponential(x) - exponential(-x)) / (2 * x)
}
