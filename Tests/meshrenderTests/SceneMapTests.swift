import Testing

/// Maps of the layers of scenes, of clips and of batch jobs.
struct SceneMapTests {
  /// A photo bent by a preset and tilted, alone or with others.
  private func scene(others: String = "", animations: String = "") -> String {
    """
    {"canvas": {"size": [90, 70], "scale": 2}, "layers": [
      {"name": "photo", "bounds": [0, 0, 60, 40], "position": [45, 35], "contents": {"image": "in.png"},
       "mesh": {"preset": "swirl", "angle": 50}, "transform": "perspective(300) rotateY(30deg)"\(animations)}\(others)]}
    """
  }

  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.writePicture(60, 40, to: "in.png")
    return folder
  }

  private func values(_ folder: Folder, _ name: String) throws -> [Float] {
    let bytes = try folder.bytes(name)
    return stride(from: 128, to: bytes.count, by: 4).map { start in
      Float(bitPattern: bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
  }

  private let flags = [
    "--mesh", "swirl:angle=50", "--transform", "perspective(300) rotateY(30deg)", "--size", "90x70",
    "--scale", "2",
  ]

  @Test(arguments: [[], ["--forward"]])
  func theMapOfASingleImagePixelForPixel(direction: [String]) throws {
    let folder = try folder()
    try folder.write(scene(), to: "s.json")
    let image = try Tool.start(["map", "in.png", "-o", "i.npy"] + flags + direction, in: folder).wait()
    let ofScene = try Tool.start(["map", "s.json", "-o", "s.npy"] + direction, in: folder).wait()
    #expect(image.code == 0 && ofScene.code == 0 && ofScene.words.isEmpty, "\(image.words) \(ofScene.words)")
    #expect(try folder.bytes("i.npy") == folder.bytes("s.npy"))
  }

  /// With a second layer the map is computed by hit testing instead of the device.
  @Test(arguments: [[], ["--forward"]])
  func hitTestingGivesTheMapOfTheDevice(direction: [String]) throws {
    let folder = try folder()
    let patch =
      #", {"name": "patch", "bounds": [0, 0, 8, 8], "position": [6, 6], "contents": {"color": "red"}}"#
    try folder.write(scene(others: patch), to: "s.json")
    let run = try Tool.start(["map", "s.json", "--layer", "photo", "-o", "s.npy"] + direction, in: folder)
      .wait()
    #expect(run.code == 0 && run.words.isEmpty, "\(run.words)")
    #expect(
      try Tool.start(["map", "in.png", "-o", "i.npy"] + flags + direction, in: folder).wait().code == 0)
    let (device, hits) = (try values(folder, "i.npy"), try values(folder, "s.npy"))
    try #require(
      device.count == hits.count && hits.count == (direction.isEmpty ? 2 * 180 * 140 : 2 * 60 * 40))
    // Pixels whose middle lies on an edge may belong to either side.
    let holes = zip(device, hits).count { ($0.0 == -1e6) != ($0.1 == -1e6) }
    #expect(holes <= 8, "\(holes) holes differ")
    #expect(hits.count { $0 != -1e6 } > (direction.isEmpty ? 8000 : 4000))
    for (a, b) in zip(device, hits) where a != -1e6 && b != -1e6 { #expect(abs(a - b) < 0.02) }
  }

  @Test func otherLayersAreHoles() throws {
    let folder = try folder()
    let patch =
      #", {"name": "patch", "bounds": [0, 0, 20, 20], "position": [45, 35], "zPosition": 100, "contents": {"color": "red"}}"#
    try folder.write(scene(others: patch), to: "s.json")
    #expect(
      try Tool.run("map", "s.json", "--layer", "photo", "--outside", "nan", "-o", "m.npy", in: folder).code
        == 0)
    let places = try values(folder, "m.npy")
    #expect(places[2 * (70 * 180 + 90)].isNaN && !places[2 * (70 * 180 + 60)].isNaN)
    try expectFailure(64, "photo, patch", in: folder, arguments: ["map", "s.json", "-o", "m.npy"])
    try expectFailure(
      64, "no layer 'foto'", in: folder, arguments: ["map", "s.json", "--layer", "foto", "-o", "m.npy"])
  }

  @Test func aMapForEachFrameAndForATime() throws {
    let folder = try folder()
    let motion =
      #", "animations": [{"keyPath": "position", "from": [45, 35], "to": [55, 35], "duration": 1}]"#
    try folder.write(scene(animations: motion), to: "s.json")
    let clip = try Tool.run("map", "s.json", "--fps", "2", "-o", "m-%03d.npy", in: folder)
    #expect(clip.code == 0, "\(clip.words)")
    #expect(try folder.entries() == ["in.png", "m-001.npy", "m-002.npy", "m-003.npy", "s.json"])
    #expect(try Tool.run("map", "s.json", "--time", "500ms", "-o", "t.npy", in: folder).code == 0)
    #expect(try folder.bytes("t.npy") == folder.bytes("m-002.npy"))
    // The first frame moved by 10 points, which are 20 pixels.
    let (first, last) = (try values(folder, "m-001.npy"), try values(folder, "m-003.npy"))
    let (a, b) = (2 * (70 * 180 + 80), 2 * (70 * 180 + 100))
    #expect(first[a] > 0 && abs(first[a] - last[b]) < 1e-3 && abs(first[a + 1] - last[b + 1]) < 1e-3)
    let some = try Tool.run("map", "s.json", "--fps", "2", "--frames", "2..2", "-o", "n-%d.npy", in: folder)
    #expect(try some.code == 0 && folder.entries().filter { $0.hasPrefix("n") } == ["n-2.npy"])
  }

  @Test func jobsOfABatch() throws {
    let folder = try folder()
    try folder.write(scene(), to: "s.json")
    try folder.write(
      """
      {"command": "map", "scene": "s.json", "output": "s.npy"}
      {"command": "map", "scene": "s.json", "set": {"photo.mesh.angle": 0}, "output": "flat.npy"}
      {"command": "map", "input": "in.png", "mesh": "swirl:angle=50", "output": "i.npy"}
      {"input": "in.png", "mesh": "swirl", "output": "p.pgm"}
      {"command": "map", "input": "in.png", "output": "p-x.pgm"}
      {"command": "maps", "input": "in.png", "output": "q.npy"}
      """, to: "jobs.jsonl")
    let run = try Tool.run("batch", "jobs.jsonl", in: folder)
    let lines = run.text.split(separator: "\n")
    #expect(lines.count == 6 && lines[..<4].allSatisfy { $0.contains("\"done\"") }, "\(run.text)")
    #expect(lines.count == 6 && lines[5].contains("render, animate, map, passes or project"), "\(run.text)")
    #expect(
      try folder.entries().filter { $0.hasPrefix("p-") } == ["p-x-x.pgm", "p-x-y.pgm", "p-x.pgm", "p-y.pgm"])
    #expect(try Tool.run("map", "s.json", "-o", "alone.npy", in: folder).code == 0)
    #expect(try folder.bytes("alone.npy") == folder.bytes("s.npy"))
    #expect(try folder.bytes("flat.npy") != folder.bytes("s.npy"))
  }
}
