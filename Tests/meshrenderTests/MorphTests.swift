import Foundation
import Testing

/// Meshes with shapes: glTF and mesh attachments.
struct MorphTests {
  private let folder: Folder

  /// The layer itself; the second target moves it to the right by a quarter.
  private static let gltf = """
    {"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
     "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "TEXCOORD_0": 1}, "mode": 5,
       "targets": [{}, {"POSITION": 2}]}], "extras": {"targetNames": ["none", "right"]}}],
     "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
       {"bufferView": 1, "componentType": 5121, "normalized": true, "count": 4, "type": "VEC2"},
       {"bufferView": 2, "componentType": 5126, "count": 4, "type": "VEC3"}],
     "bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 8},
       {"buffer": 0, "byteOffset": 56, "byteLength": 48}],
     "buffers": [{"byteLength": 104, "uri": "URI"}]}
    """

  private static let data: [UInt8] = {
    func bytes(_ numbers: [Float]) -> [UInt8] {
      numbers.flatMap { number in (0..<4).map { UInt8(number.bitPattern >> (8 * $0) & 255) } }
    }
    return bytes([-0.5, 0.5, 0, -0.5, -0.5, 0, 0.5, 0.5, 0, 0.5, -0.5, 0]) + [0, 0, 0, 255, 255, 0, 255, 255]
      + bytes([0.25, 0, 0, 0.25, 0, 0, 0.25, 0, 0, 0.25, 0, 0])
  }()

  init() throws {
    folder = try Folder()
    try folder.writePicture(8, 8, to: "in.png")
    for name in ["models", "other", "out"] {
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
    }
    try folder.write(Self.gltf.replacing("URI", with: "data/m.bin"), to: "models/m.gltf")
    try FileManager.default.createDirectory(
      atPath: folder.file("models/data"), withIntermediateDirectories: true)
    try folder.write(Self.data, to: "models/data/m.bin")
    try folder.write(Self.data, to: "other/m.bin")
  }

  private func render(_ mesh: String, _ more: String...) throws -> [UInt8] {
    let run = try Tool.start(["render", "in.png", "--mesh", mesh, "-o", "out/a.png"] + more, in: folder)
      .wait()
    #expect(run.code == 0 && run.words.isEmpty, "\(mesh): \(run.words)")
    return try folder.bytes("out/a.png")
  }

  @Test func theDataIsReadBesideTheFile() throws {
    let plain = try Tool.run("render", "in.png", "-o", "plain.png", in: folder)
    #expect(plain.code == 0)
    let drawn = try render("models/m.gltf")
    #expect(try folder.image("out/a.png") == folder.image("plain.png"))
    #expect(try render("models/m.gltf", "--untrusted") == drawn)
  }

  @Test func filesOutsideOfTheFolderAreNotRead() throws {
    for uri in [
      "../other/m.bin", folder.file("other/m.bin"), "file://\(folder.file("other/m.bin"))", "http://a/m.bin",
    ] {
      try folder.write(Self.gltf.replacing("URI", with: uri), to: "models/x.gltf")
      try expectFailure(
        65, "no addresses, no absolute paths", in: folder,
        arguments: ["render", "in.png", "--mesh", "models/x.gltf", "-o", "a.png"])
    }
    try folder.write(Self.gltf.replacing("URI", with: "link.bin"), to: "models/x.gltf")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("models/link.bin"), withDestinationPath: "../other/m.bin")
    for more in [[], ["--untrusted"]] {
      try expectFailure(
        65, "is outside the folders", in: folder,
        arguments: ["render", "in.png", "--mesh", "models/x.gltf", "-o", "out/b.png"] + more)
    }
    // A scene reads in its own folder and in the working directory, as for all its files.
    try folder.write(
      "{\"canvas\": {\"size\": [8, 8]}, \"layers\": [{\"contents\": {\"image\": \"../in.png\"}, \"mesh\": {\"file\": \"x.gltf\"}}]}",
      to: "models/scene.json")
    #expect(try Tool.run("render", "models/scene.json", "-o", "out/s.png", in: folder).code == 0)
    let inside = try Folder()
    for name in ["in.png", "x.gltf", "scene.json"] {
      let from = name == "in.png" ? name : "models/" + name
      try inside.write(try folder.bytes(from), to: name)
    }
    try inside.write(
      String(decoding: try inside.bytes("scene.json"), as: UTF8.self).replacing("../in.png", with: "in.png"),
      to: "scene.json")
    try FileManager.default.createSymbolicLink(
      atPath: inside.file("link.bin"), withDestinationPath: folder.file("other/m.bin"))
    try expectFailure(
      65, "is outside the folders", in: inside, arguments: ["render", "scene.json", "-o", "a.png"])
    try FileManager.default.removeItem(atPath: inside.file("link.bin"))
    for arguments in [
      ["render", "scene.json", "-o", "a.png"], ["render", "in.png", "--mesh", "x.gltf", "-o", "a.png"],
    ] {
      try expectFailure(
        66, "its data cannot be read: link.bin: there is no such file", in: inside, arguments: arguments)
    }
    #expect(try Tool.run("validate", "x.gltf", in: inside).code == 66)
  }

  @Test func aShapeIsNamedAfterTheFile() throws {
    let moved = try render("models/m.gltf:right=1")
    #expect(try folder.image("out/a.png").bytes[0..<4] == [0, 0, 0, 0])
    #expect(try render("models/m.gltf:1=1,none=3", "--untrusted") == moved)
    #expect(try render("models/m.gltf:right=0") != moved)
    let convert = try Tool.run("convert", "models/m.gltf:right=1", "m.json", in: folder)
    #expect(convert.code == 0, "\(convert.words)")
    #expect(try render("m.json") == moved)
    try folder.write(
      "{\"canvas\": {\"size\": [8, 8]}, \"layers\": [{\"frame\": [0, 0, 8, 8], \"contents\": {\"image\": \"in.png\"}, \"mesh\": {\"file\": "
        + "\"models/m.gltf\", \"morph\": {\"right\": 1}}}]}", to: "scene.json")
    let scene = try Tool.run("render", "scene.json", "-o", "out/s.png", in: folder)
    #expect(scene.code == 0, "\(scene.words)")
    #expect(try folder.image("out/s.png") == folder.image("out/a.png"))
    let report = try Tool.run("inspect", "models/m.gltf", in: folder)
    #expect(report.text.contains("shapes ") && report.text.contains("none, right\n"), "\(report.text)")
    let json = try Tool.run("inspect", "models/m.gltf:right=0.5", "--json", in: folder)
    #expect(json.text.contains("\"right\"") && json.text.contains("0.5"), "\(json.text)")
    for (mesh, words) in [
      ("models/m.gltf:rihgt=1", "there is no shape 'rihgt'; did you mean 'right'?"),
      ("models/m.gltf:time=1", "has no key frames"), ("models/m.gltf:right=x", "use a number"),
      ("m.json:a=1", "no morph targets"),
      ("models/m.gltf:right=1e9", "-1000000...1000000"),
    ] {
      try expectFailure(
        64, words, in: folder, arguments: ["render", "in.png", "--mesh", mesh, "-o", "a.png"])
    }
  }

  @Test func shapesAreKeyMeshes() throws {
    let ends = try Tool.run(
      "animate", "in.png", "--from", "models/m.gltf", "--to", "models/m.gltf:right=1", "--duration", "1",
      "--fps", "2",
      "-o", "out/a-%02d.png", in: folder)
    #expect(ends.code == 0, "\(ends.words)")
    let text = try Tool.run(
      "animate", "in.png", "--mesh", "models/m.gltf", "--animate",
      "mesh models/m.gltf, models/m.gltf:right=1,none=0, models/m.gltf:right=0 1s", "--fps", "4", "-o",
      "out/b-%02d.png", in: folder)
    #expect(text.code == 0, "\(text.words)")
    let frames = try folder.entries(in: "out").filter { $0.hasPrefix("b-") }
    #expect(frames.count == 5)
    #expect(try folder.image("out/\(frames[0])") == folder.image("in.png"))
    #expect(try folder.image("out/\(frames[2])").bytes[3] == 0)
  }
}
