import Testing

/// The arguments that `meshrender animate` refuses, and its errors.
struct AnimateUsageTests {
  typealias Fault = UsageTests.Fault

  @Test(arguments: [
    Fault("-o", "f/", says: "nothing moves"),
    Fault("-o", "out.png", "--mesh", "flag", says: "frame-%04d.png"),
    Fault("-o", "out.tiff", "--mesh", "flag", says: ".apng"),
    Fault("-o", "-", "--mesh", "flag", says: "standard output"),
    Fault("-o", "-", "--format", "mp4", "--mesh", "flag", "--background", "red", says: "standard output"),
    Fault("-o", "f", "--format", "avi", "--mesh", "flag", says: "\"avi\""),
    Fault("-o", "f-%d-%d.png", "--mesh", "flag", says: "more than one number"),
    Fault("-o", "f.y4m", "--mesh", "flag", says: "opaque background"),
    Fault("-o", "f.mp4", "--mesh", "flag", says: "opaque background"),
    Fault("--mesh", "flag", says: "no output"),
    Fault("-o", "f/", "--mesh", "flag", "--fps", "0", says: "frames per second"),
    Fault("-o", "f/", "--mesh", "flag", "--fps", "1e9", says: "30000/1001"),
    Fault("-o", "f/", "--mesh", "flag", "--duration", "0", says: "250ms"),
    Fault("-o", "f/", "--mesh", "flag", "--duration", "nan", says: "250ms"),
    Fault("-o", "f/", "--mesh", "flag", "--duration", "1e300", says: "250ms"),
    Fault("-o", "f/", "--mesh", "flag", "--duration", "1000000000", says: "--max-frames"),
    Fault("-o", "f/", "--mesh", "flag", "--fps", "1000", "--duration", "101", says: "101000 frames"),
    Fault("-o", "f/", "--mesh", "flag", "--max-frames", "59", says: "the limit is 59"),
    Fault("-o", "f/", "--mesh", "flag", "--frames", "0..3", says: "numbered from 1"),
    Fault("-o", "f/", "--mesh", "flag", "--frames", "5..3", says: "10..20"),
    Fault("-o", "f/", "--mesh", "flag", "--frames", "60..61", says: "60 frames"),
    Fault("-o", "f/", "--mesh", "flag", "--frames", "9223372036854775807..", says: "60 frames"),
    Fault("-o", "f/", "--mesh", "flag", "--shard", "0/3", says: "2/8"),
    Fault("-o", "f/", "--mesh", "flag", "--shard", "4/3", says: "2/8"),
    Fault("-o", "f.apng", "--mesh", "flag", "--shard", "1/3", says: "PNG sequence"),
    Fault("-o", "f.apng", "--mesh", "flag", "--resume", says: "PNG sequence"),
    Fault("-o", "f.png", "--mesh", "flag", "--sheet", "2x2", "--resume", says: "--sheet"),
    Fault("-o", "f.png", "--mesh", "flag", "--sheet", "0x2", says: "--sheet"),
    Fault("-o", "f/", "--mesh", "flag", "--threads", "0", says: "--threads"),
    Fault("-o", "f/", "--mesh", "flag", "--loop", "0", says: "forever"),
    Fault("-o", "f.webm", "--mesh", "flag", "--loop", "once", says: "WebP, APNG and GIF"),
    Fault("-o", "f/", "--mesh", "flag", "--alpha", "straight", says: "raw RGBA"),
    Fault("-o", "f/", "--mesh", "flag", "--quality", "50", says: "WebP"),
    Fault("-o", "f.webp", "--mesh", "flag", "--quality", "101", says: "0...100"),
    Fault("-o", "f/", "--mesh", "flag", "--animate", "phaze 0..1 2s", says: "\"phase\""),
    Fault("-o", "f/", "--animate", "opacity", says: "opacity"),
    Fault("-o", "f/", "--animate", "opacity 0..1 2s", "--timing", "ease", says: "--timing"),
    Fault("-o", "f/", "--animate", "amount 0..1 2s", says: "amount"),
    Fault("-o", "f/", "--animate", "lights[0].intensity 0..1 2s", says: "add a light"),
    Fault(
      "-o", "f.apng", "--mesh", "genie", "--animate", "amount 0..1 2s cubic-bezier(0,0,0,9)", says: "amount"),
    Fault("-o", "f/", "--mesh", "flag", "--timing", "eese", says: "--timing"),
    Fault("-o", "f/", "--from", "ripple", says: "--to"),
    Fault("-o", "f/", "--from", "flat", "--to", "flat", says: "nothing would move"),
    Fault("-o", "f/", "--from", "ripple:waves=4", "--to", "ripple:waves=4.0", says: "nothing would move"),
    Fault("-o", "f/", "--from", "riple", "--to", "flat", says: "'ripple'"),
    Fault("-o", "f/", "--from", "ripple", "--to", "flat", "--mesh", "wave", says: "--from and --to"),
    Fault("-o", "f/", "--mesh", "flag", "--content-fps", "25", says: "in-%04d.png"),
    Fault("-o", "f/", "--mesh", "flag", "--content-format", "rgba", says: "--content-size"),
    Fault("-o", "f/", "--mesh", "flag", "--content-size", "4x4", says: "--content-format"),
    Fault("-o", "f/", "--animate-layer", "card", says: "--animate"),
    Fault("-o", "f/", "--animate", "opacity 0..1 1s", "--animate-layer", "card", says: "[0]"),
    Fault(
      "-o", "f/", "--animate", "opacity 0..1 1s loop; position.x 0..1 3.14159265s loop", says: "--duration"),
  ])
  func isExplained(_ fault: Fault) throws {
    let folder = try Folder()
    try folder.writePicture(8, 6, to: "in.png")
    try expectFailure(64, fault.part, in: folder, arguments: ["animate", "in.png"] + fault.arguments)
  }

  /// Faults in a scene's animations are reported with their path.
  @Test func faultsOfScenesAreReported() throws {
    let folder = try Folder()
    func scene(_ animation: String) -> String {
      """
      {"canvas": {"size": [9, 9]}, "layers": [{"name": "card", "bounds": [0, 0, 9, 9],
        "contents": {"color": "red"}, "mesh": {"preset": "genie", "rows": 2, "columns": 2},
        "animations": [\(animation)]}]}
      """
    }
    for (animation, part) in [
      (#"{"keyPath": "opacty", "to": 0}"#, "opacity"),
      (#"{"keyPath": "mesh.phase", "to": 0}"#, "phase"),
      (#"{"keyPath": "opacity"}"#, "animations[0]"),
      (#"{"keyPath": "mesh.amount", "from": 0, "to": 3, "duration": 1}"#, "amount"),
    ] {
      try folder.write(scene(animation), to: "scene.json")
      let run = try Tool.run("validate", "scene.json", in: folder)
      #expect(run.code == 65 && run.words.contains(part) && run.words.contains("scene.json"), "\(run.words)")
      try expectFailure(65, part, in: folder, arguments: ["animate", "scene.json", "-o", "out.apng"])
    }
    try folder.write(scene(#"{"keyPath": "opacity", "to": 0, "duration": 1}"#), to: "scene.json")
    #expect(
      try Tool.run("validate", "scene.json", in: folder).text == "scene.json: valid, 1 layer, 1 animation\n")
    for (arguments, part) in [
      (["--mesh", "flag"], "--mesh"), (["--from", "flat", "--to", "flag"], "--from"),
      (["--timing", "ease"], "--timing"),
    ] {
      try expectFailure(64, part, in: folder, arguments: ["animate", "scene.json", "-o", "f/"] + arguments)
    }
    try expectFailure(
      64, "does not move", in: folder, arguments: ["render", "--text", "x", "--time", "1", "-o", "a.png"])
    try expectFailure(
      64, "250ms", in: folder, arguments: ["render", "scene.json", "--time", "-1", "-o", "a.png"])
  }
}
