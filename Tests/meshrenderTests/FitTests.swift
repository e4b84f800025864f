import Foundation
import ImageFiles
import MeshTransform
import Testing

/// Meshes of measured points, from the file to the picture.
@Suite struct FitTests {
  private struct Report: Decodable {
    let form: String, method: String, points: Int, rms: Double, residuals: [Double?], outliers: [Int],
      vertices: Int
    let worst: Worst?, fold: Fold?
    struct Worst: Decodable { let point: Int, pixels: Double }
    struct Fold: Decodable { let content: [Double], points: [Int] }
  }

  private static let list = "x,y,X,Y\n5,4,8,2\n55,6,52,9\n50,35,58,38\n8,33,2,36\n30,20,33,24\n"

  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.writePicture(60, 40, to: "in.png")
    try folder.write(Self.list, to: "points.csv")
    return folder
  }

  private func report(_ arguments: [String], in folder: Folder) throws -> Report {
    let run = try Tool.start(["fit"] + arguments, in: folder).wait()
    #expect(run.code == 0, "\(run.words)")
    return try JSONDecoder().decode(Report.self, from: Data(run.text.utf8))
  }

  /// The mesh takes each point to its place: `project` finds it there.
  @Test(arguments: ["thin-plate", "moving-rigid", "rigid"])
  func pointsLieAtTheirPlaces(method: String) throws {
    let folder = try folder()
    let report = try report(
      ["points.csv", "--from-size", "in.png", "--method", method, "-o", "mesh.json"], in: folder)
    #expect(report.points == 5 && report.rms < 1e-6 && report.method == method && report.fold == nil)
    try expectPlaces(["--mesh", "mesh.json"], in: folder)
  }

  /// `project` finds the points of the list at their places.
  private func expectPlaces(_ flags: [String], in folder: Folder) throws {
    let projected = try Tool.start(["project", "in.png", "points.csv"] + flags, in: folder).wait()
    let rows = projected.text.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",").compactMap { Double($0) }
    }
    #expect(rows.count == 5, "\(projected.words)")
    for row in rows {
      #expect(abs(row[2] - row[4]) < 0.25 && abs(row[3] - row[5]) < 0.25, "\(row)")
    }
  }

  /// One mesh by the command, by a flag, by a conversion and in a scene.
  @Test func pointsAreAMeshAnywhere() throws {
    let folder = try folder()
    _ = try report(
      ["points.csv", "--from-size", "60x40", "--method", "projective", "-o", "mesh.json"], in: folder)
    func run(_ arguments: String...) throws {
      let run = try Tool.start(arguments, in: folder).wait()
      #expect(run.code == 0 && run.words == "", "\(run.words)")
    }
    let text = "fit:points.csv,method=projective"
    try run("convert", "\(text),from=60x40", "converted.json")
    #expect(try folder.bytes("converted.json") == folder.bytes("mesh.json"))
    try run("render", "in.png", "--mesh", "mesh.json", "-o", "file.png")
    try run("render", "in.png", "--mesh", text, "-o", "flag.png")
    try folder.write(
      """
      {"canvas": {"size": [60, 40]}, "layers": [{"bounds": [0, 0, 60, 40], "position": [30, 20],
        "contents": {"image": "in.png"}, "mesh": {"points": {"file": "points.csv", "method": "projective"}}}]}
      """, to: "scene.json")
    try run("render", "scene.json", "-o", "scene.png")
    let file = try folder.image("file.png")
    #expect(try folder.image("flag.png") == file && folder.image("scene.png") == file)
    #expect(try folder.image("in.png") != file)
    // Another canvas has its own size.
    try run("render", "in.png", "--mesh", "\(text),to=90x50", "-o", "wide.png")
    let wide = try folder.image("wide.png")
    #expect(wide.size == PixelSize(90, 50))
    // A scene and a clip of these flags know the size of the content, too.
    let flags = ["in.png", "--mesh", "\(text),to=90x50"]
    let printed = try Tool.start(["render"] + flags + ["--print-scene"], in: folder).wait()
    try folder.write(printed.text, to: "printed.json")
    try run("render", "printed.json", "-o", "printed.png")
    let clip = ["--still", "--fps", "1", "--duration", "1s", "-o", "frames/"]
    let drawn = try Tool.start(["animate"] + flags + clip, in: folder).wait()
    #expect(drawn.code == 0, "\(drawn.words)")
    #expect(try folder.image("printed.png") == wide && folder.image("frames/frame-0001.png") == wide)
    try expectPlaces(["--mesh", "fit:points.csv,to=90x50"], in: folder)
  }

  @Test(arguments: [
    (
      ["render", "in.png", "-o", "o.png", "--mesh", "fit:points.csv,degree=3"], 64, "degree needs the method"
    ),
    (["render", "in.png", "-o", "o.png", "--mesh", "fit:points.csv,method=spine"], 64, "spline"),
    (["render", "in.png", "-o", "o.png", "--mesh", "fit:none.csv"], 66, "none.csv"),
    (["render", "in.png", "-o", "o.png", "--mesh", "fit:points.csv,method=spline"], 65, "no grid"),
    (["convert", "fit:points.csv", "o.json"], 64, "from=640x480"),
  ])
  func textsHaveOneSentence(arguments: [String], code: Int32, words: String) throws {
    try expectFailure(code, words, in: folder(), arguments: arguments)
  }

  @Test func leastSquaresHaveResiduals() throws {
    let folder = try folder()
    let report = try report(["points.csv", "--from-size", "60x40", "--method", "projective"], in: folder)
    let squares = report.residuals.reduce(0) { $0 + ($1 ?? 9) * ($1 ?? 9) }
    #expect(report.residuals.count == 5 && report.rms > 0.1)
    #expect(abs(report.rms - (squares / 5).squareRoot()) < 1e-5)
    let worst = try #require(report.worst)
    #expect(
      worst.pixels == report.residuals.compactMap(\.self).max()
        && report.residuals[worst.point - 1] == worst.pixels)
  }

  @Test func wrongPointsAreNamed() throws {
    let folder = try folder()
    // A shift by 3 and 2, but for point 3.
    try folder.write("0,0,3,2\n10,30,13,32\n50,10,9,31\n44,33,47,35\n20,5,23,7\n", to: "list.csv")
    let report = try report(
      ["list.csv", "--from-size", "60x40", "--method", "affine", "--reject", "0.5"], in: folder)
    #expect(report.outliers == [3] && report.points == 5 && report.rms < 1e-6)
    #expect(report.residuals.count == 5 && report.residuals[2] ?? 0 > 40, "\(report.residuals)")
  }

  @Test func foldsAreWarnedOf() throws {
    let folder = try folder()
    try folder.write(
      "0,0,0,0\n60,0,60,0\n60,40,60,40\n0,40,0,40\n20,20,40,20\n40,20,20,20\n", to: "crossed.csv")
    let run = try Tool.start(["fit", "crossed.csv", "--from-size", "60x40"], in: folder).wait()
    #expect(
      run.code == 0 && run.words.contains("the map folds near") && run.text.contains("\"fold\""),
      "\(run.words)")
    let strict = try Tool.start(
      ["fit", "crossed.csv", "--from-size", "60x40", "--strict", "-o", "mesh.json"], in: folder
    ).wait()
    #expect(try strict.code == 65 && !folder.entries().contains("mesh.json"))
  }

  @Test(arguments: [
    (["points.csv"], 64, "--from-size"), (["points.csv", "--from-size", "none.png"], 66, "none.png"),
    (["none.csv", "--from-size", "60x40"], 66, "none.csv"),
    (["points.csv", "--from-size", "60x40", "-o", "mesh.png"], 64, ".json, .obj or .camesh"),
    (["points.csv", "--from-size", "60x40", "--degree", "3"], 64, "degree needs the method polynomial"),
    (["points.csv", "--from-size", "60x40", "--reject", "3"], 64, "least squares"),
    (["points.csv", "--from-size", "60x40", "--method", "polynomial", "--degree", "5"], 65, "needs 21"),
    (["points.csv", "--from-size", "60x40", "--method", "spline"], 65, "no grid"),
    (["points.csv", "--from-size", "60x40", "--method", "polynomial", "--degree", "9"], 64, "--degree is 9"),
  ])
  func faultsHaveOneSentence(arguments: [String], code: Int32, words: String) throws {
    try expectFailure(code, words, in: folder(), arguments: ["fit"] + arguments)
  }
}
