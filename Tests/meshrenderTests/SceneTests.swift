import Testing

/// Scenes on the command line: flags and the equivalent file give the same picture.
struct SceneTests {
  let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.writePicture(12, 8, to: "in.png")
  }

  @Test(arguments: [
    ["in.png"],
    [
      "in.png", "--mesh", "ripple:waves=6", "--transform", "perspective(800) rotateX(-45deg) translate(10%)",
      "--fit",
    ],
    [
      "in.png", "--mesh", "wave", "--light", "directional:direction=0.3/0.5/-1,color=tomato", "--surface",
      "specular=1", "--magnification-filter", "nearest", "--scale", "3",
    ],
    [
      "--text", "Hi \"é\"", "--color", "rgb(12.3 4 5 / 30%)", "--fit", "--size", "90x33", "--background",
      "white",
    ],
    ["in.png", "--mesh", "wave", "--light", "directional", "--surface", "specular=1,exponent=1e-12"],
    ["--text", "Hi", "--font-size", "90", "--mesh", "cylinder:angle=1rad", "--fit", "--size", "20x20"],
  ])
  func printedScenesGiveTheSamePicture(_ arguments: [String]) throws {
    #expect(try Tool.start(["render"] + arguments + ["-o", "a.png"], in: folder).wait().code == 0)
    let printed = try Tool.start(["render"] + arguments + ["--print-scene"], in: folder).wait()
    #expect(printed.code == 0, "\(printed.words)")
    try folder.write(printed.output, to: "s.json")
    let run = try Tool.run("render", "s.json", "-o", "b.png", in: folder)
    #expect(run.code == 0, "\(run.words)")
    #expect(try folder.image("a.png") == folder.image("b.png"), "\(printed.text)")
    let piped = try Tool.run("render", "-", "-o", "c.png", in: folder, input: folder.file("s.json"))
    #expect(piped.code == 0, "\(piped.words)")
    #expect(try folder.bytes("c.png") == folder.bytes("b.png"))
  }

  @Test(arguments: ["#f4ecd8", "in.png"]) func backsGiveTheSamePicture(_ back: String) throws {
    let curl = [
      "in.png", "--mesh", "pageCurl", "--back", back, "--minification-filter", "trilinear", "--fit",
    ]
    try printedScenesGiveTheSamePicture(curl)
    #expect(
      try Tool.start(["render"] + curl.prefix(3) + ["--fit"] + ["-o", "d.png"], in: folder)
        .wait().code == 0)
    #expect(try folder.image("a.png") != folder.image("d.png"))
    try expectFailure(
      66, "neither a color nor an image file", in: folder,
      arguments: ["render", "in.png", "--back", "none.png", "-o", "x.png"])
  }

  @Test func missingFilesNameTheFolderOfTheScene() throws {
    try folder.write(
      Array(#"{"canvas": {"size": [9, 9]}, "layers": [{"contents": {"image": "none.png"}}]}"#.utf8),
      to: "s.json")
    try expectFailure(
      66, "there is no such file; check the path (names in a scene are relative to its folder)", in: folder,
      arguments: ["render", "s.json", "-o", "x.png"])
    try expectFailure(
      66, "none.png: there is no such file; check the path\n", in: folder,
      arguments: ["render", "none.png", "-o", "x.png"])
  }

  @Test func aNewSceneRendersAndIsValid() throws {
    #expect(try Tool.run("new", "s.json", in: folder).code == 0)
    #expect(try Tool.run("new", in: folder).output == folder.bytes("s.json"))
    #expect(try Tool.run("render", "s.json", "-o", "out.png", in: folder).code == 0)
    #expect(try folder.image("out.png").size.width == 960)
    #expect(try Tool.run("validate", "s.json", in: folder).text == "s.json: valid, 2 layers\n")
    try expectFailure(73, "already exists", in: folder, arguments: ["new", "s.json"])
  }

  @Test func namedLayersShowOtherImages() throws {
    try folder.write(
      Array(
        """
        {"canvas": {"size": [12, 8]}, "layers": [{"name": "art", "bounds": [0, 0, 12, 8], "position": [6, 4],
          "contents": {"color": "red"}, "sublayers": [{"name": "art", "bounds": [0, 0, 1, 1]}]}]}
        """.utf8), to: "s.json")
    let run = try Tool.run("render", "s.json", "--image", "art=in.png", "-o", "out.png", in: folder)
    #expect(run.code == 0, "\(run.words)")
    #expect(try folder.image("out.png").size == folder.image("in.png").size)
    #expect(try folder.image("out.png").pixel(8, 5) == folder.image("in.png").pixel(8, 5))
    for (value, code, words) in [
      ("arts=in.png", 64, "did you mean \"art\"?"), ("art", 64, "such as art=photo.jpg"),
      ("art=none.png", 66, "none.png"),
    ] as [(String, Int32, String)] {
      try expectFailure(
        code, words, in: folder, arguments: ["render", "s.json", "--image", value, "-o", "x.png"])
    }
    try expectFailure(
      64, "the input is an image or a text", in: folder,
      arguments: ["render", "in.png", "--image", "art=in.png", "-o", "x.png"])
  }

  /// Whatever the flags can say, a scene can say.
  @Test func displacementsGiveTheSamePicture() throws {
    for flags in [
      ["--displace", "in.png:x=2,y=-1"], ["--mesh", "ripple", "--displace", "in.png:z=3,blur=1"],
    ] {
      let arguments = ["render", "in.png"] + flags
      #expect(try Tool.start(arguments + ["-o", "a.png"], in: folder).wait().code == 0)
      try folder.write(Tool.start(arguments + ["--print-scene"], in: folder).wait().output, to: "s.json")
      let run = try Tool.run("render", "s.json", "-o", "b.png", in: folder)
      #expect(run.code == 0, "\(run.words)")
      #expect(try folder.image("a.png") == folder.image("b.png"))
    }
    for (value, code, words) in [
      ("none.png", 66, "none.png"), ("in.png:w=1", 64, "not a key of a displacement"),
      ("in.png:x=1e9", 64, "-1000000...1000000"), ("in.png:x=far", 64, "far"),
    ] as [(String, Int32, String)] {
      try expectFailure(
        code, words, in: folder, arguments: ["render", "in.png", "--displace", value, "-o", "x.png"])
    }
  }

  @Test func theCanvasCanBeOverridden() throws {
    _ = try Tool.run("new", "s.json", in: folder)
    let run = try Tool.run(
      "render", "s.json", "--size", "30x20", "--scale", "1", "--background", "red", "-o", "out.png",
      in: folder)
    #expect(run.code == 0, "\(run.words)")
    #expect(try folder.image("out.png").size.width == 30 && folder.image("out.png").pixel(0, 0)[3] == 255)
  }

  @Test func faultsAreExplained() throws {
    func write(_ layer: String) throws {
      try folder.write("{\"canvas\": {\"size\": [9, 9]}, \"layers\": [{\(layer)}]}", to: "s.json")
    }
    let render = ["render", "s.json", "-o", "out.png"]
    try write("\"contents\": {\"image\": \"in.png\"}")
    for flag in ["--mesh", "--transform", "--light", "--surface"] {
      try expectFailure(64, flag, in: folder, arguments: render + [flag, "wave"])
    }
    try expectFailure(64, "--text", in: folder, arguments: render + ["--font", "Serif"])
    try expectFailure(64, "remove -o", in: folder, arguments: render + ["--print-scene"])
    try write("\"contents\": {\"image\": \"s.json\"}")
    try expectFailure(65, "s.json:1:", "this scene file itself", in: folder, arguments: render)
    try write("\"bounds\": [0,0,1,1], \"mesh\": {\"file\": \"./s.json\"}")
    try expectFailure(65, "layers[0].mesh.file", "this scene file itself", in: folder, arguments: render)
    try write("\"contents\": {\"image\": \"no.png\"}")
    try expectFailure(66, "layers[0].contents.image", "no.png", in: folder, arguments: render)
    try write("\"contents\": {\"image\": \"-\"}")
    try expectFailure(
      65, "standard input", in: folder, arguments: ["render", "-", "-o", "out.png"],
      input: folder.file("s.json"))
    try write("\"opacty\": 1")
    try expectFailure(65, "did you mean \"opacity\"", in: folder, arguments: render)
    try folder.write("{\"vertices\": []}", to: "s.json")
    try expectFailure(64, "--mesh", in: folder, arguments: render)
  }

  @Test func pathsAreRelativeToTheScene() throws {
    let inner = folder.file("in.png")
    #expect(inner.hasPrefix("/"))
    try folder.write(
      "{\"canvas\": {\"fit\": true}, \"layers\": [{\"contents\": {\"image\": \"in.png\"}}]}", to: "s.json")
    let run = try Tool.run("render", folder.file("s.json"), "-o", folder.file("out.png"), in: Folder())
    #expect(run.code == 0, "\(run.words)")
    #expect(try folder.image("out.png").bytes == folder.image("in.png").bytes)
  }

  @Test func schemasArePrinted() throws {
    for document in ["scene", "mesh"] {
      let run = try Tool.run("schema", document, in: folder)
      #expect(run.code == 0 && run.text.contains("https://json-schema.org/draft/2020-12/schema"))
    }
  }
}
