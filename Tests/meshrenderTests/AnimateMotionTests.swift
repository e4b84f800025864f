import ImageFiles
import MeshTransform
import Testing

/// What moves in a clip: a still mesh stays still over moving content, and one line names what moves.
struct AnimateMotionTests {
  private let folder: Folder
  init() throws {
    folder = try Folder()
    try folder.writePicture(24, 16, to: "in.png")
    // A stream that shows the same picture three times, so that only a mesh can make frames differ.
    try folder.writePicture(24, 16, to: "same-1.png")
    try folder.writePicture(24, 16, to: "same-2.png")
    try folder.writePicture(24, 16, to: "same-3.png")
    try folder.write(
      """
      {"vertices": [[0,0,0.1,0.2,0], [1,0,0.9,0,0], [1,1,1,0.8,0], [0,1,0,1,0]], "faces": [[0,1,2,3]]}
      """, to: "dewarp.json")
  }

  private func run(_ arguments: [String], _ output: String = "out/") throws -> Run {
    let run = try Tool.start(["animate"] + arguments + ["-o", output], in: folder).wait()
    #expect(run.code == 0, "\(arguments): \(run.words)")
    return run
  }

  private func frames() throws -> [[UInt8]] {
    try folder.entries(in: "out").map { try folder.image("out/\($0)").bytes }
  }

  private func differentFrames() throws -> Int { Set(try frames()).count }

  static let stillMeshes = [
    "dewarp.json", "cornerPin:topLeftX=0.2", "style:arc", "cylinder", "swirl", "twist", "fold", "lens",
    "bulge",
  ]

  @Test(arguments: stillMeshes)
  func aStillMeshStaysStillOverMovingContent(_ mesh: String) throws {
    let moved = try run(["same-%d.png", "--mesh", mesh])
    #expect(try differentFrames() == 1 && frames().count == 3)
    #expect(
      moved.words == "Moving: the frames of same-%d.png; the mesh does not move (--motion moves it)\n",
      "\(moved.words)")
    // It is the picture of the same mesh without a clip.
    let still = try Tool.run("render", "in.png", "--mesh", mesh, "-o", "still.png", in: folder)
    #expect(still.code == 0, "\(still.words)")
    #expect(try frames()[0] == folder.image("still.png").bytes)
    // On request it moves, from flat.
    _ = try run(["same-%d.png", "--mesh", mesh, "--motion", "--content-fps", "1", "--fps", "1"])
    #expect(try differentFrames() > 1)
    #expect(try frames()[0] == folder.image("in.png").bytes)
    // Over a picture it moves without being asked.
    _ = try run(["in.png", "--mesh", mesh, "--fps", "1"])
    #expect(try differentFrames() > 1)
    #expect(try frames()[0] == folder.image("in.png").bytes)
  }

  @Test(arguments: ["wave", "flag", "jelly", "ripple", "genie", "pageCurl", "curtain", "ellipse"])
  func aPhaseAndAnAmountMoveOverMovingContent(_ mesh: String) throws {
    let depth = ["--transform", "perspective(40) rotateX(30deg)"]
    _ = try run(["same-%d.png", "--mesh", mesh, "--content-fps", "2"] + depth)
    #expect(try differentFrames() > 1)
    _ = try run(["same-%d.png", "--mesh", mesh, "--still"] + depth)
    #expect(try differentFrames() == 1)
  }

  @Test(arguments: [
    (["in.png", "--mesh", "flag"], "phase of flag, 0.1 to 1.1 in 2 s, repeating"),
    (["in.png", "--mesh", "pageTurn", "--back", "in.png"], "amount of pageTurn, 0 to 1 in 2 s"),
    (["in.png", "--mesh", "genie:amount=0.5"], "amount of genie, 0 to 0.5 in 2 s"),
    (
      ["in.png", "--mesh", "cylinder", "--duration", "500ms"], "angle of cylinder, 0 to 150 degrees in 0.5 s"
    ),
    (["in.png", "--mesh", "dewarp.json"], "the mesh, from flat in 2 s"),
    (["in.png", "--from", "bulge", "--to", "flat"], "the mesh, to flat in 2 s"),
    (["in.png", "--mesh", "flag", "--animate", "opacity 0..1 1s"], "opacity in 1 s"),
    (
      [
        "in.png", "--mesh", "flag", "--motion", "--animate", "opacity 0..1 1s loop alternate", "--duration",
        "1s",
      ],
      "phase of flag, 0.1 to 1.1 in 1 s, repeating; opacity in 1 s, there and back, repeating"
    ),
    (["in.png", "--mesh", "flag", "--still", "--duration", "1s"], "nothing"),
    (["same-%d.png"], "the frames of same-%d.png"),
    (
      ["same-%d.png", "--mesh", "flag"],
      "phase of flag, 0.1 to 1.1 in 2 s, repeating; the frames of same-%d.png"
    ),
    (["same-%d.png", "--mesh", "style:flag", "--still"], "the frames of same-%d.png"),
  ])
  func oneLineNamesWhatMoves(_ arguments: [String], _ moving: String) throws {
    let run = try run(arguments + ["--fps", "2"])
    #expect(run.words.split(separator: "\n").first.map(String.init) == "Moving: \(moving)", "\(run.words)")
    #expect(run.words.split(separator: "\n").count { $0.hasPrefix("Moving") } == 1)
    #expect(try self.run(arguments + ["--fps", "2", "--quiet"]).words.isEmpty)
  }

  /// The mesh of the layer and both ends of its motion, or the preset whose parameter changes.
  @Test(arguments: [("wave", "genie", 3), ("wave", "wave:amplitude=0.2", 1)])
  func flagsOfAMeshApplyToBothEnds(_ from: String, _ to: String, _ count: Int) throws {
    let run = try Tool.start(
      [
        "animate", "in.png", "--from", from, "--to", to, "--subdivision-steps", "1", "--replicate-edges",
        "--face-interpolation", "bilinear", "--print-scene",
      ], in: folder
    ).wait()
    #expect(run.code == 0, "\(run.words)")
    for words in [
      "\"subdivisionSteps\": 1", "\"replicatesEdges\": true", "\"faceInterpolation\": \"bilinear\"",
    ] {
      #expect(run.text.ranges(of: words).count == count, "\(words)")
    }
  }

  @Test func layersOfScenesAreNamed() throws {
    try folder.write(
      """
      {"canvas": {"size": [24, 16]}, "layers": [
        {"name": "card", "bounds": [0, 0, 9, 9], "position": [9, 9], "contents": {"color": "red"},
         "mesh": {"preset": "wave", "columns": 4},
         "animations": [{"keyPath": "mesh.phase", "from": 0, "to": 1, "duration": 1, "beginTime": 0.5}]},
        {"name": "label", "bounds": [0, 0, 9, 9], "contents": {"color": "blue"}, "animations": [
          {"duration": 2, "animations": [{"keyPath": "opacity", "to": 0.5, "duration": 1}]}]}]}
      """, to: "scene.json")
    #expect(
      try run(["scene.json", "--fps", "2"]).words
        == "Moving: phase of wave of card, 0 to 1 in 1 s after 0.5 s; opacity of label in 2 s\n")
  }

  @Test func layersWithoutANameHaveANumber() throws {
    try folder.write(
      """
      {"canvas": {"size": [24, 16]}, "layers": [
        {"bounds": [0, 0, 9, 9], "contents": {"color": "red"}},
        {"bounds": [0, 0, 9, 9], "contents": {"color": "blue"}, "animations": [
          {"keyPath": "opacity", "to": 0.5, "duration": 1}]}]}
      """, to: "scene.json")
    #expect(try run(["scene.json", "--fps", "2"]).words == "Moving: opacity of layer [1] in 1 s\n")
  }

  /// The help has every preset, with the rule for it.
  @Test func theHelpListsAllPresets() throws {
    let help = try Tool.run("help", "animate", in: folder).text.split(separator: "\n").joined(separator: " ")
    let rule = try #require(
      help.firstRange(of: "THE MESH MOVES").map { String(help[$0.lowerBound...]) }?
        .components(until: "EXAMPLES"))
    let (moving, still) = try #require(rule.parts(around: "Over an image or a text"))
    for preset in MeshPreset.all {
      let isMoving = preset.parameters.contains { ["phase", "amount"].contains($0.name) }
      #expect((isMoving ? moving : still).words.contains(preset.name), "\(preset.name)")
      #expect(!(isMoving ? still : moving).words.contains(preset.name), "\(preset.name)")
    }
  }

  @Test(arguments: [
    (["in.png", "--mesh", "flag", "--still", "--motion"], "contradict"),
    (["in.png", "--still", "--duration", "1s"], "--mesh"),
    (["in.png", "--motion", "--animate", "opacity 0..1 1s"], "--mesh"),
    (["in.png", "--from", "flat", "--to", "flag", "--still"], "--from"),
    (["in.png", "--from", "flat", "--to", "flag", "--inverse"], "not to the meshes of --from and --to"),
    (
      ["in.png", "--from", "flat", "--to", "flag", "--displace", "in.png:x=4"],
      "not to the meshes of --from and --to"
    ),
    (["in.png", "--from", "flat", "--to", "flag", "--mesh", "flag"], "replace --mesh"),
    (["in.png", "--mesh", "flag", "--motion", "--animate", "phase 0..1 1s"], "mesh.phase"),
    (["in.png", "--mesh", "flag", "--still"], "nothing moves"),
    (["in.png", "--mesh", "flag", "--still", "--timing", "ease", "--duration", "1s"], "--timing"),
    (["same-%d.png", "--mesh", "cylinder", "--timing", "ease"], "--motion"),
  ])
  func contradictionsAreRefused(_ arguments: [String], _ part: String) throws {
    try expectFailure(64, part, in: folder, arguments: ["animate"] + arguments + ["-o", "out.apng"])
  }
}

extension String {
  fileprivate func components(until end: String) -> String? {
    firstRange(of: end).map { String(self[..<$0.lowerBound]) }
  }

  fileprivate func parts(around middle: String) -> (String, String)? {
    firstRange(of: middle).map { (String(self[..<$0.lowerBound]), String(self[$0.upperBound...])) }
  }

  fileprivate var words: Set<String> {
    Set(split { !$0.isLetter }.map(String.init))
  }
}
