/// How far a change has come when a fraction of its time has passed.
public enum TimingFunction: Hashable, Sendable {
  /// The curve from (0, 0) to (1, 1) with these two control points: time along x, progress along y, as in Core
  /// Animation and CSS. x1 and x2 are in 0...1; y1 and y2 may leave it, the curve then overshoots.
  case cubicBezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double)
  /// A staircase of equal steps, as in CSS; 1 or more of them (2 for `jumpNone`).
  case steps(Int, StepPosition = .jumpEnd)

  /// Where a staircase jumps.
  public enum StepPosition: String, CaseIterable, Hashable, Sendable {
    /// At the start of each step: the first jump is at once.
    case jumpStart
    /// At the end of each step: the last jump is at the end.
    case jumpEnd
    /// Neither at the very start nor at the very end: 0 and 1 both last as long as any other step.
    case jumpNone
    /// At both.
    case jumpBoth
  }

  // The named ones, with Core Animation's control points.
  public static let linear = cubicBezier(0, 0, 1, 1)
  public static let easeIn = cubicBezier(0.42, 0, 1, 1)
  public static let easeOut = cubicBezier(0, 0, 0.58, 1)
  public static let easeInEaseOut = cubicBezier(0.42, 0, 0.58, 1)
  public static let `default` = cubicBezier(0.25, 0.1, 0.25, 1)

  /// All named functions.
  public static let allNamed: [(name: String, function: TimingFunction)] = [
    ("linear", .linear), ("easeIn", .easeIn), ("easeOut", .easeOut), ("easeInEaseOut", .easeInEaseOut),
    ("default", .default),
  ]

  /// The function of a name, upper and lower case being different.
  /// - Throws: ``AnimationError/Problem/unknownTimingFunction(_:nearest:)``.
  public static func named(_ name: String) throws(AnimationError) -> TimingFunction {
    if let found = allNamed.first(where: { $0.name == name }) { return found.function }
    let nearest = NearestName.match(name, in: allNamed.map(\.name))
    throw AnimationError(.unknownTimingFunction(name, nearest: nearest))
  }
}

extension TimingFunction {
  /// The progress at a fraction of the time, which is held to 0...1. Of a cubic Bezier it is right to 1e-9 and better
  /// wherever the curve is not as good as vertical.
  ///
  /// A function that ``validate()`` refuses answers something, too.
  public func value(at fraction: Double) -> Double {
    let fraction = min(max(fraction, 0), 1)
    switch self {
    case .cubicBezier(let x1, let y1, let x2, let y2):
      return BezierTiming(x1: x1, y1: y1, x2: x2, y2: y2).value(at: fraction)
    case .steps(let count, let position): return Self.stair(count, position, at: fraction)
    }
  }

  /// CSS Easing Functions 2, "Step easing functions".
  private static func stair(_ count: Int, _ position: StepPosition, at fraction: Double) -> Double {
    let count = Double(max(count, position == .jumpNone ? 2 : 1))
    let jumpsAtOnce = position == .jumpStart || position == .jumpBoth
    let jumps = position == .jumpNone ? count - 1 : position == .jumpBoth ? count + 1 : count
    // A hair below a step's start is rounding noise of the time.
    let step = (fraction * count + 1e-9).rounded(.down) + (jumpsAtOnce ? 1 : 0)
    return min(step, jumps) / jumps
  }

  /// - Throws: ``AnimationError/Problem/outOfRange(property:value:allowed:)`` for a control point or a number of steps
  ///   that makes no function of time.
  public func validate() throws(AnimationError) {
    switch self {
    case .cubicBezier(let x1, let y1, let x2, let y2):
      for (name, x) in [("x1", x1), ("x2", x2)] {
        try AnimationError.check("cubicBezier \(name)", x, 0...1, "0...1, so that time never runs back")
      }
      for (name, y) in [("y1", y1), ("y2", y2)] {
        try AnimationError.check("cubicBezier \(name)", y, -1e6...1e6, "-1e6...1e6")
      }
    case .steps(let count, let position):
      let minimum = position == .jumpNone ? 2 : 1
      guard (minimum...1_000_000).contains(count) else {
        let allowed = "\(minimum)...1000000" + (minimum == 2 ? " for jumpNone" : "")
        throw AnimationError(.outOfRange(property: "steps", value: "\(count)", allowed: allowed))
      }
    }
  }
}
