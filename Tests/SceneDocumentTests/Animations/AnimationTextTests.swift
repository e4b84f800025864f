import MeshTransform
import SceneDocument
import TestSupport
import Testing

/// Animations as short texts, compared with animations built in code.
@Suite struct AnimationTextTests {
  /// The model's animations of a text, for a layer of 10x20 points.
  private func made(_ text: String, preset: String? = nil) throws -> [Animation] {
    var layer = LayerDescription()
    (layer.hasBounds, layer.layer.bounds) = (true, Rect(0, 0, 10, 20))
    layer.layer.lights = [Light(.spot)]
    layer.mesh = MeshDescription(.preset(preset ?? "ripple", ["rows": 2, "columns": 2]))
    layer.animations = try AnimationText.parse(text, preset: preset)
    var canvas = CanvasDescription()
    canvas.size = Size(9, 9)
    let file = SceneFile(canvas: canvas, layers: [layer])
    let animated = try file.animatedScene(resources: MadeUpResources())
    // Written to a file and read again, it is equal.
    let again = try SceneFile(Array(file.text.utf8), name: "s").animatedScene(resources: MadeUpResources())
    #expect(again.animations == animated.animations, "\(text)")
    return animated.animations[LayerPath(0)] ?? []
  }

  private func ends(_ text: String, preset: String? = nil) throws -> Animation.Ends? {
    switch try made(text, preset: preset).first?.action {
    case .change(_, let ends), .spring(_, let ends, _): ends
    default: nil
    }
  }

  @Test func aRippleThatLoops() throws {
    let phase = try AnimatedProperty.mesh("phase")
    let timing = MediaTiming(duration: 2, repeatCount: .infinity, fillMode: .both)
    let expected = [Animation.change(phase, from: .number(0), to: .number(1), timing: timing)]
    #expect(try made("phase 0..1 2s linear loop", preset: "ripple") == expected)
    #expect(try made("mesh.phase 0 .. 1 loop 2000ms", preset: "ripple") == expected)
    #expect(try made("\tmesh.phase 0..1\nlinear loop 2s ;") == expected)
  }

  @Test func orderIsFree() throws {
    let parts = [
      "2s", "ease-in-out", "x3", "alternate", "delay 0.5s", "speed 2", "additive", "fill forwards",
    ]
    let timing = MediaTiming(
      duration: 2, beginTime: 0.5, speed: 2, repeatCount: 3, autoreverses: true, fillMode: .forwards)
    var expected = Animation.change(
      .zPosition, from: .number(-1), to: .number(1.5), timing: timing, timingFunction: .easeInEaseOut)
    expected.isAdditive = true
    var random = SplitMix64(seed: 1)
    for _ in 0..<20 {
      let text = "zPosition -1..1.5 " + parts.shuffled(using: &random).joined(separator: " ")
      #expect(try made(text) == [expected], "\(text)")
    }
  }

  @Test(
    arguments: [
      ("zPosition ..3", nil, 3.0, nil), ("zPosition 3", nil, 3, nil), ("zPosition 3..", 3, nil, nil),
      ("zPosition 3.. 2s", 3, nil, nil), ("zPosition 3.. linear", 3, nil, nil),
      ("zPosition by 3", nil, nil, 3),
      ("zPosition .5..-.25", 0.5, -0.25, nil), ("zPosition 1e2, 2 1s", 100, 2, nil),
      ("zPosition 0..1;", 0, 1, nil),
    ] as [(String, Double?, Double?, Double?)])
  func ends(_ text: String, _ from: Double?, _ to: Double?, _ by: Double?) throws {
    func value(_ number: Double?) -> AnimationValue? { number.map(AnimationValue.number) }
    #expect(try ends(text) == Animation.Ends(from: value(from), to: value(to), by: value(by)))
  }

  @Test func valuesAreOfThePropertysKind() throws {
    let red = Color(red: 1, green: 0, blue: 0)
    let quad = try MeshFile.decode(Array(MadeUpResources.quad.utf8), name: "q")
    let cases: [(String, AnimationValue?, AnimationValue?)] = [
      ("position 1,2..3,4 1s", .point(Point(1, 2)), .point(Point(3, 4))),
      ("position (1, 2), (3, 4)", .point(Point(1, 2)), .point(Point(3, 4))),
      ("position 1/2 .. 3/4", .point(Point(1, 2)), .point(Point(3, 4))),
      ("bounds 0,0,1,2..0,0,3,4", .rect(Rect(0, 0, 1, 2)), .rect(Rect(0, 0, 3, 4))),
      ("bounds.size 1,2 loop", nil, .size(Size(1, 2))),
      ("lights[0].direction 0,0,-1..0,1,-1", .point3D(Point3D(0, 0, -1)), .point3D(Point3D(0, 1, -1))),
      ("borderColor #f00..rgb(0, 0, 255) 2s", .color(red), .color(Color(red: 0, green: 0, blue: 1))),
      ("borderColor red, transparent", .color(red), .color(.clear)),
      ("isHidden true", nil, .flag(true)),
      (
        "transform none..translate(50%, 10%) scale(2) 2s ease", .transform(.identity),
        .transform(.scale(2, 2) * .translation(5, 2))
      ),
      (
        "transform translateX(1px), translateX(2px) cubic-bezier(0,0,1,1)", .transform(.translation(1, 0)),
        .transform(.translation(2, 0))
      ),
      (
        "mesh ripple:rows=2,columns=2,waves=1..lens:rows=2,columns=2 2s",
        .mesh(try Mesh.ripple { ($0.rows, $0.columns, $0.waves) = (2, 2, 1) }),
        .mesh(try Mesh.lens { ($0.rows, $0.columns, $0.aspect) = (2, 2, 0.5) })
      ),
      ("mesh ./quad.json..a/quad.json 1s", .mesh(quad), .mesh(quad)),
    ]
    for (text, from, to) in cases {
      #expect(try ends(text) == Animation.Ends(from: from, to: to), "\(text)")
    }
  }

  @Test func anglesHaveUnits() throws {
    for text in ["rotation 0..360deg", "rotation.z 0deg..1turn", "transform.rotation 0..400grad"] {
      let ends = try #require(try ends(text))
      guard case .number(let radians) = ends.to else {
        Issue.record("\(text)")
        return
      }
      #expect(ends.from == .number(0) && abs(radians - 2 * .pi) < 1e-12)
    }
    #expect(try ends("angle 0.25turn..30", preset: "swirl") == .init(from: .number(90), to: .number(30)))
    #expect(try made("scale 1..2").first?.property?.keyPath == "transform.scale")
  }

  @Test(
    arguments: [
      ("zPosition 0, 1, 0", [0.0, 1, 0], []), ("zPosition 0..1..0", [0, 1, 0], []),
      ("zPosition 0, 5 @25%, 7 @ 0.5, 0", [0, 5, 7, 0], [0, 0.25, 0.5, 1]),
      ("zPosition 0, 1, 2, 3 @75%, 4", [0, 1, 2, 3, 4], [0, 0.25, 0.5, 0.75, 1]),
      // The first and last values extend to the ends.
      ("zPosition 1@25%, 2@75%", [1, 1, 2, 2], [0, 0.25, 0.75, 1]),
    ] as [(String, [Double], [Double])])
  func keyFrames(_ text: String, _ values: [Double], _ times: [Double]) throws {
    let keyframes = Keyframes(values.map(AnimationValue.number), keyTimes: times)
    #expect(try made(text).first?.action == .keyframes(.zPosition, keyframes))
  }

  @Test func everythingElse() throws {
    func first(_ text: String) throws -> Animation { try #require(try made(text).first) }
    #expect(try first("opacity 0..1").timing.duration == 1)
    #expect(try first("opacity 0..1 3x").timing.repeatCount == 3)
    #expect(try first("opacity 0..1 x2.5").timing.repeatCount == 2.5)
    #expect(try first("opacity 0..1 repeat 3").timing.repeatCount == 3)
    #expect(try first("opacity 0..1 for 10s").timing.repeatDuration == 10)
    #expect(try first("opacity 0..1 offset 100ms").timing.timeOffset == 0.1)
    #expect(try first("zPosition 0..1 cumulative").isCumulative)
    #expect(try first("opacity 0..1 steps(3, jump-none)").timingFunction == .steps(3, .jumpNone))
    #expect(try first("opacity 0..1 cubic-bezier(.1 0 .2 1)").timingFunction == .cubicBezier(0.1, 0, 0.2, 1))
    let spring = Spring(mass: 2, stiffness: 80, damping: 6, initialVelocity: 1)
    let swing = try first("zPosition 0..1 spring(2, 80, 6, 1) loop")
    #expect(swing.action == .spring(.zPosition, .init(from: .number(0), to: .number(1)), spring))
    #expect(swing.timing.duration == spring.settlingDuration && swing.timing.repeatCount == .infinity)
    #expect(try first("zPosition 0..1 spring 3s").timing.duration == 3)
    guard case .keyframes(_, let keyframes) = try first("zPosition 0,1,0 cubic 2s").action else {
      Issue.record("no key frames")
      return
    }
    #expect(keyframes.mode == .cubic)
    let both = try made("opacity 0..1 2s; position.x 0..9 loop")
    #expect(both.map { $0.property?.keyPath } == ["opacity", "position.x"])
    #expect(try AnimationText.parse("lights[0].intensity 0..1").allSatisfy(\.isOfScene))
  }

  @Test(arguments: [
    ("", 1, "where a key path is expected"), ("opacity", 8, "expects a number"),
    ("opactiy 0..1", 1, "did you mean 'opacity'?"),
    ("phse 0..1", 1, "did you mean \"phase\"?"), ("mesh.angle 0..1", 1, "ripple has no parameter \"angle\""),
    ("phase 0..2000", 10, "use -1000...1000"), ("opacity 0..1 2", 14, "2 has no unit"),
    ("opacity 0..1 2h", 14, "not a time unit"), ("opacity 0..1 2s 3s", 17, "delay 0.5s"),
    ("opacity 0..1 lop", 14, "did you mean \"loop\"?"),
    ("opacity 0..1 ease linear", 19, "a timing is already set"),
    ("opacity 0..1 x0", 14, "repeats 0 times"), ("opacity 0..1 loop x2", 19, "the repetition is already set"),
    ("opacity 0..1,", 14, "expects a number"), ("opacity 2s", 9, "value before the duration"),
    ("opacity 0..1 cubic", 14, "only to key frames"),
    ("opacity 0,1,0 spring", 15, "from one value to another"),
    ("opacity 0 @20%", 15, "has a key time"), ("opacity 0, 1 @120%, 2", 15, "0%...100%"),
    ("opacity 0 @0, 1 @50%, 2 @20%", 26, "ascending order"), ("position 1..2", 11, "position takes x,y"),
    ("rotation 0..90", 13, "write 90deg for degrees, or 90rad for radians"),
    ("rotation.y 45..0 1s", 12, "write 45deg"), ("rotation 1deg..2..3rad..4", 25, "4rad"),
    ("rotation 0..90dge", 13, "not an angle unit"), ("borderColor rde", 13, "did you mean \"red\"?"),
    ("transform rotat(3deg)", 11, "did you mean \"rotate\"?"),
    ("transform scale(1)..scale(2) rotatee(3deg)", 30, "neither a timing function"),
    ("transform none..rotate(1turn) 2s", 11, "transform.rotation.z"), ("mesh riple..lens", 6, "'ripple'"),
    ("mesh ripple:wavs=3", 13, "did you mean \"waves\"?"), ("opacity 0..1 steps(0)", 14, "steps"),
    ("opacity 0..1 cubic-bezier(2,0,0,0)", 14, "never runs back"),
    ("opacity 0..1 fill bot", 19, "did you mean \"both\"?"),
    ("opacity 0..1)", 13, "a space is expected"), ("opacity 0..1; ;", 15, "where a key path is expected"),
    ("opacity 0..1 delay", 19, "delay 0.5s"), ("isHidden maybe", 10, "true or false"),
  ])
  func faultsHaveTheirColumn(_ text: String, _ column: Int, _ words: String) {
    let error = #expect(throws: SyntaxError.self, "\(text)") {
      try AnimationText.parse(text, preset: "ripple")
    }
    #expect(error?.column == column, "\(String(describing: error))")
    #expect(error?.problem.contains(words) == true, "\(String(describing: error))")
  }

  @Test func lengthsAndCountsAreLimited() {
    let many = String(repeating: "opacity 0;", count: 10_000)
    #expect(throws: Never.self) { try AnimationText.parse(String(many.dropLast(10))) }
    #expect(throws: SyntaxError.self) { try AnimationText.parse(many + "opacity 0") }
    let large = String(repeating: "lens:rows=1000,columns=1000, ", count: 9) + "lens:rows=1000,columns=1000"
    #expect(throws: SyntaxError.self) { try AnimationText.parse("mesh " + large) }
    #expect(throws: Never.self) { try AnimationText.parse("mesh " + large.replacing("1000", with: "998")) }
    let frames = "zPosition " + String(repeating: "1,", count: 49_000) + "1"
    #expect((try? AnimationText.parse(frames))?.count == 1)
    // Long texts with faults that could cause quadratic parsing time.
    for piece in ["1@0,", "1..", "a,", "(", "rgb(", "x:a=1,", "\u{301}"] {
      for path in ["zPosition ", "mesh ", "borderColor ", "transform "] {
        let text = path + String(repeating: piece, count: 90_000 / piece.utf8.count)
        let elapsed = ContinuousClock().measure { _ = try? AnimationText.parse(text) }
        #expect(elapsed < .seconds(20), "\(path)\(piece)")
      }
    }
  }

  /// Every text gives a result or an error, and every result can be written and read.
  @Test(arguments: 0..<4)
  func nothingCrashes(seed: Int) {
    let pieces = [
      "opacity", "phase", "position", "transform", "borderColor", "mesh", "rotation.z", "isHidden", "by", " ",
      " ",
      " ", "..", "0", "1", "-2.5", "1e300", ",", "/", "@", "25%", ";", "2s", "250ms", "x3", "loop", "linear",
      "steps(",
      "spring(", ")", "(", "cubic", "delay", "rotate(", "30deg", "ripple:", "rows=", "red", "#f00", "é",
      "\u{0}", "👩‍👩‍👧",
      "repeat", "for", "fill", "both", ".", "true", "none", "scale(2)", "lights[", "0]", ".color",
    ]
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<1500 {
      let start = ["opacity 0..1 ", "phase 0, ", "transform ", "position 1,", ""].randomElement(
        using: &random)!
      let text =
        start
        + (0..<Int.random(in: 0...9, using: &random)).map { _ in pieces.randomElement(using: &random)! }
        .joined()
      do throws(SyntaxError) {
        #expect(!(try AnimationText.parse(text, preset: "ripple")).isEmpty)
      } catch {
        #expect((1...text.count + 1).contains(error.column), "\(error)")
        #expect(!error.description.contains("\n"))
      }
    }
  }
}
