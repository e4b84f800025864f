import MeshTransform
import Testing

@Suite struct AnimatedSceneTests {
  private func rise(_ timing: MediaTiming) -> Animation {
    .change(.zPosition, from: .number(0), to: .number(10), timing: timing)
  }

  /// Every frame is the same in whatever order they are made, and by whichever copy.
  @Test func aTimeDependsOnNothingButItself() throws {
    let path = LayerPath(0)
    var spin = Animation.change(
      try AnimatedProperty(keyPath: "transform.rotation.z"), by: .number(1),
      timing: MediaTiming(duration: 0.7, repeatCount: .infinity))
    spin.isCumulative = true
    let scene = try AnimatedScene(
      .card(),
      animations: [
        path: [
          spin, rise(MediaTiming(duration: 0.4, repeatCount: 3, autoreverses: true)),
          .change(try .mesh("phase"), from: .number(0), to: .number(1), timing: .filled(1)),
          .spring(.position, by: .point(Point(9, 9)), Spring(damping: 3), beginTime: 0.2),
        ]
      ], presets: [path: PresetMesh("ripple", ["rows": 60, "columns": 60])])
    let times = (0..<40).map { Double($0) / 17 }
    let inOrder = try times.map { try scene.scene(at: $0) }
    let backward = try times.reversed().map { try scene.scene(at: $0) }
    let copy = try AnimatedScene(scene.scene, animations: scene.animations, presets: scene.presets)
    for i in [31, 2, 17, 0, 39, 17] {
      #expect(try copy.scene(at: times[i]) == inOrder[i])
      #expect(backward[39 - i] == inOrder[i])
    }
    #expect(inOrder[3] != inOrder[4])
  }

  @Test func nothingChangesWhereNothingPlays() throws {
    let scene = try AnimatedScene(rise(MediaTiming(duration: 1, beginTime: 1)))
    #expect(try scene.scene(at: 0) == scene.scene)
    #expect(try scene.scene(at: 2) == scene.scene)
  }

  /// Layers that only a sublayer may be: masks, and the contents of a back.
  @Test func masksAndBacksMove() throws {
    let path = LayerPath(0, 0)
    for change in [{ $0.maskMode = .alpha }, { $0.isBackContents = true }] as [(inout Layer) -> Void] {
      var layer = Layer(bounds: Rect(0, 0, 10, 10), position: Point(5, 5), contents: .color(.white))
      change(&layer)
      let move = Animation.change(
        .position, from: .point(Point(0, 0)), to: .point(Point(80, 40)), timing: .filled(1))
      let scene = try AnimatedScene(.card { $0.sublayers = [layer] }, animations: [path: [move]])
      let moved = try scene.scene(at: 0.25)
      #expect(moved[path].position == Point(20, 10))
      try moved.validate()
    }
  }

  /// Points that a spring drives out of their range stop at its end, as numbers do; key values out of it are errors.
  @Test func pointsStopAtTheEndOfTheirRange() throws {
    let offset = try AnimatedProperty(keyPath: "contactShadowOffset")
    let spring = try AnimatedScene(
      .spring(offset, from: .point(Point(0, 0)), to: .point(Point(100, -100)), Spring(damping: 2)))
    let offsets = try (0..<60).map { try spring.card(at: Double($0) / 30).contactShadowOffset }
    #expect(offsets.allSatisfy { abs($0.x) <= 100 && $0.y == -$0.x })
    #expect(offsets.count { $0.x == 100 } > 4)
    let part = try AnimatedProperty(keyPath: "contactShadowOffset.y")
    let parts = try AnimatedScene(.spring(part, to: .number(100), Spring(damping: 2)))
    #expect(try (0..<60).contains { try parts.card(at: Double($0) / 30).contactShadowOffset.y == 100 })
    #expect(throws: AnimationError.self) {
      try AnimatedScene(.change(offset, from: .point(Point(0, 0)), to: .point(Point(0, 200))))
    }
  }

  /// Pixels and meshes that stay are the very same memory, not copies of it.
  @Test func onlyWhatChangesIsCopied() throws {
    let image = Image(
      size: PixelSize(64, 64), alpha: .opaque, bytes: Array(repeating: 255, count: 64 * 64 * 4))
    let scene = try AnimatedScene(rise(.filled(1))) {
      $0.contents = .image(image)
      $0.mesh = try? Mesh.ripple()
    }
    let card = try scene.card(at: 0.5)
    func address<T>(_ array: [T]?) -> UnsafeRawPointer? {
      array?.withUnsafeBytes { $0.baseAddress }
    }
    guard case .image(let shown) = card.contents else { throw Missing() }
    #expect(address(shown.bytes) == address(image.bytes))
    #expect(address(card.mesh?.vertices) == address(scene.scene.card.mesh?.vertices))
    // Of a preset's mesh, all frames have the same faces.
    let ripple = try AnimatedScene(
      .change(try .mesh("phase"), from: .number(0.1), to: .number(1), timing: .filled(1)),
      preset: PresetMesh("ripple"))
    #expect(
      try address(ripple.card(at: 0.5).mesh?.faces) == address(ripple.card(at: 0.75).mesh?.faces))
  }

  private struct Missing: Error {}

  @Test func sublayersMoveWithinTheirSuperlayers() throws {
    let inner = Layer(bounds: Rect(0, 0, 10, 10), position: Point(5, 5))
    var scene = Scene.card { $0.sublayers = [inner, inner] }
    scene.layers.append(inner)
    let animated = try AnimatedScene(
      scene, animations: [LayerPath(0, 1): [rise(.filled(2))], LayerPath(0): [rise(.filled(1))]])
    let middle = try animated.scene(at: 1)
    #expect(middle[LayerPath(0)].zPosition == 10)
    #expect(middle[LayerPath(0, 1)].zPosition == 5)
    #expect(middle[LayerPath(0, 0)] == inner && middle[LayerPath(1)] == inner)
  }

  @Test func durationIsWhenEverythingHasEnded() throws {
    #expect(try AnimatedScene(.card()).duration == 0)
    #expect(try AnimatedScene(rise(MediaTiming(duration: 1, beginTime: 2)), rise(.filled(2.5))).duration == 3)
    #expect(try AnimatedScene(rise(MediaTiming(duration: 1, repeatCount: .infinity))).duration == nil)
    var stopped = rise(MediaTiming(duration: 1, repeatCount: .infinity))
    stopped.removalTime = 4
    #expect(try AnimatedScene(stopped).duration == 4)
    // It jumps once and stands still.
    #expect(
      try AnimatedScene(rise(MediaTiming(duration: 1, beginTime: 3, timeOffset: 0.5, speed: 0))).duration == 3
    )
  }

  private func cycle(_ timings: MediaTiming...) throws -> Double? {
    try AnimatedScene(.card(), animations: [LayerPath(0): timings.map(rise)]).cycle
  }

  @Test func cyclesAreLeastCommonMultiples() throws {
    func endless(_ duration: Double, _ change: (inout MediaTiming) -> Void = { _ in }) -> MediaTiming {
      var timing = MediaTiming(duration: duration, repeatCount: .infinity)
      change(&timing)
      return timing
    }
    #expect(try cycle(endless(2)) == 2)
    #expect(try cycle(endless(2) { $0.autoreverses = true }) == 4)
    #expect(try cycle(endless(2) { $0.speed = -4 }) == 0.5)
    #expect(try cycle(endless(2), endless(3)) == 6)
    #expect(try cycle(endless(0.4), endless(0.6), endless(1)) == 6)
    #expect(abs((try cycle(endless(0.1), endless(1.0 / 3)) ?? 0) - 1) < 1e-12)
    #expect(try cycle(endless(2), endless(2.0.squareRoot())) == nil)
    #expect(try cycle(MediaTiming(duration: 2)) == nil)
    #expect(try cycle(endless(2), MediaTiming(duration: 7)) == 2)
  }

  @Test func steadyFromWhenTheLastHasEndedOrBegun() throws {
    let endless = MediaTiming(duration: 1, beginTime: 2, repeatCount: .infinity)
    #expect(try AnimatedScene(rise(endless), rise(.filled(1.5))).steadyTime == 2)
    #expect(try AnimatedScene(rise(endless), rise(.filled(5))).steadyTime == 5)
    let looping = try AnimatedScene(rise(endless))
    #expect(try looping.scene(at: 2.3).card == looping.scene(at: 7.3).card)
  }

  @Test(arguments: [Double.nan, .infinity, -1e300])
  func refusesTimesThatAreNone(time: Double) throws {
    let scene = try AnimatedScene(rise(.filled(1)))
    let error = #expect(throws: AnimationError.self) { try scene.scene(at: time) }
    #expect(error?.description == "time is \(time); use seconds in -1e12...1e12")
  }

  @Test func namesWhatCannotBeAnimated() throws {
    let scene = Scene.card()
    func message(_ animations: [LayerPath?: [Animation]]) -> String? {
      #expect(throws: AnimationError.self) { try AnimatedScene(scene, animations: animations) }?.description
    }
    #expect(
      message([LayerPath(0, 3): [rise(.filled(1))]])
        == "layers[0].sublayers[3]: there is no layer layers[0].sublayers[3] to animate")
    #expect(
      message([nil: [rise(.filled(1))]])
        == "animations[0]: zPosition belongs to a layer; of the scene itself only its lights can be animated")
    var named = Animation.change(.position, to: .number(3))
    named.name = "drift"
    #expect(
      message([LayerPath(0): [rise(.filled(1)), named]])
        == "layer 'card' (layers[0]): animations[1] 'drift': to is a number, but position takes a point (x, y)"
    )
    let place = "layer 'card' (layers[0]): animations[0]: "
    #expect(
      message([LayerPath(0): [.change(.opacity)]])
        == place + "\"from\", \"to\" and \"by\" are all missing; add at least one of them")
    #expect(
      message([LayerPath(0): [.change(.opacity, from: .number(0), to: .number(1), by: .number(1))]])
        == place + "from, to and by are all set; two of them are enough, so remove one")
    #expect(
      message([LayerPath(0): [.change(.opacity, to: .number(5))]]) == place
        + "to of opacity is 5; use 0...1")
    #expect(
      message([LayerPath(0): [.change(.opacity, to: .number(.nan))]])
        == place + "to is nan; use numbers in -1e15...1e15")
    var group = Animation.group([], timing: .filled(1))
    group.isCumulative = true
    #expect(
      message([LayerPath(0): [group]]) == place
        + "isCumulative does not apply to a group or to gestures; remove it, or set it on the group's animations"
    )
    var shown = Animation.change(try AnimatedProperty(keyPath: "isHidden"), to: .flag(true))
    shown.isAdditive = true
    #expect(
      message([LayerPath(0): [shown]]) == place + "isAdditive does not apply to true or false; remove it")
    let track = try GestureTrack([])
    #expect(
      message([nil: [.gestures(track)]])
        == "animations[0]: gestures move a layer, not the scene; set the layer")
  }

  @Test func keyValuesBeyondAnyPictureAreErrors() throws {
    let place = try AnimatedProperty(keyPath: "position.x")
    let error = #expect(throws: AnimationError.self) {
      try AnimatedScene(.change(place, to: .number(1e12), timing: .filled(1)))
    }
    #expect(
      error?.description == "layer 'card' (layers[0]): animations[0]: to of position.x is 1000000000000; "
        + "use -1e9...1e9 points")
    for (property, value) in [
      (.zPosition, .number(1e12)), (.position, .point(Point(0, -1e12))),
      (try AnimatedProperty(keyPath: "bounds"), .rect(Rect(0, 0, 1, 1e12))),
    ] as [(AnimatedProperty, AnimationValue)] {
      #expect(throws: AnimationError.self) {
        try AnimatedScene(.change(property, to: value, timing: .filled(1)))
      }
    }
  }
}
