import MeshTransform
import SceneDocument
import Testing

struct PointRecordTests {
  private func record(_ text: String, _ plane: PointRecord.Plane = .content) throws -> PointRecord {
    try PointRecord(json: Array(text.utf8), number: 12, name: "p.jsonl", plane: plane)
  }

  @Test func shapesAndKeptKeys() throws {
    let point = try record(#" { "id":[1, {"a": "}"}] ,"x":1.5,"y" : -2, "layer": "card/\u0061" } "#)
    #expect(point.shape == .point(Point(1.5, -2)) && point.layer == "card/a")
    #expect(
      String(decoding: point.members, as: UTF8.self)
        == #""id":[1, {"a": "}"}], "x":1.5, "y" : -2, "layer": "card/\u0061""#)
    #expect(try record(#"{"box": [1, 2, 3, 0]}"#).shape == .box(Rect(1, 2, 3, 0)))
    #expect(
      try record(#"{"polygon": [[0, 0], [1, 0], [0, 1]]}"#).shape
        == .polygon([Point(0, 0), Point(1, 0), Point(0, 1)]))
  }

  @Test func earlierResultsAreLeftOutOrRead() throws {
    let line =
      #"{"frame": 3, "x": 1, "y": 2, "canvas": [8, 9], "side": "front", "visible": true, "inside": true, "all": []}"#
    let forward = try record(line)
    #expect(forward.shape == .point(Point(1, 2)))
    #expect(String(decoding: forward.members, as: UTF8.self) == #""x": 1, "y": 2"#)
    #expect(try record(line, .canvas).shape == .point(Point(8, 9)))
    #expect(try record(#"{"x": 1, "y": 2}"#, .canvas).shape == .point(Point(1, 2)))
    #expect(try record(#"{"canvas": [1, 2, 3, 4]}"#, .canvas).shape == .box(Rect(1, 2, 3, 4)))
    #expect(throws: DocumentError.self) { try record(#"{"canvas": null}"#, .canvas) }
    #expect(throws: DocumentError.self) { try record(#"{"canvas": [1, [2, 3]]}"#, .canvas) }
  }

  @Test(arguments: [
    ("{}", "no \"x\" and \"y\""), ("{\"y\": 1}", "no \"x\""), ("3", "a point such as"),
    ("", "a point such as"),
    ("{\"x\": 2e9, \"y\": 1}", "x: found 2e9"), ("{\"box\": [1, 2, 3]}", "there are 3 numbers"),
    ("{\"x\": 1, \"y\": 1} 3", "after the end"), ("{\"x\": 1, \"y\": 1, \"z\": nan}", "z: found"),
    ("{\"layer\": 3, \"x\": 1, \"y\": 1}", "the name of a layer"),
  ])
  func faultsNameTheLine(text: String, words: String) {
    #expect {
      try record(text)
    } throws: { error in
      "\(error)".hasPrefix("p.jsonl:12:") && "\(error)".contains(words)
    }
  }
}
