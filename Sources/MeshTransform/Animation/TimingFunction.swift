/// The progress of a change as a function of the fraction of its time.
public enum TimingFunction: Hashable, Sendable {
  /// The curve from (0, 0) to (1, 1) with two control points: time along x, progress along y, as in Core Animation and
  /// CSS. x1 and x2 are in 0...1; y1 and y2 may leave it, and the curve then overshoots.
  case cubicBezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double)
  /// A step function with equal steps, as in CSS; 1 or more (2 for `jumpNone`).
  case steps(Int, StepPosition = .jumpEnd)

  /// The position of the jumps in the steps.
  public enum StepPosition: String, CaseIterable, Hashable, Sendable {
    /// At the start of each step: the first jump is at time 0.
    case jumpStart
    /// At the end of each step: the last jump is at the end.
    case jumpEnd
    /// Inside only: the values 0 and 1 last as long as any other.
    case jumpNone
    /// At the start and at the end.
    case jumpBoth
  }

  // The named functions, with Core Animation's control points.
  /// An even pace.
  public static let linear = cubicBezier(0, 0, 1, 1)
  /// A slow start.
  public static let easeIn = cubicBezier(0.42, 0, 1, 1)
  /// A slow end.
  public static let easeOut = cubicBezier(0, 0, 0.58, 1)
  /// A slow start and a slow end.
  public static let easeInEaseOut = cubicBezier(0.42, 0, 0.58, 1)
  /// Core Animation's default and CSS's `ease`: a quick start and a slow end.
  public static let `default` = cubicBezier(0.25, 0.1, 0.25, 1)

  /// All named functions.
  public static let allNamed: [(name: String, function: TimingFunction)] = [
    ("linear", .linear), ("easeIn", .easeIn), ("easeOut", .easeOut), ("easeInEaseOut", .easeInEaseOut),
    ("default", .default),
  ]

  /// The function with a name; the name is case-sensitive.
  /// - Throws: ``AnimationError/Problem/unknownTimingFunction(_:nearest:)``.
  public static func named(_ name: String) throws(AnimationError) -> TimingFunction {
    if let found = allNamed.first(where: { $0.name == name }) { return found.function }
    let nearest = NearestName.match(name, in: allNamed.map(\.name))
    throw AnimationError(.unknownTimingFunction(name, nearest: nearest))
  }
}

extension TimingFunction {
  /// The progress at a fraction of the time, which is clamped to 0...1. A cubic Bezier is accurate to 1e-9 or better,
  /// except where the curve is nearly vertical.
  ///
  /// Functions that ``validate()`` rejects have an unspecified value.
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
    // A difference of 1e-9 below the start of a step is rounding of the time.
    let step = (fraction * count + 1e-9).rounded(.down) + (jumpsAtOnce ? 1 : 0)
    return min(step, jumps) / jumps
  }

  /// - Throws: ``AnimationError/Problem/outOfRange(property:value:allowed:)`` for an invalid control point or number of
  ///   steps.
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

extension TimingFunction.StepPosition: NamedValue {
  package var summary: String {
    switch self {
    case .jumpStart: "jumps at the start of each step, the first one at once"
    case .jumpEnd: "jumps at the end of each step, the last one at the end"
    case .jumpNone: "jumps between steps only; the first and the last value last as long as any other"
    case .jumpBoth: "jumps at the start and at the end"
    }
  }
}
