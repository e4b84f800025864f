import MeshTransform
import TestSupport
import Testing

/// Whatever the numbers: an error, or a picture, but never a trap, a hang or a value that is no number.
@Suite struct AnimationRobustnessTests {
  /// Random animations, with extreme values among them. A seed gives the same ones again.
  private struct AnimationGenerator {
    var random: SplitMix64

    mutating func number(wild: Int = 60) -> Double {
      let odd: [Double] = [
        .nan, .infinity, -.infinity, 1e300, -1e300, 1e15, -1e15, 1e9, -1e-6, 1e-300, -0.0, 0, 1, 1e-6, 1e12,
      ]
      return Int.random(in: 0..<wild, using: &random) == 0
        ? odd.randomElement(using: &random) ?? 0 : Double.random(in: -3...3, using: &random)
    }

    mutating func flag() -> Bool { Bool.random(using: &random) }

    mutating func function() -> TimingFunction {
      flag()
        ? .cubicBezier(abs(number()) / 3, number(), abs(number()) / 3, number())
        : .steps(
          Int.random(in: -1...9, using: &random),
          TimingFunction.StepPosition.allCases.randomElement(using: &random)!)
    }

    mutating func timing() -> MediaTiming {
      MediaTiming(
        duration: abs(number()), beginTime: number(), timeOffset: number(), speed: number(),
        repeatCount: flag() ? abs(number(wild: 3)) : 0, repeatDuration: flag() ? 0 : abs(number(wild: 3)),
        autoreverses: flag(), fillMode: MediaTiming.FillMode.allCases.randomElement(using: &random)!)
    }

    mutating func value(_ kind: AnimationValue.Kind) -> AnimationValue {
      switch kind {
      case .number: .number(number())
      case .flag: .flag(flag())
      case .point: .point(Point(number(), number()))
      case .point3D: .point3D(Point3D(number(), number(), number()))
      case .size: .size(Size(number(), number()))
      case .rect: .rect(Rect(number(), number(), number(), number()))
      case .color: .color(Color(red: number(), green: number(), blue: number(), alpha: number()))
      case .transform:
        .transform(
          Transform3D.scale(number(), number(), number())
            * .rotation(.radians(number()), about: Point3D(1, 2, 3)))
      case .mesh: .mesh(Mesh())
      }
    }

    mutating func animation(depth: Int = 0) -> Animation {
      let property = try! AnimatedProperty(
        keyPath: AnimatedProperty.allKeyPaths.randomElement(using: &random)!)
      let kind =
        flag() || depth > 0 ? property.kind : AnimationValue.Kind.allCases.randomElement(using: &random)!
      func optional(_ value: AnimationValue) -> AnimationValue? { flag() ? value : nil }
      let ends = Animation.Ends(
        from: optional(value(kind)), to: optional(value(kind)), by: optional(value(kind)))
      let values = (0..<Int.random(in: 0...5, using: &random)).map { _ in value(property.kind) }
      let keyframes = Keyframes(
        values, keyTimes: flag() ? [] : values.map { _ in abs(number()) }.sorted(),
        mode: Keyframes.CalculationMode.allCases.randomElement(using: &random)!,
        tension: flag() ? [] : values.map { _ in number() })
      let spring = Spring(
        mass: abs(number()), stiffness: abs(number()), damping: abs(number()), initialVelocity: number())
      let actions: [Animation.Action] = [
        .change(property, ends), .spring(property, ends, spring), .keyframes(property, keyframes),
        .group(depth < 3 ? [animation(depth: depth + 1), animation(depth: depth + 1)] : []),
      ]
      var made = Animation(
        actions[depth == 0 ? Int.random(in: 0...3, using: &random) : Int.random(in: 0...2, using: &random)],
        timing: timing(), timingFunction: flag() ? .linear : function(), isAdditive: number() > 2,
        isCumulative: number() > 2)
      if number() > 2 { made.removalTime = number() }
      return made
    }
  }

  @Test func everyAnimationIsRefusedOrPlayed() throws {
    var random = AnimationGenerator(random: SplitMix64(seed: 4))
    var played = 0
    let path = LayerPath(0)
    for _ in 0..<5000 {
      let list = [random.animation()] + (random.flag() ? [random.animation()] : [])
      guard
        let scene = try? AnimatedScene(
          .card { $0.lights = [Light(.spot)] }, animations: [path: list],
          presets: [path: PresetMesh("wave", ["columns": 3])])
      else { continue }
      _ = (scene.duration, scene.cycle, scene.steadyTime)
      for time in [0, random.number(wild: 3), random.number(), 1e12] {
        guard let shown = try? scene.scene(at: time) else { continue }
        played += 1
        #expect(throws: Never.self) { try shown.validate() }
        if random.flag(), let animation = list.first {
          _ = try? scene.beginning(animation, of: path, at: time).scene(at: time + 0.5)
        }
      }
    }
    #expect(played > 1000)
  }

  @Test func everyTimingFunctionAndSpringAnswers() {
    var random = AnimationGenerator(random: SplitMix64(seed: 9))
    for _ in 0..<20_000 {
      _ = random.function().value(at: random.number(wild: 3))
      let spring = Spring(
        mass: random.number(wild: 3), stiffness: random.number(wild: 3), damping: random.number(wild: 3),
        initialVelocity: random.number(wild: 3))
      let settling = spring.settlingDuration
      if (try? spring.validate()) != nil { #expect(settling >= 0, "\(spring)") }
      _ = (spring.value(at: random.number(wild: 3)), random.timing().progress(at: random.number(wild: 2)))
    }
  }
}
