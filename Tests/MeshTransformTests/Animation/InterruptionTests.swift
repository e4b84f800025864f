import MeshTransform
import Testing

@Suite struct InterruptionTests {
  private let card = LayerPath(0)

  private func move(to x: Double, _ duration: Double) -> Animation {
    .change(.position, to: .point(Point(x, 60)), timing: .filled(duration))
  }

  @Test func beginsAtThePresentationValue() throws {
    let first = try AnimatedScene(move(to: 300, 2))
    let second = try first.beginning(move(to: 0, 1), of: card, at: 1)
    let seen = try first.card(at: 1).position
    #expect(seen == Point(200, 60))
    // Nothing changes before; no jump; and it arrives.
    #expect(try second.scene(at: 0.7) == first.scene(at: 0.7))
    #expect(try second.card(at: 1).position == seen)
    #expect(try second.card(at: 1.5).position.x == 100)
    #expect(try [2, 9].map { try second.card(at: $0).position.x } == [0, 0])
    #expect(second.duration == 2)
  }

  @Test func canBeInterruptedAgainAndAgain() throws {
    var scene = try AnimatedScene(move(to: 300, 2))
    var expected = 100.0
    for i in 1...20 {
      let time = Double(i) * 0.3
      expected = try scene.card(at: time).position.x
      scene = try scene.beginning(move(to: i.isMultiple(of: 2) ? 300 : 0, 1), of: card, at: time)
      #expect(try scene.card(at: time).position.x == expected)
    }
  }

  @Test func aDelayCountsFromThere() throws {
    let first = try AnimatedScene(move(to: 300, 2))
    var next = move(to: 0, 1)
    next.timing.beginTime = 0.5
    next.timing.fillMode = .forwards
    let second = try first.beginning(next, of: card, at: 1)
    #expect(try second.card(at: 1.25) == first.card(at: 1.25))
    #expect(try second.card(at: 1.5) == first.card(at: 1.5))
    #expect(try second.card(at: 3).position.x == 0)
  }

  @Test func takesOffOnlyWhatItCovers() throws {
    let turn = Animation.change(
      try AnimatedProperty(keyPath: "position.y"), from: .number(0), to: .number(100), timing: .filled(4))
    let first = try AnimatedScene(move(to: 300, 2), turn)
    let x = Animation.change(try AnimatedProperty(keyPath: "position.x"), to: .number(0), timing: .filled(1))
    let second = try first.beginning(x, of: card, at: 1)
    #expect(try second.card(at: 2).position == Point(0, 50))
    let whole = try first.beginning(move(to: 0, 1), of: card, at: 1)
    #expect(try whole.card(at: 1.5).position.y == 42.5)
  }

  @Test func stepsAndSpringsStartThereToo() throws {
    let first = try AnimatedScene(move(to: 300, 2))
    let step = Animation.change(.position, by: .point(Point(-50, 0)), timing: .filled(1))
    #expect(try first.beginning(step, of: card, at: 1).card(at: 2).position.x == 150)
    let spring = Animation.spring(.position, from: .point(.zero), by: .point(Point(10, 60)), fillMode: .both)
    let sprung = try first.beginning(spring, of: card, at: 1)
    #expect(try sprung.card(at: 1).position.x == 200)
    #expect(abs(try sprung.card(at: 30).position.x - 10) < 0.3)
  }

  @Test func presentationValuesMatchTheScene() throws {
    var scene = Scene.card()
    scene.lights = [Light()]
    let intensity = try AnimatedProperty(keyPath: "lights[0].intensity")
    let animated = try AnimatedScene(
      scene,
      animations: [nil: [.change(intensity, to: .number(3), timing: .filled(2))], card: [move(to: 300, 2)]])
    #expect(try animated.presentationValue(of: intensity, of: nil, at: 1) == .number(2))
    #expect(try animated.presentationValue(of: .position, of: card, at: 1) == .point(Point(200, 60)))
    #expect(try animated.presentationValue(of: .opacity, of: card, at: 1) == .number(1))
    #expect(throws: AnimationError.self) { try animated.presentationValue(of: .opacity, of: nil, at: 1) }
    #expect(throws: AnimationError.self) {
      try animated.presentationValue(of: .opacity, of: LayerPath(4), at: 1)
    }
    #expect(throws: AnimationError.self) { try animated.presentationValue(of: .mesh, of: card, at: 1) }
  }
}
