import MeshTransform
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite struct TimingFunctionTests {
  /// y where the curve has x: halves the parameter's interval with de Casteljau's construction.
  private func bisected(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, at x: Double) -> Double {
    func casteljau(_ a: Double, _ b: Double, _ t: Double) -> Double {
      func mix(_ p: Double, _ q: Double) -> Double { p * (1 - t) + q * t }
      let (p, q, r) = (mix(0, a), mix(a, b), mix(b, 1))
      return mix(mix(p, q), mix(q, r))
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<120 {
      let middle = (low + high) / 2
      if casteljau(x1, x2, middle) < x { low = middle } else { high = middle }
    }
    return casteljau(y1, y2, (low + high) / 2)
  }

  @Test(arguments: [
    [0.42, 0, 1, 1], [0, 0, 0.58, 1], [0.42, 0, 0.58, 1], [0.25, 0.1, 0.25, 1], [0.3, -2, 0.7, 3],
    [0, 1, 0, 1], [1, 0, 1, 0], [0, 5, 1, -5], [0, 0, 0, 1], [1, 1, 1, 0], [0.9, 0, 0.05, 1],
    [0.999, -1, 0.001, 2], [1e-9, 1, 1e-9, 1], [0.5, 0, 1, 0.2],
  ])
  func agreesWithBisection(points p: [Double]) {
    let function = TimingFunction.cubicBezier(p[0], p[1], p[2], p[3])
    for i in 1..<1000 {
      let x = Double(i) / 1000
      let expected = bisected(p[0], p[1], p[2], p[3], at: x)
      #expect(abs(function.value(at: x) - expected) < 1e-6, "\(p) at \(x)")
    }
  }

  /// Where the curve stands upright in the middle, x = 1/2 + 4 (t - 1/2)^3 can be solved by hand.
  @Test func anUprightCurveIsACubeRoot() {
    let function = TimingFunction.cubicBezier(1, 0, 0, 1)
    for x in [0.1, 0.4, 0.499, 0.499999, 0.5 - 1e-12, 0.5, 0.5 + 1e-15, 0.5 + 1e-9, 0.6, 0.97] {
      let t = 0.5 + cbrt((x - 0.5) / 4)
      #expect(abs(function.value(at: x) - t * t * (3 - 2 * t)) < 1e-9, "at \(x)")
    }
  }

  /// With both control points at x = 0 it is a cube root at the start: x = t^3, y = t^3 + 3 t^2 (1 - t).
  @Test func steepStartsKeepTheirDigits() {
    let function = TimingFunction.cubicBezier(0, 0, 0, 1)
    for x in [1e-18, 1e-12, 1e-6, 1e-3] {
      let t = cbrt(x)
      let y = t * t * (3 - 2 * t)
      #expect(abs(function.value(at: x) - y) < 1e-12 * y)
    }
  }

  @Test func endsAreExactAndTimeIsHeldToThem() {
    for (_, function) in TimingFunction.allNamed {
      #expect(function.value(at: 0) == 0)
      #expect(function.value(at: 1) == 1)
      #expect(function.value(at: -3) == 0)
      #expect(function.value(at: 7) == 1)
    }
    #expect(TimingFunction.linear.value(at: 0.3) == 0.3)
  }

  /// Core Animation's control points.
  @Test func namesAreThoseOfCoreAnimation() throws {
    #expect(try TimingFunction.named("linear") == .cubicBezier(0, 0, 1, 1))
    #expect(try TimingFunction.named("easeIn") == .cubicBezier(0.42, 0, 1, 1))
    #expect(try TimingFunction.named("easeOut") == .cubicBezier(0, 0, 0.58, 1))
    #expect(try TimingFunction.named("easeInEaseOut") == .cubicBezier(0.42, 0, 0.58, 1))
    #expect(try TimingFunction.named("default") == .cubicBezier(0.25, 0.1, 0.25, 1))
    let error = #expect(throws: AnimationError.self) { try TimingFunction.named("easein") }
    #expect(error?.description == "unknown timing function 'easein'; did you mean 'easeIn'?")
  }

  /// The four staircases of three steps, as CSS Easing Functions 2 draws them.
  @Test func stepsJumpAsInCSS() {
    /// In twelfths.
    func stairs(_ position: TimingFunction.StepPosition) -> [Double] {
      [0, 0.2, 0.4, 0.8, 1].map { 12 * TimingFunction.steps(3, position).value(at: $0) }
    }
    #expect(stairs(.jumpStart) == [4, 4, 8, 12, 12])
    #expect(stairs(.jumpEnd) == [0, 0, 4, 8, 12])
    #expect(stairs(.jumpNone) == [0, 0, 6, 12, 12])
    #expect(stairs(.jumpBoth) == [3, 3, 6, 9, 12])
    // Just where a step begins, though 0.1 * 3 / 0.3 is not quite 1 in binary.
    #expect(TimingFunction.steps(10).value(at: 0.1 + 0.2) == 0.3)
  }

  @Test(arguments: [
    (
      TimingFunction.cubicBezier(-0.1, 0, 1, 1),
      "cubicBezier x1 is -0.1; use 0...1, so that time never runs back"
    ),
    (.cubicBezier(0, 0, .nan, 1), "cubicBezier x2 is nan; use 0...1, so that time never runs back"),
    (.cubicBezier(0, .infinity, 1, 1), "cubicBezier y1 is inf; use -1e6...1e6"),
    (.steps(0), "steps is 0; use 1...1000000"),
    (.steps(1, .jumpNone), "steps is 1; use 2...1000000 for jumpNone"),
  ])
  func refusesInvalidTimingFunctions(function: TimingFunction, message: String) {
    let error = #expect(throws: AnimationError.self) { try function.validate() }
    #expect(error?.description == message)
    // It answers all the same.
    _ = function.value(at: 0.5)
  }
}
