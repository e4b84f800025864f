import Foundation
import Testing

/// Meshes as arguments: files and presets, in every command that takes one.
struct MeshArgumentTests {
  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.writePicture(24, 16, to: "in.png")
    return folder
  }

  private func run(_ arguments: String..., in folder: Folder) throws -> Run {
    try Tool.start(arguments, in: folder).wait()
  }

  @Test func presetsAreMeshesInEveryCommand() throws {
    let folder = try folder()
    for preset in [
      "wave", "wave:", "wave:rows=20", "flat", "flat:rows=3,columns=4", "style:arc,bend=0.4,aspect=1.5",
    ] {
      let check = try run("validate", preset, in: folder)
      #expect(check.code == 0 && check.text.hasPrefix("\(preset): valid, "), "\(check.words)")
      #expect(try run("inspect", preset, in: folder).code == 0)
      #expect(try run("convert", preset, "c.json", in: folder).code == 0)
      #expect(try run("subdivide", preset, "--steps", "0", "-o", "s.json", in: folder).code == 0)
      let printed = try run("render", "in.png", "--mesh", preset, "--print-mesh", in: folder)
      #expect(printed.code == 0 && printed.words.isEmpty, "\(printed.words)")
      #expect(try folder.bytes("c.json") == printed.output, "\(preset)")
      #expect(try folder.bytes("s.json") == printed.output, "\(preset)")
    }
    #expect(try run("validate", "flat", in: folder).text == "flat: valid, 121 vertices, 100 faces\n")
    let obj = try run("convert", "wave:rows=20", "x.obj", in: folder)
    #expect(obj.code == 0 && obj.words.isEmpty, "\(obj.words)")
    #expect(
      try String(decoding: folder.bytes("x.obj"), as: UTF8.self).hasPrefix("# 861 vertices, 800 faces\n"))
  }

  /// The name of a preset is the preset; a path is the file; a name that is neither is looked up as a file.
  @Test func namesAndFilesAreToldApart() throws {
    let folder = try folder()
    try folder.write(MeshFileTests.flat, to: "wave")
    try folder.write(MeshFileTests.flat, to: "mine")
    let count = "valid, 4 vertices, 1 face\n"
    #expect(try run("validate", "./wave", in: folder).text == "./wave: " + count)
    #expect(try run("validate", "mine", in: folder).text == "mine: " + count)
    #expect(try run("validate", "wave", in: folder).text == "wave: valid, 82 vertices, 40 faces\n")
    let file = try run("convert", "wave", "x.obj", "--from", "json", in: folder)
    #expect(file.code == 0, "\(file.words)")
    #expect(try String(decoding: folder.bytes("x.obj"), as: UTF8.self).hasPrefix("# 4 vertices, 1 faces\n"))
    #expect(try run("render", "in.png", "--mesh", "mine", "-o", "o.png", in: folder).code == 0)
  }

  @Test(arguments: [
    (66, ["validate", "wavy"], "neither a mesh file nor a preset 'wavy'; did you mean 'wave'?"),
    (66, ["inspect", "nothing"], "neither a mesh file nor a preset 'nothing'; check the path"),
    (66, ["convert", "none.json", "x.obj"], "none.json: there is no such file"),
    (64, ["convert", "wavy:rows=3", "x.obj"], "there is no mesh preset 'wavy'"),
    (64, ["inspect", "wave:rows=0"], "wave: rows is 0; use 1 to 1000"),
    (64, ["subdivide", "wave:lines=2", "--steps", "1", "-o", "x.json"], "wave has no parameter 'lines'"),
    (64, ["render", "in.png", "--print-mesh"], "there is no mesh; use --mesh"),
    (64, ["render", "in.png", "--mesh", "flat", "--print-mesh", "-o", "x.png"], "writes to standard output"),
    (64, ["render", "in.png", "--mesh", "flat", "--print-mesh", "--print-scene"], "use one of them"),
    (
      64, ["animate", "in.png", "--from", "flat", "--to", "-", "--print-mesh", "--print-scene"], "one of them"
    ),
    (64, ["animate", "-", "--from", "flat", "--to", "-", "-o", "f/"], "standard input"),
    (
      65, ["animate", "in.png", "--from", "hole.json", "--to", "wave", "-o", "f/"],
      "--from: the other mesh has"
    ),
  ])
  func faultsAreNamed(_ code: Int32, _ arguments: [String], _ words: String) throws {
    let folder = try folder()
    try folder.write(
      "{\"vertices\": [[0,0,0,0,0],[0.5,0,0.5,0,0],[0.5,1,0.5,1,0],[0,1,0,1,0]], \"faces\": [[0,1,2,3]]}",
      to: "hole.json")
    try expectFailure(code, words, in: folder, arguments: arguments)
  }

  /// Both ends are drawn as they are alone, whatever their rows, columns and files.
  @Test func filesAndPresetsAreMorphed() throws {
    let folder = try folder()
    #expect(try run("convert", "ripple:rows=6,columns=8", "a.json", in: folder).code == 0)
    #expect(try run("convert", "genie:rows=7,columns=9,amount=0.6", "b.obj", in: folder).code == 0)
    let clip = try run(
      "animate", "in.png", "--from", "a.json", "--to", "b.obj", "--fps", "1", "-o", "f/", in: folder)
    #expect(clip.code == 0, "\(clip.words)")
    for (mesh, frame) in [("a.json", 1), ("b.obj", 3)] {
      let still = try run(
        "render", "in.png", "--mesh", mesh, "--light", "ambient", "-o", "still.png", in: folder)
      #expect(still.code == 0, "\(still.words)")
      let (a, b) = (try folder.image("still.png"), try folder.image("f/frame-000\(frame).png"))
      let differences = zip(a.premultiplied().bytes, b.premultiplied().bytes).map { abs(Int($0) - Int($1)) }
      #expect(differences.reduce(0, +) < 2 * differences.count, "\(mesh): \(differences.max() ?? 0)")
    }
    let piped = try Tool.run(
      "animate", "in.png", "--from", "-", "--to", "wave", "--fps", "1", "--duration", "1s", "-o", "g/",
      in: folder,
      input: folder.file("a.json"))
    #expect(piped.code == 0, "\(piped.words)")
  }

  /// The mesh of the first frame that is made, at its time.
  @Test func theMeshOfAMomentIsPrinted() throws {
    let folder = try folder()
    let wave = try run(
      "animate", "in.png", "--mesh", "wave:columns=3", "--animate", "amplitude 0..0.4 4s", "--fps", "1",
      "--frames",
      "3..3", "--print-mesh", in: folder)
    #expect(wave.code == 0, "\(wave.words)")
    #expect(
      try wave.output
        == run("render", "in.png", "--mesh", "wave:columns=3,amplitude=0.2", "--print-mesh", in: folder)
        .output)
    try folder.write(
      "{\"canvas\": {\"size\": [24, 16]}, \"layers\": [{\"bounds\": [0, 0, 24, 16], \"mesh\": {\"preset\": \"flat\"}, "
        + "\"animations\": [{\"keyPath\": \"mesh.rows\", \"from\": 2, \"to\": 6, \"duration\": 2}]}]}",
      to: "s.json")
    let moment = try run("render", "s.json", "--time", "1", "--print-mesh", in: folder)
    #expect(moment.code == 0, "\(moment.words)")
    #expect(
      try moment.output == run("render", "in.png", "--mesh", "flat:rows=4", "--print-mesh", in: folder).output
    )
    try folder.write(
      "{\"canvas\": {\"size\": [9, 9]}, \"layers\": [{\"name\": \"a\", \"bounds\": [0, 0, 9, 9], \"mesh\": {\"preset\": "
        + "\"flat\"}}, {\"name\": \"b\", \"bounds\": [0, 0, 9, 9], \"mesh\": {\"preset\": \"wave\"}}]}",
      to: "two.json")
    try expectFailure(
      64, "2 layers have a mesh ('a', 'b')", in: folder, arguments: ["render", "two.json", "--print-mesh"])
  }

  /// What drawing refuses is a fault, in the same words.
  @Test(arguments: [
    ("canvas", ["--max-side", "100"], "the canvas is 200 px long on one side"),
    ("canvas", ["--max-pixels", "2000"], "has 20000 pixels"),
    ("canvas", ["--max-memory", "100K"], "needs about"),
    ("steps", [], "12 subdivision steps would give"),
    ("steps", ["--max-vertices", "3"], "layers[0].mesh has 4 vertices"),
    ("large", [], "coordinates too large to compute with"),
    ("blend", [], "a blended layer or a shadow needs a texture"),
  ])
  func validateFindsWhatDrawingRefuses(_ scene: String, _ flags: [String], _ words: String) throws {
    let folder = try folder()
    let text =
      switch scene {
      case "canvas": "{\"canvas\": {\"size\": [200, 100]}, \"layers\": []}"
      case "steps":
        "{\"canvas\": {\"size\": [9, 9]}, \"layers\": [{\"bounds\": [0, 0, 9, 9], \"mesh\": {\"vertices\": [[0,0,0,0,0],"
          + "[1,0,1,0,0],[1,1,1,1,0],[0,1,0,1,0]], \"faces\": [[0,1,2,3]], \"subdivisionSteps\": 12}}]}"
      case "large":
        "{\"canvas\": {\"size\": [9, 9]}, \"layers\": [{\"bounds\": [0, 0, 9, 9], \"mesh\": {\"vertices\": [[0,0,0,0,0],"
          + "[1,0,1e30,0,0],[1,1,1,1,0],[0,1,0,1,0]], \"faces\": [[0,1,2,3]]}}]}"
      default:
        "{\"canvas\": {\"size\": [20000, 20000], \"background\": \"white\"}, \"layers\": [{\"bounds\": [0, 0, 20000, "
          + "20000], \"position\": [10000, 10000], \"contents\": {\"color\": \"red\"}, \"blendMode\": \"multiply\"}]}"
      }
    try folder.write(text, to: "s.json")
    let check = try Tool.start(["validate", "s.json"] + flags, in: folder).wait()
    let drawing = try Tool.start(["render", "s.json", "-o", "o.png"] + flags, in: folder).wait()
    #expect(drawing.code != 0 && drawing.words.contains(words), "\(drawing.words)")
    #expect(check.code == 65, "\(check.words)")
    // The size of a canvas has a place in the file.
    let place = drawing.words.hasPrefix("Error: s.json:") ? "" : "s.json: "
    #expect(check.words == drawing.words.replacing("Error: ", with: "Error: \(place)"))
    let json = try Tool.start(["validate", "s.json", "--json"] + flags, in: folder).wait()
    #expect(json.code == 65 && json.text.contains("\"valid\": false") && json.text.contains(words))
  }

  @Test func validateFindsWhatDrawingRefusesOfAMesh() throws {
    let folder = try folder()
    try folder.write(
      MeshFileTests.flat.replacing("\"faces\"", with: "\"subdivisionSteps\": 12, \"faces\""), to: "m.json")
    for flags in [[], ["--max-vertices", "3"]] {
      let check = try Tool.start(["validate", "m.json"] + flags, in: folder).wait()
      let drawing = try Tool.start(
        ["render", "in.png", "--mesh", "m.json", "-o", "o.png"] + flags, in: folder
      ).wait()
      #expect(check.code == 65 && drawing.code == 65)
      #expect(check.words == drawing.words.replacing("Error: ", with: "Error: m.json: "))
    }
  }
}
