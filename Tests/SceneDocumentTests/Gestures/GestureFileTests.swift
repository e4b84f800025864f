import MeshTransform
import SceneDocument
import Testing

struct GestureFileTests {
  private func decode(_ text: String) throws -> GestureTrack {
    try GestureFile.decode(Array(text.utf8), name: "track.jsonl")
  }

  @Test func readsEveryKey() throws {
    let track = try decode(
      """
      {"time": 0.5, "translation": [3, -1]}

      {"time": 1, "scale": 2, "rotation": "0.25turn", "around": [10, 20]}
      {"time": 2, "startOver": true}
      {"time": 2, "rotation": -90}
      """)
    #expect(
      track.events == [
        .init(time: 0.5, .move(GestureDelta(translation: Point(3, -1)))),
        .init(time: 1, .move(GestureDelta(scale: 2, rotation: .degrees(90), around: Point(10, 20)))),
        .init(time: 2, .startOver), .init(time: 2, .move(GestureDelta(rotation: .degrees(-90)))),
      ])
    #expect(track.state(at: 0.7).affineTransform == .translation(3, -1))
  }

  @Test(arguments: [
    ("", "no events"), ("{\"time\": 1}\n{\"time\": 0.5}", "track.jsonl:2"), ("{\"scale\": 2}", "no \"time\""),
    ("{\"time\": 0}\n\n{\"time\": 1, \"scale\": 0}", "track.jsonl:3"),
    ("{\"time\": 0, \"sacle\": 2}", "scale"), ("[1]", "track.jsonl:1:1"),
    ("{\"time\": 0, \"startOver\": true, \"scale\": 2}", "two events"), ("{\"time\": 1e999}", "time"),
    ("{\"time\": 0} x", "after the end"),
  ])
  func namesLineAndCorrection(text: String, words: String) {
    #expect {
      try decode(text)
    } throws: { error in
      "\(error)".contains(words) && "\(error)".hasPrefix("track.jsonl")
    }
  }
}
