import Testing

/// Exit codes 65 and 66: invalid input and missing input.
struct BadDataTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  @Test func pictures() throws {
    try folder.write([0xFF, 0xD8, 0xFF, 0xE0, 0, 16], to: "photo.png")
    try folder.writePicture(40, 40, to: "whole.png")
    try folder.write(Array(try folder.bytes("whole.png").dropLast(30)), to: "half.png")
    try folder.write([], to: "empty.png")
    for (name, part) in [
      (folder.file("photo.png"), "JPEG"), (folder.file("half.png"), "incomplete"),
      (folder.file("empty.png"), "empty"), (fixture("giant-both"), "--max-side"),
      (fixture("giant-area"), "--max-pixels"), (fixture("broken-crc-idat"), "damaged"),
    ] {
      try expectFailure(65, part, in: folder, arguments: ["render", name, "-o", "out.png"])
    }
  }

  @Test(arguments: [
    ("{\"vertices\": [[0,0,0,0,0],\n [1,0,1,0]], \"faces\": []}", "m.json:2:", "vertices[1]"),
    ("{\"vertices\": [[0,0,0,0,NaN]], \"faces\": []}", "m.json:1:24", "vertices[0]"),
    ("{\"vertices\": [[0,0,0,0,1e999]], \"faces\": []}", "m.json:1:24", "vertices[0]"),
    ("{\"vertices\": [], \"facets\": []}", "m.json:1:18", "faces"),
    ("{\"vertices\": [[0,0,0,0,0]", "m.json:1:26", "end of the file"),
    ("{\"vertices\": [[0,0,0,0,0],[1,0,1,0,0],[1,1,1,1,0]], \"faces\": [[0,1,2,3]]}", "m.json", "faces[0]"),
    ("{\"vertices\": [[0,0,0,0,0]], \"faces\": [[0,0,0,0]]}", "m.json", "faces[0]"),
    (MeshFileTests.flat.dropLast() + ", \"subdivisionSteps\": -2}", "m.json", "subdivision"),
    ("?", "m.json:1:1", "object"), ("", "m.json:1:1", "object"),
  ])
  func meshes(json: String, place: String, part: String) throws {
    try folder.write(json, to: "m.json")
    try folder.writePicture(8, 6, to: "in.png")
    try expectFailure(
      65, place, part, in: folder, arguments: ["render", "in.png", "--mesh", "m.json", "-o", "out.png"])
    let check = try Tool.run("validate", "m.json", in: folder)
    #expect(check.code == 65 && check.words.contains(place) && check.words.contains(part), "\(check.words)")
  }

  @Test func meshOverTheLimit() throws {
    try folder.writePicture(8, 6, to: "in.png")
    try expectFailure(
      65, "--max-vertices", in: folder,
      arguments: ["render", "in.png", "--mesh", "ripple", "--max-vertices", "100", "-o", "out.png"])
  }

  /// One line per error up to the limit, then the number of remaining ones.
  @Test func validateNamesEveryFault() throws {
    let faces = Array(repeating: "[0,1,2,9]", count: 30).joined(separator: ",")
    try folder.write("{\"vertices\": [[0,0,0,0,0]], \"faces\": [\(faces)]}", to: "m.json")
    let run = try Tool.run("validate", "m.json", "--limit", "5", in: folder)
    #expect(run.code == 65)
    #expect(run.words.split(separator: "\n").filter { $0.hasPrefix("Error: ") }.count == 5)
    #expect(run.words.contains("more"))
  }

  @Test func missing() throws {
    try folder.writePicture(8, 6, to: "in.png")
    for arguments in [
      ["render", "none.png", "-o", "out.png"], ["render", ".", "-o", "out.png"],
      ["render", "in.png/x", "-o", "out.png"], ["render", "", "-o", "out.png"],
      ["render", "in.png", "--mesh", "none.json", "-o", "out.png"],
      ["render", "in.png", "--mesh", "./", "-o", "out.png"], ["validate", "none.json"], ["validate", "."],
    ] {
      try expectFailure(66, in: folder, arguments: arguments)
    }
    // A file's name cannot control the terminal or break the line.
    try expectFailure(66, "a\\u{a}b\\u{1b}[2J", in: folder, arguments: ["validate", "a\nb\u{1B}[2J"])
  }
}
