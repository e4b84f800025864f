import MapFiles
import MeshTransform
import Testing

/// Maps written by the tool.
struct MapTests {
  /// The values of an NPY of the shape (rows, columns, 2).
  private static func places(_ bytes: [UInt8], _ shape: String) throws -> [Float] {
    let length = 10 + Int(bytes[8]) + 256 * Int(bytes[9])
    try #require(String(decoding: bytes[10..<length], as: UTF8.self).contains("(\(shape), 2)"))
    return stride(from: length, to: bytes.count, by: 4).map { start in
      Float(bitPattern: bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
  }

  @Test func npyOfAnImageAndOfASize() throws {
    let folder = try Folder()
    try folder.writePicture(8, 6, to: "in.png")
    let run = try Tool.run("map", "in.png", "-o", "m.npy", in: folder)
    #expect(run.code == 0 && run.words.isEmpty, "\(run.words)")
    let places = try Self.places(folder.bytes("m.npy"), "6, 8")
    for index in 0..<48 {
      #expect(abs(places[2 * index] - Float(index % 8)) < 1e-4)
      #expect(abs(places[2 * index + 1] - Float(index / 8)) < 1e-4)
    }
    let sized = try Tool.run("map", "--content-size", "8x6", "-o", "-", in: folder)
    let written = try folder.bytes("m.npy")
    #expect(sized.code == 0 && sized.output == written)
  }

  @Test func outsideAndPaddingAndForward() throws {
    let folder = try Folder()
    let padded = try Tool.run(
      "map", "--content-size", "4x4", "--padding", "1", "--outside", "-5", "-o", "m.npy", in: folder)
    #expect(padded.code == 0, "\(padded.words)")
    let places = try Self.places(folder.bytes("m.npy"), "6, 6")
    #expect(places[0] == -5 && abs(places[2 * 7]) < 1e-4)
    let forward = try Tool.run(
      "map", "--content-size", "4x4", "--padding", "1", "--forward", "-o", "f.npy", in: folder)
    #expect(forward.code == 0, "\(forward.words)")
    let there = try Self.places(folder.bytes("f.npy"), "4, 4")
    #expect(abs(there[0] - 1) < 1e-4 && abs(there[1] - 1) < 1e-4)
  }

  /// The identity in the numbers of other programs: pixel i of 4 is at (i + 1/2) / 4.
  @Test func conventionsOfTheOutput() throws {
    let folder = try Folder()
    let map = ["map", "--content-size", "4x2"]
    let grid = try Tool.start(map + ["-o", "grid.npy", "--map-units", "ndc"], in: folder).wait()
    #expect(grid.code == 0 && grid.words.isEmpty, "\(grid.words)")
    let unit = ["-o", "unit.npy", "--map-units", "unit", "--map-origin", "bottom"]
    #expect(try Tool.start(map + unit, in: folder).wait().code == 0)
    #expect(try Tool.start(map + ["-o", "still.npy", "--map-relative"], in: folder).wait().code == 0)
    let (ndc, bottom) = (
      try Self.places(folder.bytes("grid.npy"), "2, 4"), try Self.places(folder.bytes("unit.npy"), "2, 4")
    )
    let still = try Self.places(folder.bytes("still.npy"), "2, 4")
    for index in 0..<8 {
      let (x, y) = ((Float(index % 4) + 0.5) / 4, (Float(index / 4) + 0.5) / 2)
      #expect(abs(ndc[2 * index] - (2 * x - 1)) < 1e-4 && abs(ndc[2 * index + 1] - (2 * y - 1)) < 1e-4)
      #expect(abs(bottom[2 * index] - x) < 1e-4 && abs(bottom[2 * index + 1] - (1 - y)) < 1e-4)
      #expect(abs(still[2 * index]) < 1e-4 && abs(still[2 * index + 1]) < 1e-4)
    }
  }

  @Test(arguments: ["m.png", "m.exr", "m.yaml", "m.yml", "m.json", "m.flo"])
  func everyFormatIsWritten(name: String) throws {
    let folder = try Folder()
    let run = try Tool.run(
      "map", "--content-size", "8x6", "--mesh", "swirl", "--padding", "2", "-o", name, in: folder)
    #expect(run.code == 0 && run.words.isEmpty, "\(run.words)")
    let map = try MapFile.read([.path(folder.file(name))])
    let positions = map.map.coordinates(picture: PixelSize(8, 6))
    #expect(positions.size == PixelSize(12, 10) && positions[0, 0] == nil)
    let places = try Tool.run(
      "map", "--content-size", "8x6", "--mesh", "swirl", "--padding", "2", "-o", "m.npy", in: folder)
    #expect(places.code == 0)
    let npy = try MapFile.read([.path(folder.file("m.npy"))]).map.coordinates(picture: PixelSize(8, 6))
    #expect(
      zip(positions.values, npy.values).allSatisfy { $0.isNaN && $1.isNaN || abs($0 - $1) < 2e-4 })
  }

  @Test func pairsOfPGMs() throws {
    let folder = try Folder()
    let run = try Tool.run("map", "--content-size", "3x2", "--mesh", "swirl", "-o", "m.pgm", in: folder)
    #expect(run.code == 0, "\(run.words)")
    #expect(try folder.entries() == ["m-x.pgm", "m-y.pgm"])
    let named = try Tool.run(
      "map", "--content-size", "3x2", "--mesh", "swirl", "-o", "a.pgm", "--y", "b.pgm", in: folder)
    #expect(named.code == 0, "\(named.words)")
    #expect(try folder.bytes("a.pgm") == folder.bytes("m-x.pgm"))
    #expect(try folder.bytes("b.pgm") == folder.bytes("m-y.pgm"))
  }

  /// A map of 288 MB, held one band at a time: drawn at once, the map and its copy would exceed the limit besides a
  /// driver.
  @Test func aLargeMapIsWrittenInBands() throws {
    let folder = try Folder()
    let run = try Tool.start(
      ["-c", "ulimit -v 1126400; exec \(Tool.path) map --content-size 6000x6000 -o m.npy"], in: folder,
      executable: "/bin/sh"
    ).wait()
    #expect(run.code == 0, "\(run.words.prefix(300))")
    let bytes = try folder.bytes("m.npy")
    try #require(bytes.count == 128 + 8 * 36_000_000)
    // Every pixel maps to itself, also near the rows where bands of 3840 * 2304 / 6000 rows meet.
    for row in [0, 1473, 1474, 1475, 2947, 2948, 5999] {
      for column in [0, 2999, 5999] {
        let start = 128 + 8 * (6000 * row + column)
        let place = [0, 4].map { offset in
          Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[start + offset + $1]) << (8 * UInt32($1)) })
        }
        #expect(abs(place[0] - Float(column)) < 0.02 && abs(place[1] - Float(row)) < 0.02)
      }
    }
  }

  @Test func anEmptyMapIsAWarning() throws {
    let folder = try Folder()
    let run = try Tool.run(
      "map", "--content-size", "4x4", "--transform", "translate(100px, 0)", "-o", "m.npy", in: folder)
    #expect(run.code == 0 && run.words.contains("nothing is on the canvas; try --fit"), "\(run.words)")
  }

  @Test(arguments: [
    (["map", "-o", "m.npy"], "no content"),
    (["map", "in.png", "--content-size", "2x2", "-o", "m.npy"], "both an image"),
    (["map", "--content-size", "2.5x2", "-o", "m.npy"], "whole pixels"),
    (["map", "--content-size", "2x2", "-o", "m.tiff"], "m.tiff has no known file extension; use .npy"),
    (["map", "--content-size", "2x2", "-o", "m.xml"], "A map is not written as XML"),
    (
      ["map", "--content-size", "2x2", "-o", "m.npy", "--map-valid", "blue"],
      "--map-valid applies only to PNG"
    ),
    (["map", "--content-size", "2x2", "-o", "m.png", "--map-units", "ndc"], "a PNG cannot hold this map"),
    (
      ["map", "--content-size", "2x2", "-o", "m.yaml", "--map-relative"],
      "an OpenCV file cannot hold this map"
    ),
    (["map", "--content-size", "2x2", "-o", "m.pgm", "--y", "m.pgm"], "are both m.pgm"),
    (["map", "--content-size", "2x2", "-o", "m.npy", "--y", "y.pgm"], "--y is the second"),
    (["map", "--content-size", "2x2", "-o", "m.pgm", "--outside", "3"], "--outside applies only to NPY"),
    (["map", "--content-size", "2x2", "--background", "red", "-o", "m.npy"], "no colors"),
    (
      ["map", "--content-size", "2x2", "--mesh", "swirl", "--subdivision-steps", "many", "-o", "m.npy"],
      "--subdivision-steps"
    ),
    (["map", "--content-size", "2x2", "--layer", "card", "-o", "m.npy"], "--layer applies only to a scene"),
    (["map", "in.png", "--time", "1", "-o", "m.npy"], "--time applies only to a scene"),
    (
      ["map", "s.json", "--transform", "rotate(3deg)", "-o", "m.npy"], "--transform applies only to an image"
    ),
    (["map", "s.json", "--frames", "1..2", "-o", "m.npy"], "use a pattern such as map-%04d.npy"),
  ])
  func wrongUsage(arguments: [String], part: String) throws {
    try expectFailure(64, part, in: Folder(), arguments: arguments)
  }

  @Test func whatAMapLeavesOutIsTold() throws {
    let folder = try Folder()
    try folder.write("2\n2 2\n-1 -1 0 0 0.5\n1 -1 1 0 1\n-1 1 0 1 1\n1 1 1 1 1\n", to: "dark.data")
    let map = ["map", "--content-size", "4x4", "-o", "m.npy"]
    let dark = try Tool.start(map + ["--mesh", "dark.data"], in: folder).wait()
    #expect(dark.code == 0 && dark.words.contains("brightness"), "\(dark.words)")
    try expectFailure(65, "brightness", in: folder, arguments: map + ["--mesh", "dark.data", "--strict"])
    let cropped = try Tool.start(map + ["--size", "2x4"], in: folder).wait()
    #expect(cropped.words.contains("--size 2x4 shows the middle of 4x4"), "\(cropped.words)")
    let scaled = try Tool.start(map + ["--size", "2x4", "--fit"], in: folder).wait()
    #expect(scaled.code == 0 && scaled.words.isEmpty, "\(scaled.words)")
  }

  @Test func movingPicturesHaveASize() throws {
    let folder = try Folder()
    try folder.write(Array("GIF89a".utf8) + [UInt8](repeating: 0, count: 40), to: "a.gif")
    try expectFailure(65, "--content-size", in: folder, arguments: ["map", "a.gif", "-o", "m.npy"])
  }

  @Test func otherFailures() throws {
    let folder = try Folder()
    try expectFailure(66, "in.png", in: folder, arguments: ["map", "in.png", "-o", "m.npy"])
    try expectFailure(
      65, "--max-side", in: folder, arguments: ["map", "--content-size", "40000x2", "-o", "m.npy"])
    try folder.write("no folder", to: "none")
    try expectFailure(
      73, "none", in: folder, arguments: ["map", "--content-size", "2x2", "-o", "none/m.npy"])
    try expectFailure(
      73, "none", in: folder,
      arguments: ["map", "--content-size", "2x2", "-o", "m.pgm", "--y", "none/y.pgm"])
  }
}
