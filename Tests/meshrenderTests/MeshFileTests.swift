import Testing

/// Meshes that have hung or crashed similar programs: each gives a picture or an error in short time.
struct MeshFileTests {
  @Test(arguments: [
    "{\"vertices\": [], \"faces\": []}",
    "{\"vertices\": [[0,0,0,0,0]], \"faces\": []}",
    // All corners in one place, and one place a thousand times.
    "{\"vertices\": [\(list("[0.5,0.5,0.5,0.5,0]", 4))], \"faces\": [[0,1,2,3]]}",
    "{\"vertices\": [\(list("[0.5,0.5,0.5,0.5,0]", 4))], \"faces\": [\(list("[0,1,2,3]", 1000))]}",
    "{\"vertices\": [[0,0,1e30,0,0],[1,0,-1e30,0,0],[1,1,1,1e38,1e38],[0,1,0,1,-1e38]], \"faces\": [[0,1,2,3]]}",
  ])
  func drawOrAreExplained(json: String) throws {
    let folder = try Folder()
    try folder.write(json, to: "m.json")
    try folder.writePicture(8, 6, to: "in.png")
    for more in [[], ["--fit", "--size", "20x20"], ["--wireframe", "--light", "point"]] {
      let arguments = ["render", "in.png", "--mesh", "m.json", "-o", "out.png"] + more
      let run = try Tool.start(arguments, in: folder).wait()
      #expect([0, 64, 65].contains(run.code), "\(more): \(run.words)")
      #expect(!run.words.contains("Fatal"), "\(run.words)")
    }
  }

  private static func list(_ element: String, _ count: Int) -> String {
    Array(repeating: element, count: count).joined(separator: ",")
  }

  static let flat =
    "{\"vertices\": [[0,0,0,0,0],[1,0,1,0,0],[1,1,1,1,0],[0,1,0,1,0]], \"faces\": [[0,1,2,3]]}"

  @Test func fromStandardInput() throws {
    let folder = try Folder()
    try folder.write(Self.flat, to: "m.json")
    try folder.writePicture(8, 6, to: "in.png")
    let run = try Tool.run(
      "render", "in.png", "--mesh", "-", "-o", "out.png", in: folder, input: folder.file("m.json"))
    #expect(run.code == 0, "\(run.words)")
    #expect(try folder.image("out.png") == folder.image("in.png"))

    let check = try Tool.run("validate", "-", in: folder, input: folder.file("m.json"))
    #expect(check.code == 0 && check.text == "standard input: valid, 4 vertices, 1 face\n")
  }

  @Test func lenientLeavesOutWhatCanNeverDraw() throws {
    let folder = try Folder()
    try folder.write(
      Self.flat.replacing("[[0,1,2,3]]", with: "[[0,1,2,3],[1,1,1,1],[2,2,3,3]]"), to: "m.json")
    try folder.writePicture(8, 6, to: "in.png")
    let arguments = ["render", "in.png", "--mesh", "m.json", "-o", "out.png"]
    let strict = try Tool.start(arguments, in: folder).wait()
    #expect(strict.code == 65 && strict.words.contains("faces[1]") && strict.words.contains("--lenient"))
    let lenient = try Tool.start(arguments + ["--lenient"], in: folder).wait()
    #expect(lenient.code == 0 && lenient.words.contains("dropped 2 faces"), "\(lenient.words)")
    #expect(try folder.image("out.png") == folder.image("in.png"))
  }
}
