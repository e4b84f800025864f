import MeshTransform
import Testing

@Suite struct ChangeTests {
  /// Core Animation's table of from, to and by.
  @Test func missingEndsFollowFromTheOthers() throws {
    func opacity(_ from: Double?, _ to: Double?, _ by: Double?) throws -> [Double] {
      let animation = Animation.change(
        .opacity, from: from.map { .number($0) }, to: to.map { .number($0) }, by: by.map { .number($0) },
        timing: .filled(2))
      let scene = try AnimatedScene(animation) { $0.opacity = 0.5 }
      return try [0, 1, 2].map { try (scene.card(at: $0).opacity * 1e9).rounded() / 1e9 }
    }
    #expect(try opacity(0.2, 0.8, nil) == [0.2, 0.5, 0.8])
    #expect(try opacity(0.2, nil, 0.4) == [0.2, 0.4, 0.6])
    #expect(try opacity(nil, 0.8, 0.4) == [0.4, 0.6, 0.8])
    #expect(try opacity(0.1, nil, nil) == [0.1, 0.3, 0.5])
    #expect(try opacity(nil, 0.9, nil) == [0.5, 0.7, 0.9])
    #expect(try opacity(nil, nil, 0.2) == [0.5, 0.6, 0.7])
  }

  @Test func additiveOnesComeOnTop() throws {
    var shake = Animation.change(
      try AnimatedProperty(keyPath: "position.x"), from: .number(-10), to: .number(10), timing: .filled(2))
    shake.isAdditive = true
    let move = Animation.change(.position, to: .point(Point(200, 60)), timing: .filled(2))
    let scene = try AnimatedScene(move, shake)
    #expect(try [0, 1, 2].map { try scene.card(at: $0).position.x } == [90, 150, 210])
    #expect(try scene.card(at: 1).position.y == 60)
  }

  /// An additive transform acts before the one that is there: it turns the layer in its own plane.
  @Test func additiveTransformsActFirst() throws {
    let tilt = Transform3D.rotation(.degrees(50), about: Point3D(1, 0, 0))
    var spin = Animation.change(
      .transform, from: .transform(.identity), to: .transform(.rotation(.degrees(90))), timing: .filled(2))
    spin.isAdditive = true
    let scene = try AnimatedScene(spin) { $0.transform = tilt }
    #expect(isNear(try scene.card(at: 1).transform, .rotation(.degrees(45)) * tilt))
  }

  @Test func cumulativeOnesGoOn() throws {
    var turn = Animation.change(
      try AnimatedProperty(keyPath: "zPosition"), from: .number(0), to: .number(10),
      timing: .filled(1) { $0.repeatCount = 3 })
    turn.isCumulative = true
    let scene = try AnimatedScene(turn)
    #expect(
      try [0, 0.5, 1, 1.5, 2.5, 3, 9].map { try scene.card(at: $0).zPosition } == [0, 5, 10, 15, 25, 30, 30])
    // The end of each pass is added, not only its way.
    var rise = Animation.change(
      try AnimatedProperty(keyPath: "zPosition"), from: .number(10), to: .number(20),
      timing: .filled(1) { $0.repeatCount = 3 })
    rise.isCumulative = true
    let risen = try AnimatedScene(rise)
    #expect(
      try [0, 0.5, 1, 1.5, 2, 3, 9].map { try risen.card(at: $0).zPosition } == [10, 15, 30, 35, 50, 60, 60])
    var spin = Animation.change(
      .transform, from: .transform(.identity), to: .transform(.rotation(.degrees(40))),
      timing: .filled(1) { $0.repeatCount = 4 })
    spin.isCumulative = true
    #expect(isNear(try AnimatedScene(spin).card(at: 3.5).transform, .rotation(.degrees(140))))
  }

  @Test func theTimingFunctionPacesEachPass() throws {
    let scene = try AnimatedScene(
      .change(
        .opacity, from: .number(0), to: .number(1), timing: .filled(2) { $0.autoreverses = true },
        timingFunction: .easeIn))
    let expected = TimingFunction.easeIn.value(at: 0.25)
    #expect(try scene.card(at: 0.5).opacity == expected)
    #expect(try scene.card(at: 3.5).opacity == expected)
  }

  @Test func colorsMixPremultiplied() throws {
    let property = try AnimatedProperty(keyPath: "backgroundColor")
    let scene = try AnimatedScene(
      .change(
        property, from: .color(.clear), to: .color(Color(red: 1, green: 0.5, blue: 0)), timing: .filled(1)))
    // Fading in does not pass through dark colors.
    #expect(try scene.card(at: 0.25).backgroundColor == Color(red: 1, green: 0.5, blue: 0, alpha: 0.25))
  }

  @Test func whatOvershootsIsHeldToItsRange() throws {
    let back = TimingFunction.cubicBezier(0.3, -1, 0.7, 2)
    let scene = try AnimatedScene(
      .change(.opacity, from: .number(0), to: .number(1), timing: .filled(1), timingFunction: back),
      .change(
        try AnimatedProperty(keyPath: "backgroundColor"), from: .color(.black), to: .color(.white),
        timing: .filled(1), timingFunction: back))
    #expect(try scene.card(at: 0.1).opacity == 0)
    #expect(try scene.card(at: 0.9).opacity == 1)
    #expect(try scene.card(at: 0.9).backgroundColor == .white)
  }

  @Test func flagsChangeAtOneHalf() throws {
    let scene = try AnimatedScene(
      .change(
        try AnimatedProperty(keyPath: "isHidden"), from: .flag(false), to: .flag(true), timing: .filled(1)))
    #expect(try [0.0, 0.49, 0.5, 1].map { try scene.card(at: $0).isHidden } == [false, false, true, true])
  }

  @Test func springsOvershootAndComeToRest() throws {
    let spring = Spring(damping: 5)
    let animation = Animation.spring(
      .position, to: .point(Point(200, 60)), spring, fillMode: .forwards)
    let scene = try AnimatedScene(animation)
    #expect(scene.duration == spring.settlingDuration)
    for time in [0.1, 0.33, 0.9] {
      #expect(try scene.card(at: time).position.x == 100 + 100 * spring.value(at: time))
    }
    #expect(try scene.card(at: 0.33).position.x > 200)
    #expect(abs(try scene.card(at: 50).position.x - 200) <= 0.1)
    #expect(try AnimatedScene(.spring(.position, to: .point(.zero), Spring(damping: 0))).duration == nil)
  }

  @Test func gesturesMoveTheLayerWhenTheyWereMade() throws {
    let track = try GestureTrack([
      .init(time: 0.1, .move(GestureDelta(translation: Point(5, 0)))),
      .init(time: 0.3, .move(GestureDelta(scale: 2, around: Point(105, 60)))),
    ])
    let scene = try AnimatedScene(.gestures(track, beginTime: 1, fillMode: .forwards)) {
      $0.transform = .rotation(.degrees(30))
    }
    let card = Scene.card { $0.transform = .rotation(.degrees(30)) }.card
    for (time, own) in [(1.05, 0.05), (1.1, 0.1), (1.2, 0.2), (1.3, 0.3), (8, 0.3)] {
      #expect(try scene.card(at: time).transform == track.state(at: own).transform(for: card))
    }
    #expect(try scene.card(at: 0.9).transform == card.transform)
  }
}
