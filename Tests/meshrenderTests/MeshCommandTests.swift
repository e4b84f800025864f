import Foundation
import Testing

/// `inspect`, `subdivide` and `--inverse` on the command line.
struct MeshCommandTests {
  private static let quad =
    "{\"vertices\": [[0,0,0,0,0],[1,0,1,0,0.2],[1,1,1,1,0],[0,1,0,1,0]], \"faces\": [[0,1,2,3]]}"

  @Test func inspectionInWordsAndJSON() throws {
    let folder = try Folder()
    try folder.write(Self.quad, to: "m.json")
    let words = try Tool.run("inspect", "m.json", in: folder)
    #expect(words.code == 0 && words.words.isEmpty, "\(words.words)")
    #expect(words.text.contains("1 quadrilaterals, 0 triangles") && words.text.contains("1 rows, 1 columns"))
    let json = try Tool.run("inspect", "-", "--json", in: folder, input: folder.file("m.json"))
    #expect(json.code == 0, "\(json.words)")
    let read = try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any]
    let report = try #require(read)
    #expect(report["vertices"] as? Int == 4 && report["isFlat"] as? Bool == false)
    #expect(report["boundaryCount"] as? Int == 1)
    #expect((report["inverseFault"] as? String)?.contains("depth") == true)
    #expect((report["foldedFaces"] as? [String: Any])?["count"] as? Int == 0)
  }

  /// Every anomaly is reported. Faces keep their numbers in the file.
  @Test func oddMeshesAreReported() throws {
    let folder = try Folder()
    try folder.write(
      Self.quad.replacing("[[0,1,2,3]]", with: "[[0,0,0,0],[0,1,2,3],[0,1,3,2],[0,1,2,0]]"), to: "m.json")
    let run = try Tool.run("inspect", "m.json", "--json", "--picture", "p.png", in: folder)
    #expect(run.code == 0, "\(run.words)")
    let read = try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any]
    let report = try #require(read)
    func first(_ key: String) -> [Any] { (report[key] as? [String: Any])?["first"] as? [Any] ?? [] }
    #expect(first("undrawableFaces") as? [Int] == [0])
    #expect(first("nonManifoldEdges").contains { ($0 as? [Int]) == [0, 1] })
    #expect(!(report["suggestions"] as? [String] ?? []).isEmpty)
  }

  /// The background outside, the mesh inside, and folded faces in red.
  @Test func thePictureShowsFaults() throws {
    let folder = try Folder()
    try folder.write(
      """
      {"vertices": [[0,0,0,0,0],[0.3,0,0.3,0,0],[0.6,0,0.6,0,0],[1,0,1,0,0],
                    [0,1,0,1,0],[0.3,1,0.3,1,0],[0.6,1,0.6,1,0],[1,1,1,1,0],
                    [1,0,1,0,0],[1,1,1,1,0],[1.4,0,0.8,0,0],[1.4,1,0.8,1,0]],
       "faces": [[0,1,5,4],[1,2,6,5],[2,3,7,6],[8,10,11,9]]}
      """, to: "m.json")
    let run = try Tool.run("inspect", "m.json", "--picture", "p.png", in: folder)
    #expect(run.code == 0, "\(run.words)")
    let picture = try folder.image("p.png")
    #expect(max(picture.size.width, picture.size.height) == 960)
    let (width, height) = (picture.size.width, picture.size.height)
    func at(_ x: Double, _ y: Double) -> [UInt8] {
      picture.pixel(40 + Int(x * Double(width - 80)), 40 + Int(y * Double(height - 80)))
    }
    let paper = picture.pixel(5, 5)
    let (flat, folded) = (at(0.15, 0.5), at(0.9, 0.5))
    #expect(paper[0] > 240 && paper[1] > 240)
    #expect(flat != paper && flat[2] > flat[0])
    #expect(Int(folded[0]) > Int(folded[2]) + 40)
  }

  @Test func invalidMeshesExitWith65() throws {
    let folder = try Folder()
    try folder.write("{\"vertices\": [[0,0,0,0,0]], \"faces\": [[0,1,2,3]]}", to: "m.json")
    try expectFailure(65, "faces[0][1]", in: folder, arguments: ["inspect", "m.json"])
    try folder.write("no mesh", to: "m.json")
    try expectFailure(65, "m.json", in: folder, arguments: ["inspect", "m.json"])
    try expectFailure(
      65, "m.json", in: folder, arguments: ["subdivide", "m.json", "--steps", "1", "-o", "-"])
    try expectFailure(66, "none.json", in: folder, arguments: ["inspect", "none.json"])
    try expectFailure(64, "use a file", in: folder, arguments: ["inspect", "m.json", "--picture", "-"])
  }

  @Test func subdivision() throws {
    let folder = try Folder()
    try folder.write(Self.quad, to: "m.json")
    let run = try Tool.run("subdivide", "m.json", "--steps", "3", "-o", "out.json", in: folder)
    #expect(run.code == 0 && run.words.isEmpty, "\(run.words)")
    let found = try Tool.run("inspect", "out.json", in: folder)
    #expect(found.text.contains("8 rows, 8 columns"), "\(found.text)")
    let piped = try Tool.run(
      "subdivide", "-", "--steps", "3", "-o", "-", in: folder, input: folder.file("m.json"))
    let written = try folder.bytes("out.json")
    #expect(piped.output == written)
    let none = try Tool.run("subdivide", "m.json", "--steps", "0", "-o", "same.json", in: folder)
    #expect(none.code == 0, "\(none.words)")

    try expectFailure(64, "--steps", in: folder, arguments: ["subdivide", "m.json", "-o", "x.json"])
    try expectFailure(
      64, "--steps is -1", in: folder, arguments: ["subdivide", "m.json", "--steps", "-1", "-o", "x.json"])
    try expectFailure(
      65, "--max-vertices", "use 9 or fewer", in: folder,
      arguments: ["subdivide", "m.json", "--steps", "40", "-o", "x.json"])
    try expectFailure(
      65, "the limit is 50", in: folder,
      arguments: ["subdivide", "m.json", "--steps", "3", "--max-vertices", "50", "-o", "x.json"])
  }

  /// A round trip: a picture with its corners pinned and then unpinned is the same picture, except for sampling twice.
  @Test func inverse() throws {
    let folder = try Folder()
    try folder.writePicture(40, 30, to: "in.png")
    let mesh = "cornerPin:topLeftX=0.1,topLeftY=0.1,bottomRightX=0.9"
    for arguments in [
      ["in.png", "--mesh", mesh, "--scale", "4", "-o", "bent.png"],
      ["bent.png", "--mesh", mesh, "--inverse", "-o", "back.png"],
    ] {
      let run = try Tool.start(["render"] + arguments, in: folder).wait()
      #expect(run.code == 0, "\(run.words)")
    }
    let (there, back) = (try folder.image("in.png"), try folder.image("back.png"))
    var (sum, count) = (0, 0)
    for y in 3..<27 {
      for x in 3..<37 {
        let (was, now) = (there.pixel(x, y), back.pixel(4 * x + 2, 4 * y + 2))
        for channel in 0..<3 { sum += abs(Int(was[channel]) - Int(now[channel])) }
        count += 3
      }
    }
    #expect(Double(sum) / Double(count) < 4, "\(Double(sum) / Double(count))")

    try folder.write(Self.quad, to: "m.json")
    for (mesh, part) in [
      ("m.json", "depth"), ("pageCurl", "depth"), ("wave:columns=4", "meshrender map"),
    ] {
      try expectFailure(
        65, part, "--inverse", in: folder,
        arguments: [
          "render", "in.png", "--mesh", mesh, "--face-interpolation", "bilinear", "--inverse", "-o", "x.png",
        ]
        .filter { mesh.hasPrefix("wave") || !["--face-interpolation", "bilinear"].contains($0) })
    }
    try expectFailure(
      64, "--inverse", in: folder, arguments: ["render", "in.png", "--inverse", "-o", "x.png"])
    // A scene can describe the inverse, too.
    let printed = try Tool.run(
      "render", "in.png", "--mesh", mesh, "--inverse", "--print-scene", in: folder,
      output: folder.file("s.json"))
    #expect(printed.code == 0, "\(printed.words)")
    let valid = try Tool.run("validate", "s.json", in: folder)
    #expect(valid.code == 0, "\(valid.words)")
  }
}
