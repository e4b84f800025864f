import MeshTransform
import SceneDocument
import Testing

/// Animations in scene files, compared with animations built in code.
@Suite struct AnimationFileTests {
  @Test func everyKeyArrives() throws {
    let read = try animations(
      """
      {"//": "a comment", "name": "in", "keyPath": "opacity", "from": 0.25, "to": 1, "timing": "ease-in",
       "duration": "250ms", "beginTime": 0.5, "timeOffset": "0.1s", "speed": 2, "repeatCount": 1.5,
       "autoreverses": true, "fillMode": "backwards", "additive": true, "cumulative": true, "removalTime": 9}
      """)
    var animation = Animation(
      .change(.opacity, Animation.Ends(from: .number(0.25), to: .number(1))), name: "in",
      timing: MediaTiming(
        duration: 0.25, beginTime: 0.5, timeOffset: 0.1, speed: 2, repeatCount: 1.5, autoreverses: true,
        fillMode: .backwards), timingFunction: .easeIn, isAdditive: true, isCumulative: true)
    animation.removalTime = 9
    #expect(read == [animation])
  }

  /// The key path is last, and a string value before it contains another key path.
  @Test func theOrderOfKeysDoesNotMatter() throws {
    let last = try animations(
      "{\"name\": \"keyPath\", \"to\": [1, 2], \"spring\": {}, \"keyPath\": \"position\"}")
    guard case .spring(let property, let ends, let spring) = last.first?.action else {
      Issue.record("\(last)")
      return
    }
    #expect(property == .position && ends == Animation.Ends(to: .point(Point(1, 2))) && spring == Spring())
  }

  /// In files, the fill mode is both; a spring takes its settling time.
  @Test func defaults() throws {
    let plain = try animations("{\"keyPath\": \"opacity\", \"to\": 0}")
    #expect(plain.map(\.timing) == [MediaTiming(duration: 0.25, fillMode: .both)])
    let soft = Spring(mass: 2, stiffness: 50, damping: 4, initialVelocity: 1)
    let text = "{\"mass\": 2, \"stiffness\": 50, \"damping\": 4, \"initialVelocity\": 1}"
    let spring = try animations("{\"keyPath\": \"opacity\", \"to\": 0, \"spring\": \(text)}")
    #expect(spring.map(\.timing.duration) == [soft.settlingDuration])
    // 1 s after a delay of 0.5 s, twice; and 2 s at double speed.
    let group = try animations(
      """
      {"animations": [
        {"keyPath": "opacity", "to": 0, "duration": 1, "beginTime": 0.5, "repeatCount": 2},
        {"keyPath": "zPosition", "to": 0, "duration": 2, "speed": 2}]}
      """)
    #expect(group.map(\.timing.duration) == [2.5])
    let swinging = try animations("{\"keyPath\": \"opacity\", \"to\": 0, \"spring\": {\"damping\": 0}}")
    #expect(swinging.map(\.timing.repeatCount) == [.infinity])
  }

  @Test func valuesAreOfThePropertysKind() throws {
    let mesh = try Mesh.ripple { ($0.rows, $0.columns) = (2, 3) }
    let preset = "{\"preset\": \"ripple\", \"rows\": 2, \"columns\": 3}"
    let quad = try MeshFile.decode(Array(MadeUpResources.quad.utf8), name: "q")
    let cases: [(path: String, json: String, value: AnimationValue)] = [
      ("zPosition", "-3e2", .number(-300)), ("isHidden", "true", .flag(true)),
      ("position", "[1, 2]", .point(Point(1, 2))), ("bounds.size", "[1, 2]", .size(Size(1, 2))),
      ("bounds", "[1, 2, 3, 4]", .rect(Rect(1, 2, 3, 4))),
      ("backgroundColor", "\"#ff000080\"", .color(Color(red: 1, green: 0, blue: 0, alpha: 128 / 255))),
      ("borderColor", "[0.1, 0.2, 0.3]", .color(Color(red: 0.1, green: 0.2, blue: 0.3))),
      // Half of the layer's width and height.
      ("transform", "\"translate(50%, 50%)\"", .transform(.translation(5, 10))),
      ("sublayerTransform", "[2,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]", .transform(.scale(2, 1))),
      ("mesh", preset, .mesh(mesh)), ("mesh", "{\"file\": \"quad.json\"}", .mesh(quad)),
      ("mesh", MadeUpResources.quad, .mesh(quad)),
      ("transform.rotation.z", "\"180deg\"", .number(.pi)), ("transform.rotation.z", "0", .number(0)),
      ("transform.rotation.x", "\"0.5turn\"", .number(.pi)),
      ("transform.rotation", "\"1.25rad\"", .number(1.25)),
      ("lights[0].coneAngle", "\"0.05turn\"", .number(18)),
      ("lights[0].direction", "[0, 1, -1]", .point3D(Point3D(0, 1, -1))),
    ]
    for (path, json, value) in cases {
      let read = try animations(
        "{\"keyPath\": \"\(path)\", \"from\": \(json), \"to\": \(json)}",
        layer: "\"lights\": [{\"type\": \"spot\"}], \"mesh\": \(MadeUpResources.quad)")
      guard case .change(_, let ends) = read.first?.action else {
        Issue.record("\(path)")
        continue
      }
      if case .number(let number) = ends.to, case .number(let expected) = value {
        #expect(abs(number - expected) < 1e-12, "\(path)")
      } else {
        #expect(ends.to == value, "\(path)")
      }
    }
  }

  @Test func keyFrames() throws {
    let read = try animations(
      """
      {"keyPath": "position.x", "values": [0, 10, 5], "keyTimes": [0, 0.25, 1],
       "timing": ["easeOut", [0.1, 0, 0.2, 1]],
       "calculationMode": "cubic", "tensionValues": [0, 1, 0], "continuityValues": [0, -1, 0],
       "biasValues": [0, 0.5, 0], "duration": 2, "repeatCount": "infinite"}
      """)
    let keyframes = Keyframes(
      [.number(0), .number(10), .number(5)], keyTimes: [0, 0.25, 1],
      timingFunctions: [.easeOut, .cubicBezier(0.1, 0, 0.2, 1)], mode: .cubic, tension: [0, 1, 0],
      continuity: [0, -1, 0], bias: [0, 0.5, 0])
    #expect(
      read == [
        .keyframes(
          try AnimatedProperty(keyPath: "position.x"), keyframes,
          timing: MediaTiming(duration: 2, repeatCount: .infinity, fillMode: .both))
      ])
  }

  @Test func gestures() throws {
    let events = "[{\"time\": 0.5, \"translation\": [3, 4]}, {\"time\": 2, \"startOver\": true}]"
    let track = try GestureTrack([
      .init(time: 0.5, .move(GestureDelta(translation: Point(3, 4)))), .init(time: 2, .startOver),
    ])
    #expect(try animations("{\"gestures\": \(events)}") == [.gestures(track, fillMode: .both)])
  }

  /// Files of gestures are JSON Lines, provided by the scene's resources.
  @Test func gesturesFromAFile() throws {
    final class Recorded: SceneResources {
      func image(_ path: String) throws(SceneResourceError) -> Image { throw SceneResourceError("none") }
      func meshFile(_ path: String) throws(SceneResourceError) -> [UInt8] { Array("{}".utf8) }
      func gestureFile(_ path: String) throws(SceneResourceError) -> [UInt8] {
        guard path == "pan.jsonl" else { throw SceneResourceError("no \(path)") }
        return Array("{\"time\": 1, \"translation\": [3, 4]}\n".utf8)
      }
      func text(_ text: SceneText, scale: Double) throws(SceneResourceError) -> SceneTextImage {
        throw SceneResourceError("none")
      }
    }
    func made(_ name: String) throws -> AnimatedScene {
      let text = scene(animations: "{\"gestures\": \"\(name)\"}")
      return try SceneFile(Array(text.utf8), name: "s").animatedScene(resources: Recorded())
    }
    let animated = try made("pan.jsonl")
    #expect(try animated.scene(at: 1).layers[0].transform == .translation(3, 4))
    let error = #expect(throws: DocumentError.self) { try made("pan.json") }
    #expect(error?.path == "layers[0].animations[0].gestures" && error?.line == 2)
  }

  /// The scene's own animations change its lights; a preset parameter changes the layer's mesh, whose aspect is the
  /// layer's.
  @Test func theSceneMoves() throws {
    let moving = try animated(
      scene(
        animations: "{\"keyPath\": \"mesh.angle\", \"from\": 0, \"to\": \"100deg\", \"duration\": 1}",
        layer: "\"mesh\": {\"preset\": \"swirl\", \"rows\": 4, \"columns\": 4}",
        more: """
          , "lights": [{"type": "point"}], "animations": [
            {"keyPath": "lights[0].intensity", "values": [1, 3], "duration": 2}]
          """))
    let half = try moving.scene(at: 0.5)
    #expect(abs(half.lights[0].intensity - 1.5) < 1e-12)
    let mesh = try Mesh.swirl {
      ($0.rows, $0.columns, $0.angle, $0.aspect) = (4, 4, .degrees(50), 0.5)
    }
    #expect(half.layers[0].mesh == mesh)
    #expect(moving.duration == 2)
  }

  @Test func theAnimatedStarterIsRight() throws {
    let file = try SceneFile(Array(SceneFile.animatedStarter.utf8), name: "s")
    #expect(file.isAnimated)
    #expect(try !SceneFile(Array(SceneFile.starter.utf8), name: "s").isAnimated)
    let moving = try file.animatedScene(resources: MadeUpResources())
    #expect(moving.cycle == 2 && moving.steadyTime == 0)
    #expect(try moving.scene(at: 0) == moving.scene(at: 2))
    #expect(try moving.scene(at: 0) != moving.scene(at: 1))
  }
}
