import Testing

/// What 'validate' finds, and what 'render --strict' makes errors.
struct ValidateTests {
  private let folder: Folder
  init() throws {
    folder = try Folder()
    try folder.writePicture(8, 6, to: "in.png")
  }

  private static let square = "[[0,0,0,0,0],[1,0,1,0,0],[1,1,1,1,0],[0,1,0,1,0]]"
  private static let bow = "[[0,0,0,0,0],[1,0,1,0,0],[0,1,0,1,0],[1,1,1,1,0]]"

  @Test func listsEveryFault() throws {
    try folder.write(
      """
      {"canvas": {"size": [40, 30]},
       "layers": [
        {"bounds": [0,0,9,9], "opacity": "half", "contents": {"image": "no.png"}},
        {"contents": {"image": "none.png"}, "mesh": {"preset": "ripple", "amplitud": 1}},
        {"contents": {"image": "missing.png"}}]}
      """, to: "s.json")
    let run = try Tool.run("validate", "s.json", in: folder)
    #expect(run.code == 65, "\(run.words)")
    let lines = run.words.split(separator: "\n")
    #expect(lines.count == 5 && lines.allSatisfy { $0.hasPrefix("Error: s.json:") }, "\(run.words)")
    for words in ["opacity", "amplitud", "no.png", "none.png", "missing.png"] {
      #expect(run.words.contains(words), "\(run.words)")
    }
    let few = try Tool.run("validate", "s.json", "--limit", "2", in: folder)
    #expect(few.words.split(separator: "\n").count == 3 && few.words.hasSuffix("raise --limit to see them\n"))
  }

  /// Missing files alone keep their exit code.
  @Test func listsMissingFiles() throws {
    try folder.write(
      #"{"canvas":{"size":[9,9]},"layers":[{"contents":{"image":"a.png"}},{"contents":{"image":"b.png"}}]}"#,
      to: "s.json")
    let run = try Tool.run("validate", "s.json", in: folder)
    #expect(run.code == 66 && run.words.split(separator: "\n").count == 2, "\(run.words)")
  }

  /// Layers, lights, and words of the only warning; the layers are 10 points wide, on a canvas of 40 x 30.
  static let anomalies: [(layer: String, lights: String, words: String)] = [
    (
      #""mesh": {"vertices": \#(bow), "faces": [[0,1,2,3]]}"#, "[]", "layers[0].mesh: faces[0] crosses itself"
    ),
    (
      #""mesh": {"vertices": [[0,0,0,0,0],[0.5,0,1,0,0],[0.5,1,1,1,0],[0,1,0,1,0]], "faces": [[0,1,2,3]]}"#,
      "[]",
      "layers[0].mesh omits 50 % of the content"
    ),
    (
      #""transform": "rotateY(40deg) perspective(99px)""#, "[]",
      "layers[0].transform: the perspective has no effect"
    ),
    (
      #""transform": "perspective(99px) rotateZ(40deg)""#, "[]",
      "layers[0].transform: the perspective has no effect"
    ),
    (
      #""sublayerTransform": "perspective(99px)", "sublayers": [{"bounds": [0,0,3,3], "contents": {"color": "blue"}}]"#,
      "[]", "layers[0].sublayerTransform: the perspective has no effect"
    ),
    (#""position": [500, 5]"#, "[]", "layers[0] is outside the canvas: it covers x 495...505, y 0...10"),
    ("", #"[{"type": "directional", "direction": [0.3, 0.5, 1]}]"#, "lights[0] reaches no front"),
    ("", #"[{"type": "point", "position": [5, 5, -50]}]"#, "lights[0] reaches no front"),
    (
      #""transform": "rotateY(60deg)""#,
      #"[{"type": "directional"}, {"type": "spot", "position": [5, 5, 50], "direction": [0, 0, 1]}]"#,
      "lights[1] reaches no front"
    ),
  ]

  private func write(_ layer: String, _ lights: String) throws {
    let rest = layer.isEmpty ? "" : ", " + layer
    let place = layer.contains("position") ? "" : #""position": [5, 5], "#
    try folder.write(
      #"{"canvas": {"size": [40, 30]}, "layers": [{\#(place)"bounds": [0, 0, 10, 10], "contents": {"color": "red"}\#(rest)}], "lights": \#(lights)}"#,
      to: "s.json")
  }

  @Test(arguments: anomalies) func anomaliesAreWarnings(
    _ case: (layer: String, lights: String, words: String)
  ) throws {
    try write(`case`.layer, `case`.lights)
    let check = try Tool.run("validate", "s.json", in: folder)
    #expect(check.code == 0 && check.words.contains("Warning: s.json: " + `case`.words), "\(check.words)")
    #expect(check.words.split(separator: "\n").count == 1, "\(check.words)")
    try expectFailure(
      65, `case`.words, in: folder, arguments: ["render", "s.json", "-o", "o.png", "--strict"])
    let run = try Tool.run("render", "s.json", "-o", "o.png", in: folder)
    #expect(run.code == 0 && run.words.contains("crosses itself") == `case`.words.contains("crosses itself"))
  }

  @Test(arguments: [
    #""transform": "perspective(99px) rotateY(40deg)""#,
    #""transform": "rotateY(40deg) perspective(99px)", "mesh": {"preset": "ripple"}"#,
    #""position": [-4, 5]"#, #""position": [500, 5], "opacity": 0"#,
    #""position": [500, 5], "animations": [{"keyPath": "position.x", "to": 5}]"#,
    #""transform": "perspective(99px)", "animations": [{"keyPath": "transform.rotation.y", "to": "90deg"}]"#,
    #""sublayerTransform": "perspective(99px)", "sublayers": [{"bounds": [0,0,3,3], "transform": "rotateX(9deg)"}]"#,
    #""mesh": {"vertices": \#(square), "faces": [[0,1,2,3]]}"#,
  ])
  func whatIsMeantHasNone(_ layer: String) throws {
    try write(layer, #"[{"type": "directional"}, {"type": "point", "position": [5, 5, 50]}]"#)
    let check = try Tool.run("validate", "s.json", "--strict", in: folder)
    #expect(check.code == 0 && check.words.isEmpty, "\(check.words)")
  }

  @Test func meshFiles() throws {
    try folder.write(#"{"vertices": \#(Self.bow), "faces": [[0,1,2,3]]}"#, to: "m.json")
    let check = try Tool.run("validate", "m.json", in: folder)
    #expect(
      check.code == 0 && check.words.contains("Warning: m.json: faces[0] crosses itself"), "\(check.words)")
    let run = try Tool.run("render", "in.png", "--mesh", "m.json", "-o", "o.png", in: folder)
    #expect(run.code == 0 && run.words.contains("faces[0] crosses itself"), "\(run.words)")
  }
}
