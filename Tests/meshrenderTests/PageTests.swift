import Foundation
import ImageFiles
import MeshTransform
import Testing

/// Photographed pages, from the outline to the flat picture.
@Suite struct PageTests {
  private struct Report: Decodable {
    let form: String, model: String, size: [Double], aspect: Double, focal: Double?, rms: Double?,
      vertices: Int
  }

  private static let outline =
    #"{"top": [[8, 6], [30, 5], [52, 7]], "bottom": [[5, 34], [30, 34], [56, 36]]}"#

  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.writePicture(60, 40, to: "in.png")
    try folder.write(Self.outline, to: "page.json")
    return folder
  }

  /// One mesh by the command, by a flag, by a conversion and in a scene, with the points there or in the file.
  @Test func pagesAreMeshesAnywhere() throws {
    let folder = try folder()
    func run(_ arguments: String...) throws {
      let run = try Tool.start(arguments, in: folder).wait()
      #expect(run.code == 0 && run.words == "", "\(run.words)")
    }
    let fitted = try Tool.start(
      ["fit", "page.json", "--from-size", "in.png", "-o", "mesh.json"], in: folder
    ).wait()
    #expect(fitted.code == 0, "\(fitted.words)")
    let report = try JSONDecoder().decode(Report.self, from: Data(fitted.text.utf8))
    #expect(report.form == "page" && report.model == "cylinder" && report.rms ?? 9 < 1)
    #expect(report.size[0] > 40 && report.size[1] > 20 && report.focal ?? 0 > 20)
    try run("convert", "page:page.json,from=60x40", "converted.json")
    #expect(try folder.bytes("converted.json") == folder.bytes("mesh.json"))
    try run("render", "in.png", "--mesh", "page:page.json", "-o", "flag.png")
    let flag = try folder.image("flag.png")
    #expect(flag.size == PixelSize(Int(report.size[0]), Int(report.size[1])))
    for (name, page) in [("file", #"{"file": "page.json"}"#), ("inside", Self.outline)] {
      try folder.write(
        """
        {"canvas": {"size": [\(report.size[0]), \(report.size[1])]}, "layers": [
          {"frame": [0, 0, \(report.size[0]), \(report.size[1])], "contents": {"image": "in.png"},
           "mesh": {"page": \(page)}}]}
        """, to: "\(name).json")
      try run("render", "\(name).json", "-o", "\(name).png")
      #expect(try folder.image("\(name).png") == flag)
    }
    let stated = try Tool.start(
      ["fit", "page.json", "--from-size", "60x40", "--aspect", "1.6", "--focal", "57"], in: folder
    ).wait()
    let known = try JSONDecoder().decode(Report.self, from: Data(stated.text.utf8))
    #expect(abs(known.aspect - 1.6) < 1e-3 && abs((known.focal ?? 0) - 57) < 0.1, "\(stated.text)")
    try run("render", "in.png", "--mesh", "page:page.json,to=70x90,aspect=0.8", "-o", "tall.png")
    #expect(try folder.image("tall.png").size == PixelSize(70, 90))
  }

  /// An outline that no bent sheet has is a patch, and a warning says so.
  @Test func patchesAreWarnedOf() throws {
    let folder = try folder()
    try folder.write(
      #"{"top": [[8, 6], [30, 1], [52, 7]], "bottom": [[5, 34], [30, 39], [56, 36]], "left": [[8, 6], [1, 20], [5, 34]], "right": [[52, 7], [59, 20], [56, 36]]}"#,
      to: "round.json")
    let run = try Tool.start(["fit", "round.json", "--from-size", "in.png"], in: folder).wait()
    #expect(run.code == 0 && run.words.contains("not those of a sheet"), "\(run.words)")
    #expect(run.text.contains("\"coons\""))
    let quiet = try Tool.start(
      ["render", "in.png", "--mesh", "page:round.json,model=coons", "-o", "o.png"], in: folder
    ).wait()
    #expect(quiet.code == 0 && quiet.words == "", "\(quiet.words)")
  }

  @Test(arguments: [
    (["render", "in.png", "-o", "o.png", "--mesh", "page:none.json"], 66, "none.json"),
    (["render", "in.png", "-o", "o.png", "--mesh", "page:page.json,size=3x4"], 64, "key of a page"),
    (["render", "in.png", "-o", "o.png", "--mesh", "page:bad.json"], 65, "opposite directions"),
    (["render", "in.png", "-o", "o.png", "--mesh", "page:in.png"], 65, "in.png"),
    (["convert", "page:page.json", "o.json"], 64, "from=900x700"),
    (["fit", "page.json", "--from-size", "60x40", "--method", "affine"], 64, "has no method"),
    (["fit", "points.csv", "--from-size", "60x40", "--aspect", "0.8"], 64, "outline of a page"),
    (["fit", "page.json", "--from-size", "60x40", "--focal", "0"], 64, "above 0"),
    (["fit", "bad.json", "--from-size", "60x40"], 65, "list both from left to right"),
    (["render", "--text", "a", "--flatten-light", "-o", "o.png"], 64, "only to an image"),
    (["render", "bad-scene.json", "-o", "o.png"], 65, "flattenLight"),
  ])
  func faultsHaveOneSentence(arguments: [String], code: Int32, words: String) throws {
    let folder = try folder()
    try folder.write("1,2,3,4\n5,6,7,9\n9,1,8,2\n", to: "points.csv")
    try folder.write(#"{"top": [[8, 6], [52, 7]], "bottom": [[56, 36], [5, 34]]}"#, to: "bad.json")
    try folder.write(
      #"{"canvas": {"size": [9, 9]}, "layers": [{"contents": {"color": "red", "flattenLight": true}}]}"#,
      to: "bad-scene.json")
    try expectFailure(code, words, in: folder, arguments: arguments)
  }

  /// A gray ramp of paper becomes white, as a flag and as a key.
  @Test func lightBecomesEven() throws {
    let folder = try Folder()
    var bytes: [UInt8] = []
    for _ in 0..<48 {
      for column in 0..<64 { bytes += [UInt8](repeating: UInt8(90 + 2 * column), count: 3) + [255] }
    }
    let photo = Image(size: PixelSize(64, 48), alpha: .opaque, bytes: bytes)
    try PNG.write(photo, to: .path(folder.file("paper.png")))
    try folder.write(
      #"{"canvas": {"size": [64, 48]}, "layers": [{"frame": [0, 0, 64, 48], "contents": {"image": "paper.png", "flattenLight": true}}]}"#,
      to: "scene.json")
    for arguments in [["paper.png", "--flatten-light"], ["scene.json"]] {
      let run = try Tool.start(["render"] + arguments + ["-o", "even.png"], in: folder).wait()
      #expect(run.code == 0, "\(run.words)")
      let even = try folder.image("even.png")
      #expect(even.bytes.min() ?? 0 > 244, "\(even.bytes.min() ?? 0)")
    }
  }
}
