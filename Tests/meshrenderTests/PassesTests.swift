import Testing

/// The command `passes`: its files, its report and its errors.
struct PassesTests {
  private let scene = """
    {"canvas": {"size": [90, 70], "scale": 2}, "layers": [
      {"name": "photo", "bounds": [0, 0, 60, 40], "position": [45, 35], "contents": {"image": "in.png"},
       "mesh": {"preset": "swirl", "angle": 50}, "transform": "perspective(300) rotateY(30deg)",
       "animations": [{"keyPath": "position", "from": [45, 35], "to": [55, 35], "duration": 1}]},
      {"name": "patch", "bounds": [0, 0, 8, 8], "position": [45, 35], "zPosition": 60, "contents": {"color": "red"}}],
     "lights": [{"type": "directional", "direction": [0.3, 0.2, -1]}]}
    """

  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.writePicture(60, 40, to: "in.png")
    try folder.write(scene, to: "s.json")
    return folder
  }

  /// The numbers of 32 bits behind the header of an NPY.
  private func words(_ folder: Folder, _ name: String) throws -> [UInt32] {
    let bytes = try folder.bytes(name)
    let start = 10 + Int(bytes[8]) + 256 * Int(bytes[9])
    return stride(from: start, to: bytes.count, by: 4).map { at in
      bytes[at..<at + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  private func floats(_ folder: Folder, _ name: String) throws -> [Float] {
    try words(folder, name).map { Float(bitPattern: $0) }
  }

  @Test func aFileForEachPassAndAReport() throws {
    let folder = try folder()
    let run = try Tool.run("passes", "s.json", "-o", "out-{pass}.npy", in: folder)
    #expect(run.code == 0 && run.words.isEmpty && run.text.isEmpty, "\(run.words)")
    let names = ["albedo", "backward", "depth", "layer", "normal", "passes", "uv"]
    #expect(
      try folder.entries()
        == ["in.png"] + names.map { $0 == "passes" ? "out-passes.json" : "out-\($0).npy" } + ["s.json"])
    let ids = try words(folder, "out-layer.npy").map { Int32(bitPattern: $0) }
    #expect(ids.count == 180 * 140 && Set(ids) == [-1, 0, 1])
    let report = String(decoding: try folder.bytes("out-passes.json"), as: UTF8.self)
    #expect(report.contains(#"{"id": 1, "name": "patch""#) && report.contains(#""file": "out-depth.npy""#))
    // As the command 'hit' finds them.
    for (x, y) in [(90, 70), (60, 70), (5, 5), (120, 80)] {
      let hit = try Tool.run("hit", "s.json", "\(Double(x) + 0.5),\(Double(y) + 0.5)", in: folder).text
      let name = ["photo", "patch"].first { hit.contains("\"layer\": \"\($0)\"") }
      #expect(ids[y * 180 + x] == (name == nil ? -1 : name == "photo" ? 0 : 1), "\(x), \(y): \(hit)")
    }
    // And the map of the same layer.
    let map = try Tool.run("map", "s.json", "--layer", "photo", "--outside", "nan", "-o", "m.npy", in: folder)
    #expect(map.code == 0, "\(map.words)")
    let only = try Tool.run(
      "passes", "s.json", "--layer", "photo", "--pass", "backward", "-o", "b.npy", in: folder)
    #expect(only.code == 0, "\(only.words)")
    // A map clamps positions to the content.
    let (own, other) = (try floats(folder, "b.npy"), try floats(folder, "m.npy"))
    #expect(own.count == other.count)
    #expect(zip(own, other).allSatisfy { $0.isNaN && $1.isNaN || abs($0 - $1) <= 0.5 })
    let seen = zip(own, other).filter { !$0.0.isNaN && $0.0 > 0.1 && $0.0 < 38 }
    #expect(seen.count > 5000 && seen.allSatisfy { abs($0 - $1) < 1e-4 })
  }

  @Test func onePictureWithAllPasses() throws {
    let folder = try folder()
    let passes = "uv,depth,distance,normal,normal-layer,position,albedo,shading,layer,face,coverage"
    let run = try Tool.run("passes", "s.json", "--pass", passes, "-o", "all.exr", "--info", "-", in: folder)
    #expect(run.code == 0 && run.words.isEmpty, "\(run.words)")
    #expect(try folder.entries() == ["all.exr", "in.png", "s.json"])
    #expect(run.text.contains(#""channels": ["normal-layer.X", "normal-layer.Y", "normal-layer.Z"]"#))
    // The patch is not seen in perspective, and so infinitely far from the eye.
    let some = passes.replacing("position,", with: "").replacing("distance,", with: "")
    let pngs = try Tool.run(
      "passes", "s.json", "--pass", some, "-o", "p-{pass}/0.png",
      in: folder)
    #expect(pngs.code == 0, "\(pngs.words)")
    for pass in some.split(separator: ",") {
      #expect(try folder.entries(in: "p-\(pass)") == ["0.png"])
    }
    #expect(try folder.entries().contains("p-passes.json"))
  }

  @Test func framesAndTheirMotion() throws {
    let folder = try folder()
    let run = try Tool.run(
      "passes", "s.json", "--fps", "2", "--pass", "motion,occlusion,layer", "-o", "{pass}-%02d.npy",
      in: folder)
    #expect(run.code == 0, "\(run.words)")
    #expect(
      try folder.entries().filter { $0.hasPrefix("motion") } == [
        "motion-01.npy", "motion-02.npy", "motion-03.npy",
      ])
    let report = String(decoding: try folder.bytes("passes-all.json"), as: UTF8.self)
    #expect(report.contains(#"{"number": 2, "time": 0.5}"#) && report.contains(#""motion-%02d.npy""#))
    let (motion, ids) = (try floats(folder, "motion-01.npy"), try words(folder, "layer-01.npy"))
    // The photo moves by 5 points, which are 10 pixels, and the patch stays.
    for (pixel, id) in ids.enumerated() {
      let (x, y) = (motion[2 * pixel], motion[2 * pixel + 1])
      switch id {
      case 0: #expect(abs(x - 10) < 1e-3 && abs(y) < 1e-3)
      case 1: #expect(abs(x) < 1e-3 && abs(y) < 1e-3)
      default: #expect(x.isNaN && y.isNaN)
      }
    }
    let hidden = try words(folder, "occlusion-01.npy").map { Int32(bitPattern: $0) }
    #expect(hidden.count { $0 == 1 } > 50 && hidden.count { $0 == 0 } > 5000)
    // After the last frame nothing moves.
    #expect(try floats(folder, "motion-03.npy").allSatisfy { $0.isNaN || abs($0) < 1e-3 })
  }

  @Test func anImageWithFlags() throws {
    let folder = try folder()
    let run = try Tool.run(
      "passes", "in.png", "--mesh", "wave", "--transform", "perspective(300) rotateX(30deg)", "--fit",
      "--light", "directional", "--pass", "forward,normal", "-o", "{pass}.npy", in: folder)
    #expect(run.code == 0, "\(run.words)")
    #expect(try floats(folder, "forward.npy").count == 2 * 60 * 40)
  }

  @Test func besideAClip() throws {
    let folder = try folder()
    let run = try Tool.run(
      "animate", "s.json", "--fps", "2", "-o", "clip.apng", "--passes", "t/{pass}-%02d.npy", "--pass",
      "motion,depth,albedo", in: folder)
    #expect(run.code == 0, "\(run.words)")
    #expect(try folder.entries(in: "t").count == 10 && folder.entries().contains("clip.apng"))
    let alone = try Tool.run(
      "passes", "s.json", "--fps", "2", "-o", "{pass}-%02d.npy", "--pass", "motion,depth,albedo", in: folder)
    #expect(alone.code == 0, "\(alone.words)")
    for name in ["motion-02.npy", "depth-03.npy", "albedo-01.npy", "passes-all.json"] {
      #expect(try folder.bytes(name) == folder.bytes("t/\(name)"), "\(name)")
    }
    let cases = [
      ("add --passes", ["--pass", "uv"]), ("pattern such as", ["--passes", "{pass}.npy"]),
      ("several passes", ["--passes", "x-%d.npy"]),
      ("writes no clip", ["--passes", "{pass}-%d.npy", "--sheet", "2x1"]),
    ]
    for (words, flags) in cases {
      let arguments = ["animate", "s.json", "--fps", "2", "-o", "new.png"] + flags
      try expectFailure(
        64, words, in: folder,
        arguments: arguments.map { $0 == "new.png" && !flags.contains("--sheet") ? "new.apng" : $0 })
    }
  }

  @Test func jobsOfABatch() throws {
    let folder = try folder()
    try folder.write(
      """
      {"id": "a", "command": "passes", "scene": "s.json", "pass": "uv,layer", "output": "a-{pass}.npy"}
      {"id": "b", "command": "passes", "scene": "s.json", "set": {"photo.mesh.angle": 0}, "pass": "uv"}
      {"id": "c", "command": "passes", "scene": "s.json", "pass": "uv", "output": "a-{pass}.npy"}
      {"id": "d", "command": "passes", "scene": "s.json", "pass": "depht", "output": "d.npy"}
      {"id": "e", "command": "animate", "scene": "s.json", "fps": 2, "passes": "e-{pass}-%d.npy", "pass": "layer", "output": "e.apng"}

      """, to: "jobs.jsonl")
    let flags = ["batch", "jobs.jsonl", "-o", "{id}-{pass}.npy", "--journal", "done.jsonl", "--jobs", "1"]
    let run = try Tool.start(flags, in: folder).wait()
    let lines = run.text.split(separator: "\n")
    #expect(lines.count == 5, "\(run.text) \(run.words)")
    #expect(lines.count { $0.contains("\"done\"") } == 3, "\(run.text)")
    #expect(lines.contains { $0.contains("did you mean") && $0.contains("\"d\"") }, "\(run.text)")
    let made = [
      "a-uv.npy", "a-layer.npy", "a-passes.json", "b-uv.npy", "b-passes.json", "e-layer-1.npy",
      "e-passes-all.json",
    ]
    for name in made { #expect(try folder.entries().contains(name), "\(name)") }
    #expect(try folder.bytes("a-uv.npy") != folder.bytes("b-uv.npy"))
    let again = try Tool.start(flags + ["--resume"], in: folder).wait()
    #expect(again.text.contains("\"kept\""), "\(again.text)")
    // Each file of a job counts.
    try folder.write([1, 2, 3], to: "a-layer.npy")
    let mended = try Tool.start(flags + ["--resume"], in: folder).wait()
    let first = mended.text.split(separator: "\n").first { $0.contains("\"a\"") }
    #expect(first?.contains("\"done\"") == true, "\(mended.text)")
    #expect(try folder.bytes("a-layer.npy").count > 100)
  }

  @Test func mistakesAreOneSentence() throws {
    let folder = try folder()
    let cases: [(Int32, String, [String])] = [
      (64, "several passes", ["-o", "x.npy"]),
      (64, "no known file extension", ["-o", "{pass}.tif"]),
      (64, "pattern such as", ["-o", "-"]),
      (64, "does not hold position", ["--pass", "position", "-o", "{pass}.png"]),
      (64, "did you mean \"depth\"", ["--pass", "deph", "-o", "{pass}.npy"]),
      (64, "name each pass", ["--pass", "uv,,depth", "-o", "{pass}.npy"]),
      (64, "--frames", ["--pass", "motion", "-o", "{pass}.npy"]),
      (64, "for each frame", ["--fps", "2", "-o", "{pass}.npy"]),
      (64, "single picture", ["-o", "{pass}-%d.npy"]),
      (64, "--time selects one picture", ["--time", "1", "--fps", "2", "-o", "{pass}-%d.npy"]),
      (64, "no layer 'foto'", ["--layer", "foto", "-o", "{pass}.npy"]),
      (64, "photo, patch", ["--pass", "forward", "-o", "{pass}.npy"]),
      (64, "size of the content", ["--layer", "photo", "--pass", "forward,uv", "-o", "x.exr"]),
      (64, "use 0...1", ["--minimum-alpha", "2", "-o", "{pass}.npy"]),
      (64, "--depth-steps", ["--depth-steps", "0", "-o", "{pass}.png"]),
      (64, "--depth-steps", ["--depth-steps", "60000", "--pass", "depth", "-o", "{pass}.png"]),
      (64, ".json", ["--info", "a.txt", "-o", "{pass}.npy"]),
      (64, "written over", ["--info", "s.json", "-o", "{pass}.npy"]),
      (73, "no folder none", ["-o", "none/all.exr"]),
    ]
    for (code, words, flags) in cases {
      try expectFailure(code, words, in: folder, arguments: ["passes", "s.json"] + flags)
    }
    try expectFailure(66, "none.json", in: folder, arguments: ["passes", "none.json", "-o", "{pass}.npy"])
    try folder.write("{", to: "bad.json")
    try expectFailure(65, "bad.json", in: folder, arguments: ["passes", "bad.json", "-o", "{pass}.npy"])
  }
}
