/// A weight on a damped spring, let go at distance 1 from where it comes to rest: how far it has come as time passes.
///
/// Solved in closed form: `m d'' + c d' + k d = 0` for the distance d, with d(0) = 1 and d'(0) = -initialVelocity. The
/// properties and their defaults are those of Core Animation's spring animations; ``properties`` has their ranges.
public struct Spring: Hashable, Sendable {
  /// The mass of the weight, 1e-6...1e9. Default 1.
  public var mass: Double
  /// Force per distance, 1e-6...1e9. Default 100.
  public var stiffness: Double
  /// Force per speed, 0...1e9; with 0 the weight swings for ever. Default 10.
  public var damping: Double
  /// The initial velocity in distances per second, -1e6...1e6; above 0 it leads toward the end. Default 0.
  public var initialVelocity: Double

  public init(mass: Double = 1, stiffness: Double = 100, damping: Double = 10, initialVelocity: Double = 0) {
    (self.mass, self.stiffness) = (mass, stiffness)
    (self.damping, self.initialVelocity) = (damping, initialVelocity)
  }

  /// How the weight comes to rest.
  public enum Regime: Hashable, Sendable {
    /// It swings around the end.
    case underdamped
    /// As fast as it can without swinging.
    case criticallyDamped
    /// It creeps.
    case overdamped
  }

  public var regime: Regime {
    let excess = damping * damping - 4 * mass * stiffness
    return excess == 0 ? .criticallyDamped : excess < 0 ? .underdamped : .overdamped
  }

  /// The fraction of the way at a time in seconds: 0 at the start, 1 at rest, beyond 1 while it overshoots.
  public func value(at seconds: Double) -> Double {
    seconds <= 0 ? 0 : 1 - distance(at: seconds)
  }

  /// Seconds of one swing; infinite when it does not swing.
  var swingDuration: Double { regime == .underdamped ? 2 * .pi / frequency : .infinity }

  /// Seconds after which it stays within a thousandth of the way from its end; infinite without damping.
  ///
  /// Of one that swings, the time when its envelope `amplitude e^(-decay t)` has come down to that. What ``validate()`` refuses
  /// has no meaningful one.
  public var settlingDuration: Double {
    let tolerance = 1e-3
    guard damping > 0 else { return .infinity }
    if regime == .underdamped {
      let sine = (decay - initialVelocity) / frequency
      let amplitude = (1 + sine * sine).squareRoot()
      return max(logarithm(amplitude / tolerance) / decay, 0)
    }
    // It turns once at most, and falls ever after: the last crossing lies between there and a time far enough.
    var (low, high) = (0.0, 1 / slowestRate)
    if let turn = turningTime { (low, high) = (turn, turn + high) }
    for _ in 0..<200 where abs(distance(at: high)) > tolerance { (low, high) = (high, 2 * high) }
    guard abs(distance(at: low)) > tolerance else {
      // Within the tolerance at its turn already: the crossing was before it.
      return crossing(after: 0, before: low, tolerance)
    }
    return crossing(after: low, before: high, tolerance)
  }
}

extension Spring {
  /// The table of its properties, in the order of texts and scene files.
  package static let properties: [Property<Spring>] = [
    Property("mass", .number(\.mass, NumberRange(1e-6...1e9)), "the weight"),
    Property("stiffness", .number(\.stiffness, NumberRange(1e-6...1e9)), "force per distance"),
    Property("damping", .number(\.damping, NumberRange(0...1e9)), "force per speed; 0 swings for ever"),
    Property(
      "initialVelocity", .number(\.initialVelocity, NumberRange(-1e6...1e6)),
      "distances per second toward the end"),
  ]

  /// - Throws: ``AnimationError/Problem/outOfRange(property:value:allowed:)`` for a property out of its range in
  ///   ``properties``.
  public func validate() throws(AnimationError) { try AnimationError.check(self, Self.properties) }
}

extension Spring {
  /// Half of damping per mass: the rate at which a swing dies away, per second.
  private var decay: Double { damping / (2 * mass) }

  /// Radians per second of the swing, or of its counterpart with hyperbolic functions.
  private var frequency: Double {
    (abs(damping * damping - 4 * mass * stiffness)).squareRoot() / (2 * mass)
  }

  /// The slower of the two rates at which an overdamped one falls. Their product is stiffness / mass: dividing avoids
  /// the difference of nearly equal numbers.
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

  /// When one that does not swing turns around, if it does: where its speed is zero.
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

  /// The last time in an interval at which the distance, falling at its end, is the tolerance.
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
