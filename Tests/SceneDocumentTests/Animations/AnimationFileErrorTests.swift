import MeshTransform
import SceneDocument
import TestSupport
import Testing

/// Faults of animations in a file, with their place.
@Suite struct AnimationFileErrorTests {
  private func error(_ text: String, _ body: (String) throws -> AnimatedScene = { try animated($0) })
    -> DocumentError?
  {
    do { _ = try body(text) } catch { return error as? DocumentError }
    return nil
  }

  /// The caret is before the place of the fault.
  @Test(arguments: [
    ("^{}", "", "the animation has no target"),
    ("{\"keyPath\": ^\"opactiy\", \"to\": 1}", ".keyPath", "did you mean 'opacity'?"),
    ("{\"to\": 1, \"keyPath\": ^\"mesh.phse\"}", ".keyPath", "did you mean 'mesh.phase'?"),
    ("{\"keyPath\": ^3, \"to\": 1}", ".keyPath", "use a key path"),
    ("{^\"to\": 1}", ".to", "add a \"keyPath\" to the animation"),
    ("^{\"keyPath\": \"opacity\"}", "", "add \"from\" and \"to\", or \"values\""),
    ("{\"keyPath\": \"opacity\", \"to\": ^[1, 2]}", ".to", "found an array; use a number"),
    ("{\"keyPath\": \"position\", \"to\": ^1}", ".to", "use [x, y]"),
    ("{\"keyPath\": \"isHidden\", \"to\": ^1}", ".to", "use true or false"),
    ("{\"keyPath\": \"bounds\", \"to\": ^[0, 0, -1, 1]}", ".to", "must be 0 or more"),
    ("{\"keyPath\": \"transform\", \"to\": ^\"rotat(3deg)\"}", ".to", "did you mean \"rotate\"?"),
    ("{\"keyPath\": \"transform.rotation\", \"to\": ^\"3 deg\"}", ".to", "deg, rad, grad or turn"),
    (
      "{\"keyPath\": \"transform.rotation.z\", \"from\": 0, \"to\": ^90}", ".to",
      "write \"90deg\" for degrees, or \"90rad\" for radians"
    ),
    (
      "{\"keyPath\": \"sublayerTransform.rotation.y\", \"values\": [\"1rad\", ^0.5]}", ".values[1]",
      "\"0.5rad\""
    ),
    ("{\"keyPath\": \"mesh\", \"to\": {\"preset\": ^\"riple\"}}", ".to.preset", "'ripple'"),
    (
      "{\"keyPath\": \"opacity\", \"to\": 1, ^\"durration\": 1}", ".durration",
      "did you mean \"duration\"?"
    ),
    (
      "{\"keyPath\": \"opacity\", \"to\": 1, \"duration\": ^-1}", ".duration",
      "found -1; use 0, or a number in 1e-6...1e9"
    ),
    ("{\"keyPath\": \"opacity\", \"to\": 1, \"duration\": ^\"2 h\"}", ".duration", "\"250ms\""),
    ("{\"keyPath\": \"opacity\", \"to\": 1, \"repeatCount\": ^\"ever\"}", ".repeatCount", "\"infinite\""),
    (
      "{\"keyPath\": \"opacity\", \"to\": 1, \"repeatCount\": 2, ^\"repeatDuration\": 2}", ".repeatDuration",
      "remove one of them"
    ),
    ("{\"keyPath\": \"opacity\", \"to\": 1, \"timing\": ^\"easy\"}", ".timing", "did you mean \"ease\"?"),
    (
      "{\"keyPath\": \"opacity\", \"to\": 1, \"timing\": ^[2, 0, 1, 1]}", ".timing", "time never runs back"
    ),
    ("{\"keyPath\": \"opacity\", \"to\": 1, ^\"timing\": [\"ease\"]}", ".timing", "needs \"values\""),
    ("{\"keyPath\": \"opacity\", \"values\": ^[]}", ".values", "there are no values"),
    ("{\"keyPath\": \"opacity\", \"values\": [0, ^\"a\"]}", ".values[1]", "use a number"),
    ("{\"keyPath\": \"opacity\", \"values\": [0, 1], ^\"to\": 1}", ".to", "there are also \"values\""),
    (
      "{\"keyPath\": \"opacity\", \"values\": [0, 1], ^\"spring\": {}}", ".spring",
      "from one value to another"
    ),
    (
      "{\"keyPath\": \"opacity\", \"values\": [0, 1], ^\"keyTimes\": [0]}", ".keyTimes",
      "1 for 2 values; use 2"
    ),
    (
      "{\"keyPath\": \"opacity\", \"values\": [0, 1, 1], \"keyTimes\": [0, 0.5, ^0.25]}", ".keyTimes[2]",
      "ascending order"
    ),
    (
      "{\"keyPath\": \"opacity\", \"values\": [0, 1], ^\"timing\": [\"ease\", \"ease\"]}", ".timing",
      "2 for 2 values; use 1"
    ),
    (
      "{\"keyPath\": \"opacity\", \"values\": [0, 1], \"calculationMode\": ^\"pace\"}", ".calculationMode",
      "did you mean \"paced\"?"
    ),
    ("{\"keyPath\": \"opacity\", \"to\": 1, ^\"biasValues\": []}", ".biasValues", "add \"values\""),
    (
      "{\"keyPath\": \"opacity\", \"from\": 1, \"to\": 1, ^\"by\": 1}", ".by", "two of them are enough"
    ),
    ("{^\"animations\": []}", ".animations", "the group is empty"),
    ("{\"animations\": [^{\"keyPath\": \"opacity\"}]}", ".animations[0]", "the animation has no values"),
    ("{\"gestures\": ^[], \"keyPath\": \"opacity\"}", ".gestures", "the array has no events"),
    (
      "{^\"gestures\": [{\"time\": 1}], \"keyPath\": \"opacity\"}", ".gestures",
      "there is also \"keyPath\""
    ),
    ("{\"gestures\": [{\"time\": 1}], ^\"from\": 1}", ".from", "add a \"keyPath\" to the animation"),
    ("{\"gestures\": [{\"time\": 1}], ^\"additive\": true}", ".additive", "gestures cannot have this key"),
    // Faults that only the model detects.
    ("^{\"keyPath\": \"mesh.phase\", \"to\": 1}", "", "is not made from one"),
    ("^{\"keyPath\": \"lights[2].color\", \"to\": \"red\"}", "", "there is no lights[2]"),
    (
      "^{\"keyPath\": \"opacity\", \"values\": [0, 1], \"keyTimes\": [0, 0.5]}", "",
      "where the last value is"
    ),
    (
      "{\"animations\": [^{\"name\": \"a b\", \"keyPath\": \"mesh.phase\", \"to\": 1}]}", ".animations[0]",
      "not made from one"
    ),
    (
      "^{\"animations\": [{\"keyPath\": \"opacity\", \"to\": 1, \"repeatCount\": \"infinite\"}]}", "",
      "never ends"
    ),
  ])
  func faultsHaveTheirPlace(_ animation: String, _ path: String, _ words: String) {
    let marked = scene(animations: animation).split(separator: "\n")[1]
    let found = error(scene(animations: animation.filter { $0 != "^" }))
    #expect(
      found?.line == 2 && found?.column == marked.prefix { $0 != "^" }.count + 1,
      "\(String(describing: found))")
    #expect(found?.path == "layers[0].animations[0]" + path, "\(String(describing: found))")
    #expect(found?.problem.contains(words) == true, "\(String(describing: found))")
  }

  @Test func theScenesOwnAreOfItsLights() {
    let found = error(
      scene(animations: "", more: ",\n\"animations\": [{\"keyPath\": \"opacity\", \"to\": 1}]"))
    #expect(found?.line == 3 && found?.column == 16 && found?.path == "animations[0]")
    #expect(found?.problem.contains("only its lights") == true)
  }

  /// Refused before they are built.
  @Test func countsAreLimited() {
    let one = "{\"keyPath\":\"opacity\",\"to\":1}"
    func many(_ text: String, _ count: Int) -> String {
      repeatElement(text, count: count).joined(separator: ",")
    }
    #expect(error(scene(animations: many(one, 10_000))) == nil)
    #expect(error(scene(animations: many(one, 10_001)))?.problem.contains("10000 animations") == true)
    let frames = error(scene(animations: "{\"keyPath\":\"opacity\",\"values\":[\(many("1", 100_001))]}"))
    #expect(frames?.problem.contains("100000 key frames") == true)
    func nested(_ depth: Int) -> String {
      String(repeating: "{\"animations\":[", count: depth) + one + String(repeating: "]}", count: depth)
    }
    #expect(error(scene(animations: nested(16))) == nil)
    #expect(error(scene(animations: nested(17)))?.problem.contains("16 deep") == true)
    #expect(error(scene(animations: nested(10_000)))?.problem.contains("16 deep") == true)
  }

  /// A truncated, changed or duplicated part of a scene gives a scene or an error.
  @Test(arguments: 0..<4)
  func brokenFilesNeverCrash(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let original = Array(
      scene(
        animations: """
          {"keyPath": "opacity", "values": [0, 1, 0.5], "keyTimes": [0, 0.5, 1], "timing": ["ease", [0, 1, 0, 1]],
           "duration": "2s", "repeatCount": "infinite"},
          {"animations": [{"keyPath": "transform.rotation", "to": "3deg", "spring": {"mass": 1e3}}], "speed": 2},
          {"gestures": [{"time": 1, "scale": 2}], "beginTime": 1e3}
          """
      ).utf8)
    for _ in 0..<500 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(Array("[]{},:\"\\e-.9".utf8).randomElement(using: &random)!, at: place)
        default: bytes.removeSubrange(place...)
        }
        if bytes.isEmpty { bytes = [0x20] }
      }
      do throws(DocumentError) {
        let made = try SceneFile(bytes, name: "s").animatedScene(resources: MadeUpResources())
        _ = try? made.scene(at: 1)
      } catch { #expect(!error.problem.isEmpty) }
    }
  }
}
