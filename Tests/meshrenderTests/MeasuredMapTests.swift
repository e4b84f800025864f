import Foundation
import ImageFiles
import MeshTransform
import Testing

/// Maps in the place of a mesh.
struct MeasuredMapTests {
  private let folder: Folder
  init() throws {
    folder = try Folder()
    try folder.writePicture(20, 12, to: "in.png")
  }

  private func draw(_ arguments: [String], to name: String = "out.png") throws -> Image {
    let run = try Tool.start(["render"] + arguments + ["-o", name], in: folder).wait()
    try #require(run.code == 0, "\(run.words)")
    return try folder.image(name)
  }

  private func worst(_ a: Image, _ b: Image) -> Int {
    guard a.size == b.size else { return .max }
    return zip(a.bytes, b.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  /// Each pixel of the map shows the pixel of the content that it names; the picture has the size of the map.
  @Test func pixelsShowTheirPositions() throws {
    try folder.writeMap(7, 5, to: "m.npy") { x, y in (x * 2 + 1, 10 - 2 * y) }
    let (content, drawn) = (
      try folder.image("in.png"),
      try draw(["in.png", "--mesh", "map:m.npy", "--minification-filter", "linear"])
    )
    #expect(drawn.size == PixelSize(7, 5))
    for y in 0..<5 {
      for x in 0..<7 {
        let (own, expected) = (drawn.pixel(x, y), content.pixel(2 * x + 1, 10 - 2 * y))
        #expect(zip(own, expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(x), \(y)")
      }
    }
  }

  @Test func conventionsAreFlagsKeysAndScenes() throws {
    func place(_ x: Float, _ y: Float) -> (Float, Float) { (5 + 0.5 * x + 0.1 * y, 2 + 0.6 * y) }
    try folder.writeMap(20, 12, to: "pixels.npy", place)
    try folder.writeMap(20, 12, to: "ndc.npy") { x, y in
      let (u, v) = place(x, y)
      return ((2 * u + 1) / 20 - 1, 1 - (2 * v + 1) / 12)
    }
    let expected = try draw(["in.png", "--mesh", "map:pixels.npy"])
    let keys = ["in.png", "--mesh", "map:ndc.npy,units=ndc,origin=bottom"]
    let flags = ["in.png", "--mesh", "map:ndc.npy", "--map-units", "ndc", "--map-origin", "bottom"]
    for arguments in [keys, flags] {
      #expect(try worst(draw(arguments), expected) <= 1)
      try folder.write(
        Tool.start(["render"] + arguments + ["--print-scene"], in: folder).wait().output, to: "s.json")
      #expect(try worst(draw(["s.json"]), expected) <= 1)
      #expect(try String(decoding: folder.bytes("s.json"), as: UTF8.self).contains("\"units\": \"ndc\""))
    }
  }

  @Test func holesAreTransparent() throws {
    try folder.writeMap(20, 12, to: "m.npy") { x, y in x < 10 ? (x, y) : (.nan, .nan) }
    let drawn = try draw(["in.png", "--mesh", "map:m.npy", "--samples", "1"])
    for y in 0..<12 { for x in 0..<20 { #expect(drawn.pixel(x, y)[3] == (x < 10 ? 255 : 0)) } }
  }

  @Test func pairsAndForwardMaps() throws {
    for (name, scale) in [("x", 2), ("y", 3)] {
      let values = (0..<60).map { name == "x" ? $0 % 10 * scale : $0 / 10 * scale }
      let text = "P2\n10 6\n65535\n" + values.map(String.init).joined(separator: " ") + "\n"
      try folder.write(text, to: "m-\(name).pgm")
    }
    #expect(try draw(["in.png", "--mesh", "map:m-x.pgm+m-y.pgm"]).size == PixelSize(10, 6))
    try folder.write(
      """
      {"canvas": {"size": [20, 12]}, "layers": [{"contents": {"image": "in.png"}, "position": [10, 6],
       "mesh": {"map": ["m-x.pgm", "m-y.pgm"], "tolerance": 0}}]}
      """, to: "s.json")
    #expect(try draw(["s.json"]).size == PixelSize(20, 12))
    try folder.writeMap(20, 12, to: "forward.npy") { x, y in (2 * x + 0.5, 2 * y + 0.5) }
    let drawn = try draw([
      "in.png", "--mesh", "map:forward.npy", "--map-direction", "forward", "--size", "40x24",
    ])
    #expect(drawn.size == PixelSize(40, 24) && drawn.pixel(39, 23)[3] == 255)
  }

  /// A mesh of a map is a mesh: it can be written, examined and drawn again.
  @Test func mapsAreConverted() throws {
    try folder.writeMap(20, 12, to: "m.npy") { x, y in (x, y + 2 * sin(x / 4)) }
    let run = try Tool.run("convert", "map:m.npy", "m.json", in: folder)
    #expect(run.code == 0, "\(run.words)")
    #expect(
      try worst(draw(["in.png", "--mesh", "m.json"]), draw(["in.png", "--mesh", "map:m.npy"])) <= 1)
    for command in ["inspect", "validate"] {
      let run = try Tool.run(command, "map:m.npy", in: folder)
      #expect(run.code == 0, "\(command): \(run.words)")
    }
  }

  @Test func faultsAreExplained() throws {
    try folder.writeMap(20, 12, to: "m.npy") { x, y in (x, y) }
    try folder.writeMap(20, 12, to: "nan.npy") { _, _ in (.nan, .nan) }
    for (arguments, code, words) in [
      (["--mesh", "map:none.npy"], 66, "none.npy"), (["--mesh", "map:in.png"], 65, "in.png"),
      (["--mesh", "map:"], 64, "write map:file.npy"), (["--mesh", "map:nan.npy"], 65, "nan.npy"),
      (["--mesh", "map:m.npy,unit=ndc"], 64, "did you mean \"units\""),
      (["--mesh", "map:m.npy,units=feet"], 64, "ndc-corners"),
      (["--mesh", "map:m.npy,tolerance=-1"], 64, "0...1000000"),
      (["--mesh", "ripple", "--map-units", "unit"], 64, "--map-units applies to a map"),
      (["--mesh", "map:m.npy", "--map-direction", "back"], 64, "backward or forward"),
    ] as [([String], Int32, String)] {
      try expectFailure(
        code, words, in: folder, arguments: ["render", "in.png"] + arguments + ["-o", "x.png"])
    }
  }
}
