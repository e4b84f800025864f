import Testing

/// `meshrender convert`, and the formats of all mesh file arguments.
struct ConvertTests {
  /// A patch that is sheared to the right.
  static let patch =
    "{\"bezier\": {\"points\": [[0.2,0],[0.4,0],[0.7,0],[1,0],[0.1,0.3],[0.4,0.3],[0.7,0.3],[1,0.3],[0.1,0.7],[0.4,0.7],"
    + "[0.7,0.7],[1,0.7],[0,1],[0.3,1],[0.7,1],[1,1]], \"detail\": 6}}"

  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write(Self.patch, to: "m.json")
    try folder.writePicture(16, 9, to: "in.png")
    return folder
  }

  private func convert(_ arguments: String..., in folder: Folder) throws -> Run {
    try Tool.start(["convert"] + arguments, in: folder).wait()
  }

  @Test func everyFormatDrawsTheSamePicture() throws {
    let folder = try folder()
    for (file, flags) in [
      ("m.obj", []), ("m.camesh", []), ("m.data", ["--aspect", "16:9"]), ("plain.json", []),
    ] {
      let run = try Tool.start(["convert", "m.json", file] + flags, in: folder).wait()
      #expect(run.code == 0 && run.words.isEmpty && run.output.isEmpty, "\(run.words)")
    }
    try folder.write(
      "{\"canvas\": {\"size\": [16, 9]}, \"layers\": [{\"bounds\": [0, 0, 16, 9], \"position\": [8, 4.5], "
        + "\"contents\": {\"image\": \"in.png\"}, \"mesh\": {\"file\": \"m.data\"}}]}", to: "scene.json")
    let scene = try Tool.run("render", "scene.json", "-o", "scene.png", in: folder)
    #expect(scene.code == 0, "\(scene.words)")
    for file in ["m.json", "m.obj", "m.camesh", "m.data", "plain.json"] {
      let run = try Tool.run("render", "in.png", "--mesh", file, "-o", file + ".png", in: folder)
      #expect(run.code == 0, "\(run.words)")
      #expect(try folder.image(file + ".png") == folder.image("m.json.png"), "\(file)")
      let check = try Tool.run("validate", file, in: folder)
      #expect(check.code == 0 && check.text == "\(file): valid, 49 vertices, 36 faces\n", "\(check.words)")
      let inspection = try Tool.run("inspect", file, in: folder)
      #expect(inspection.code == 0, "\(inspection.words)")
    }
    #expect(try folder.image("scene.png") == folder.image("m.json.png"))
    #expect(try folder.image("m.json.png") != folder.image("in.png"))
  }

  @Test func standardStreams() throws {
    let folder = try folder()
    let run = try Tool.run(
      "convert", "-", "-", "--from", "json", "--to", "obj", in: folder, input: folder.file("m.json"))
    #expect(run.code == 0 && run.text.hasPrefix("# 49 vertices, 36 faces\nv 0.2 1 0\n"), "\(run.words)")
  }

  @Test func lossesAreWarnings() throws {
    let folder = try folder()
    try folder.write(
      "{\"vertices\": [[0,0,0,0,0],[1,0,1,0,1],[1,1,1,1,0],[0,1,0,1,0]], \"brightness\": [1,1,0,1], "
        + "\"faces\": [{\"indices\": [0,1,2,3], \"creases\": [9,0,0,0]}], \"depthNormalization\": \"width\"}",
      to: "rich.json")
    let run = try convert("rich.json", "r.obj", in: folder)
    #expect(
      run.words
        == "Warning: r.obj: Wavefront OBJ cannot store the creases of 1 face or the depth normalization (width) "
        + "or the brightness\n")
    #expect(try convert("rich.json", "r.obj", "--quiet", in: folder).words.isEmpty)
    #expect(try convert("rich.json", "r.json", in: folder).words.isEmpty)
    try folder.write(
      "{\"vertices\": [[0,0,0,0,0],[1,0,1,0,0],[0,1,0,1,0],[1,1,1,1,0]], \"faces\": [[0,1,3,2]], "
        + "\"replicatesEdges\": true}", to: "edges.json")
    for (file, flags) in [("e.obj", []), ("e.camesh", []), ("e.data", ["--xy", "unit"])] {
      let words = try Tool.start(["convert", "edges.json", file] + flags, in: folder).wait().words
      #expect(words.hasSuffix(" cannot store the continued edges (replicatesEdges)\n"), "\(words)")
    }
    #expect(try convert("edges.json", "e.glb", in: folder).words.isEmpty)
    // Depth normalization given for a format that cannot hold it.
    let back = try convert("r.obj", "back.json", "--depth-normalization", "width", in: folder)
    #expect(back.code == 0)
    #expect(
      String(decoding: try folder.bytes("back.json"), as: UTF8.self).contains(
        "\"depthNormalization\": \"width\""))
  }

  @Test func surfacesAreRefined() throws {
    let folder = try folder()
    try folder.write(
      "{\"vertices\": [[0,0,0,0,0],[1,0,1,0,1],[1,1,1,1,0],[0,1,0,1,0]], \"faces\": [[0,1,2,3]], \"subdivisionSteps\": -1}",
      to: "smooth.json")
    try expectFailure(
      64, "--subdivision-steps", in: folder, arguments: ["convert", "smooth.json", "s.glb"])
    #expect(
      try convert(
        "smooth.json", "s.gltf", "--subdivision-steps", "2", "--image", "in.png", "--unlit", in: folder
      ).code
        == 0)
    let text = String(decoding: try folder.bytes("s.gltf"), as: UTF8.self)
    #expect(text.contains("\"count\": 25, \"type\": \"VEC3\"") && text.contains("KHR_materials_unlit"))
    try expectFailure(
      65, "--max-vertices", in: folder,
      arguments: ["convert", "smooth.json", "s.glb", "--subdivision-steps", "20"])
  }

  /// A preset is made for a layer of --size, whatever the format, and for that of --image in glTF.
  @Test func presetsHaveTheProportionsOfTheSize() throws {
    let folder = try folder()
    let printed = try Tool.run("render", "in.png", "--mesh", "swirl:angle=60", "--print-mesh", in: folder)
    #expect(printed.code == 0 && !printed.output.isEmpty, "\(printed.words)")
    for (file, flags) in [
      ("wide.json", ["--size", "16x9"]), ("square.json", []), ("size.glb", ["--size", "16x9"]),
      ("image.glb", ["--image", "in.png"]), ("square.glb", ["--image", "in.png", "--size", "9x9"]),
      ("wide.obj", ["--size", "16x9"]), ("wide.camesh", ["--size", "16x9"]),
    ] {
      let run = try Tool.start(["convert", "swirl:angle=60", file] + flags, in: folder).wait()
      #expect(run.code == 0, "\(file): \(run.words)")
    }
    #expect(try folder.bytes("wide.json") == printed.output)
    #expect(try folder.bytes("square.json") != printed.output)
    for name in ["size", "image", "square"] {
      let size = name == "square" ? "9x9" : "16x9"
      let run = try Tool.run("convert", "\(name).glb", "\(name).obj", "--size", size, in: folder)
      #expect(run.code == 0, "\(name): \(run.words)")
    }
    #expect(try folder.bytes("size.obj") == folder.bytes("image.obj"))
    #expect(try folder.bytes("size.obj") != folder.bytes("square.obj"))
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    let code: Int32, arguments: [String], part: String
    init(_ code: Int32, _ arguments: String..., says part: String) {
      (self.code, self.arguments, self.part) = (code, arguments, part)
    }
    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test(arguments: [
    Fault(64, "m.json", "out.stl", says: "The format of out.stl is unknown; set it with --to"),
    Fault(64, "-", "out.obj", says: "The format of the standard input is unknown; set it with --from"),
    Fault(66, "m.glb", "out.obj", says: "m.glb: there is no such file"),
    Fault(65, "m.json", "out.obj", "--from", "glb", says: "there is no \"asset\", so this is not glTF"),
    Fault(64, "m.json", "out.obj", "--to", "stl", says: "stl"),
    Fault(64, "m.json", "out.data", says: "set --aspect to that of the output"),
    Fault(64, "m.json", "out.data", "--aspect", "0", says: "--aspect"),
    Fault(
      64, "m.json", "out.data", "--xy", "unit", "--aspect", "2", says: "--aspect applies only to --xy aspect"),
    Fault(64, "m.json", "out.obj", "--xy", "unit", says: "--xy and --aspect apply only to warp meshes"),
    Fault(64, "m.json", "out.obj", "--image", "in.png", says: "use a .glb or .gltf output"),
    Fault(64, "m.json", "out.json", "--size", "4x3", says: "--size"),
    Fault(64, "m.json", "out.obj", "--subdivision-steps=-1", says: "use 0 or more"),
    Fault(64, "m.json", "out.glb", "--size", "0x3", says: "--size"),
    Fault(64, "m.json", "out.obj", "--max-vertices", "0", says: "--max-vertices is 0"),
    Fault(
      65, "m.json", "out.obj", "--max-vertices", "10", says: "the mesh has 49 vertices, but the limit is 10"),
    Fault(65, "m.json", "out.glb", "--image", "m.json", says: "m.json"),
    Fault(66, "m.json", "out.glb", "--image", "none.png", says: "none.png"),
    Fault(66, "none.obj", "out.json", says: "none.obj"),
    Fault(65, "bad.obj", "out.json", says: "bad.obj:2:5: found \"x\"; use y, a number"),
    Fault(65, "m.json", "out.json", "--from", "obj", says: "m.json:1:1: found"),
    Fault(65, "triangle.obj", "out.data", "--xy", "unit", says: "out.data: a warp mesh is a grid of quads"),
    Fault(73, "m.json", "bad.obj/out.obj", says: "bad.obj/out.obj"),
  ])
  func isExplained(_ fault: Fault) throws {
    let folder = try folder()
    try folder.write("v 0 0 0\nv 0 x\n", to: "bad.obj")
    try folder.write("v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nf 1/1 2/2 3/3\n", to: "triangle.obj")
    try expectFailure(fault.code, fault.part, in: folder, arguments: ["convert"] + fault.arguments)
  }

  @Test func aBrokenMeshFileOfASceneIsNamedWithItsLine() throws {
    let folder = try folder()
    try folder.write("v 0 0 0\nq\n", to: "bad.obj")
    try folder.write(
      "{\"canvas\": {\"size\": [4, 4]}, \"layers\": [{\"bounds\": [0, 0, 4, 4], \"mesh\": {\"file\": \"bad.obj\"}}]}",
      to: "scene.json")
    try expectFailure(
      65, "bad.obj:2:1: found \"q\"", in: folder, arguments: ["render", "scene.json", "-o", "o.png"])
    try expectFailure(
      65, "bad.obj:2:1: found \"q\"", in: folder,
      arguments: ["render", "in.png", "--mesh", "bad.obj", "-o", "o.png"])
  }
}
