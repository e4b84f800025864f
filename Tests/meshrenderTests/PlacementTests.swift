import Foundation
import ImageFiles
import MeshTransform
import Testing

/// `--axes` and `--fit-mesh`, with files as other programs write them.
struct PlacementTests {
  /// A concave plate of eight corners in the plane y = 5, 6 wide and 3 high, as Blender writes it with z up: a rectangle
  /// with a notch in its upper side.
  private static let corners = [(0, 0), (6, 0), (6, 3), (4, 3), (4, 1), (2, 1), (2, 3), (0, 3)]

  private func plate(isZUp: Bool = true, isMapped: Bool = true) -> String {
    var text = "# Blender 4.2.3 LTS\n# www.blender.org\nmtllib plate.mtl\no Plate\n"
    for (x, z) in Self.corners {
      text += isZUp ? "v \(x + 10).5 5.0 \(z - 20).25\n" : "v \(x + 10).5 \(z - 20).25 -5.0\n"
    }
    text += "vn 0.0 -1.0 0.0\n"
    if isMapped { for (x, z) in Self.corners { text += "vt \(Double(x) / 6) \(Double(z) / 3)\n" } }
    text += "s 0\nusemtl Red\nf"
    for i in 1...8 { text += isMapped ? " \(i)/\(i)/1" : " \(i)//1" }
    return text + "\n"
  }

  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write(plate(), to: "z.obj")
    try folder.write(plate(isZUp: false), to: "y.obj")
    try folder.write(plate(isMapped: false), to: "plain.obj")
    // Of the proportions of the plate, and square.
    try folder.writePicture(60, 30, to: "in.png")
    try folder.writePicture(60, 60, to: "square.png")
    return folder
  }

  private func render(_ arguments: String..., in folder: Folder) throws -> Image {
    let run = try Tool.start(["render"] + arguments + ["-o", "out.png"], in: folder).wait()
    try #require(run.code == 0, "\(run.words)")
    return try folder.image("out.png")
  }

  /// The picture lies on the plate as it is, but for the notch.
  @Test(arguments: [
    ["z.obj", "--axes", "x,z,-y"], ["y.obj"], ["y.obj", "--axes", "x,y,z"],
    ["plain.obj", "--axes", "x,z,-y"],
  ])
  func texturesAreUpright(mesh: [String]) throws {
    let folder = try folder()
    let run = try Tool.start(
      ["render", "in.png", "-o", "out.png", "--fit-mesh", "contain", "--mesh"] + mesh, in: folder
    ).wait()
    #expect(run.code == 0, "\(run.words)")
    #expect(
      run.words.contains("1 face has no texture coordinates; the content is projected onto it from the front")
        == (mesh[0] == "plain.obj"))
    let (content, picture) = (try folder.image("in.png"), try folder.image("out.png"))
    for y in stride(from: 1, to: 30, by: 4) {
      for x in stride(from: 2, to: 60, by: 5) {
        let isNotch = (20..<40).contains(x) && y < 20
        #expect(picture.pixel(x, y) == (isNotch ? [0, 0, 0, 0] : content.pixel(x, y)), "\(x), \(y)")
      }
    }
  }

  @Test func containKeepsProportionsAndFillDoesNot() throws {
    let folder = try folder()
    let contained = try render(
      "square.png", "--mesh", "z.obj", "--axes", "x,z,-y", "--fit-mesh", "contain", in: folder)
    #expect(try #require(contained.ink) == (0...59, 15...44))
    let filled = try render(
      "square.png", "--mesh", "z.obj", "--axes", "x,z,-y", "--fit-mesh", "fill", in: folder)
    #expect(try #require(filled.ink) == (0...59, 0...59))
    // Upside down, the notch is below.
    let turned = try render(
      "in.png", "--mesh", "z.obj", "--axes", "-x,-z,-y", "--fit-mesh", "fill", in: folder)
    #expect(turned.pixel(30, 5)[3] == 255 && turned.pixel(30, 25)[3] == 0)
  }

  /// A scene, the scene that the flags imply, and a mesh that `convert` has placed draw the same.
  @Test func everyWayDrawsTheSame() throws {
    let folder = try folder()
    let placed = ["--axes", "x,z,-y", "--fit-mesh", "contain"]
    let expected = try render(
      "square.png", "--mesh", "z.obj", "--axes", "x,z,-y", "--fit-mesh", "contain", in: folder)
    let printed = try Tool.start(
      ["render", "square.png", "--mesh", "z.obj", "--print-scene"] + placed, in: folder
    )
    .wait()
    #expect(
      printed.text.contains(#""axes": "x,z,-y""#) && printed.text.contains(#""fit": "contain""#),
      "\(printed.text)")
    try folder.write(printed.text, to: "scene.json")
    #expect(try render("scene.json", in: folder) == expected)
    try folder.write(
      #"{"input": "square.png", "mesh": "z.obj", "axes": "x,z,-y", "fit-mesh": "contain", "output": "job.png"}"#,
      to: "jobs.jsonl")
    let batch = try Tool.run("batch", "jobs.jsonl", in: folder)
    #expect(try batch.code == 0 && folder.image("job.png") == expected, "\(batch.words)")
    for more in [[], ["--size", "200x200"]] {
      let run = try Tool.start(["convert", "z.obj", "m.json"] + placed + more, in: folder).wait()
      #expect(run.code == 0, "\(run.words)")
      #expect(try render("square.png", "--mesh", "m.json", in: folder) == expected)
    }
    let wide = try Tool.start(["convert", "z.obj", "m.json", "--size", "60x30"] + placed, in: folder).wait()
    #expect(try wide.code == 0 && render("in.png", "--mesh", "m.json", in: folder).ink! == (0...59, 0...29))
    let refined = try Tool.start(["subdivide", "z.obj", "-o", "s.json", "--steps", "0"] + placed, in: folder)
      .wait()
    #expect(try refined.code == 0 && render("square.png", "--mesh", "s.json", in: folder) == expected)
    let inspected = try Tool.start(["inspect", "z.obj"] + placed, in: folder).wait()
    #expect(inspected.text.contains("to                 x 0...1, y 0.25...0.75, z 0"), "\(inspected.text)")
    let valid = try Tool.start(["validate", "plain.obj"] + placed, in: folder).wait()
    #expect(valid.code == 0 && valid.text == "plain.obj: valid, 8 vertices, 6 faces\n", "\(valid.words)")
  }

  @Test func bothEndsOfAMotionArePlaced() throws {
    let folder = try folder()
    try folder.write(
      "v 0 0 0\nv 9 0 0\nv 9 9 0\nv 0 9 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3 4/4\n", to: "q.obj")
    let run = try Tool.run(
      "animate", "square.png", "--from", "flat", "--to", "q.obj", "--fit-mesh", "contain", "--fps", "2",
      "--duration", "1",
      "-o", "a.png", "--sheet", "2x1", in: folder)
    #expect(run.code == 0, "\(run.words)")
    // The placed square is that of the layer.
    let (content, sheet) = (try folder.image("square.png"), try folder.image("a.png"))
    for (x, y) in [(10, 10), (30, 30), (50, 10)] {
      #expect(sheet.pixel(x, y) == content.pixel(x, y) && sheet.pixel(60 + x, y) == content.pixel(x, y))
    }
  }

  @Test(arguments: [
    (["--mesh", "plain.obj"], 65, "--fit-mesh contain"),
    (["--mesh", "z.obj", "--axes", "x,y"], 64, "name three axes with commas between them"),
    (["--mesh", "z.obj", "--axes", "x,y,-x"], 64, "x is named twice; name each of x, y and z once"),
    (["--mesh", "z.obj", "--fit-mesh", "cover"], 64, "'none', 'contain' or 'fill'"),
    (
      ["--mesh", "wave", "--axes", "x,z,-y"], 64,
      "--axes places the model of a mesh file, and wave is a preset"
    ),
    (["--fit-mesh", "fill"], 64, "--fit-mesh places the model of a mesh file, and none is given"),
    (
      ["--mesh", "line.obj", "--fit-mesh", "fill"], 65,
      "line.obj: all points lie on one line toward the viewer"
    ),
    (
      ["--mesh", "m.json", "--axes", "x,z,-y"], 65,
      "m.json: files of this format all have the same axes"
    ),
  ])
  func faults(arguments: [String], code: Int, expected: String) throws {
    let folder = try folder()
    try folder.write("v 1 1 0\nv 1 1 1\nv 1 1 2\nvt 0 0\nf 1/1 2/1 3/1\n", to: "line.obj")
    try folder.write(MeshFileTests.flat, to: "m.json")
    let run = try Tool.start(["render", "in.png", "-o", "out.png"] + arguments, in: folder).wait()
    #expect(run.code == code && run.words.contains(expected), "\(run.words)")
    #expect(try !folder.entries().contains("out.png"))
  }

  @Test func scenesSayItThemselves() throws {
    let folder = try folder()
    try folder.write(#"{"canvas": {"size": [9, 9]}, "layers": []}"#, to: "scene.json")
    for command in ["render", "validate"] {
      let run = try Tool.start(
        [command, "scene.json", "--fit-mesh", "fill"] + (command == "render" ? ["-o", "out.png"] : []),
        in: folder
      ).wait()
      #expect(run.code == 64 && run.words.contains("--fit-mesh"), "\(run.words)")
    }
  }
}
