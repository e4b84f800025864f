import ImageFiles
import MeshTransform
import Testing

/// The matrix and the range of y4m: by flags, by comments, else by size, with a line about what is assumed.
struct StreamColorTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  /// A stream of one pixel column that is red in a matrix, all of limited range.
  private func writeRed(_ name: String, lines: Int, _ samples: [UInt8], comments: String = "") throws {
    let planes = samples.flatMap { [UInt8](repeating: $0, count: lines) }
    let head = "YUV4MPEG2 W1 H\(lines) F25:1 C444\(comments)\nFRAME\n"
    try folder.write(Array(head.utf8) + planes, to: name)
  }

  private static let red601: [UInt8] = [81, 90, 240], red709: [UInt8] = [63, 102, 240]
  private static let red2020: [UInt8] = [74, 97, 240]

  private func run(_ arguments: [String]) throws -> Run {
    let run = try Tool.start(arguments, in: folder).wait()
    #expect(run.code == 0, "\(run.words)")
    return run
  }

  private func colors(_ run: Run) -> String? {
    run.words.split(separator: "\n").first { $0.hasPrefix("Colors") }.map(String.init)
  }

  private func expectRed(_ bytes: [UInt8]) {
    let isRed = zip(bytes, [255, 0, 0, 255]).allSatisfy { abs(Int($0) - $1) <= 2 }
    #expect(isRed, "\(bytes.prefix(4))")
  }

  @Test func aStreamIsReadByItsSizeItsCommentsAndTheFlags() throws {
    try writeRed("sd.y4m", lines: 576, Self.red601)
    try writeRed("hd.y4m", lines: 720, Self.red709)
    try writeRed("uhd.y4m", lines: 720, Self.red2020, comments: " XCOLORRANGE=LIMITED XMATRIX=BT2020")
    for (name, line) in [
      (
        "sd.y4m",
        "Colors: sd.y4m is read as BT.601 of limited range; --color-matrix and --color-range change this"
      ),
      (
        "hd.y4m",
        "Colors: hd.y4m is read as BT.709 of limited range; --color-matrix and --color-range change this"
      ),
      ("uhd.y4m", nil),
    ] {
      let clip = try run(["animate", name, "-o", "out.rgba"])
      expectRed(try folder.bytes("out.rgba"))
      #expect(colors(clip) == line)
      let still = try run(["render", name, "--time", "0", "-o", "out.png"])
      expectRed(try folder.image("out.png").bytes)
      #expect(colors(still) == line)
      #expect(try run(["animate", name, "-o", "out.rgba", "--quiet"]).words.isEmpty)
    }
    try writeRed("hd.y4m", lines: 720, Self.red601)
    let given = ["--color-matrix", "bt601", "--color-range", "tv"]
    for flags in [
      given, ["--color-matrix", "bt2020", "--content-matrix", "bt601", "--content-range", "limited"],
    ] {
      #expect(try colors(run(["animate", "hd.y4m", "-o", "out.rgba"] + flags)) == nil)
      expectRed(try folder.bytes("out.rgba"))
      #expect(try colors(run(["render", "hd.y4m", "--time", "0", "-o", "out.png"] + flags)) == nil)
      expectRed(try folder.image("out.png").bytes)
    }
    // A scene states it itself, and the scene that the flags imply does so, too.
    let printed = try run(["animate", "hd.y4m", "--print-scene"] + given)
    #expect(
      printed.text.contains("\"colorMatrix\": \"bt601\"")
        && printed.text.contains("\"colorRange\": \"limited\""))
    try folder.write(printed.output, to: "scene.json")
    #expect(try colors(run(["animate", "scene.json", "-o", "out.rgba"])) == nil)
    expectRed(try folder.bytes("out.rgba"))
  }

  @Test(
    arguments: [
      ([], "XMATRIX=BT601", [81, 90, 240], "Colors: out.y4m is written as BT.601 of limited range;"),
      (
        ["--size", "1x720"], "XMATRIX=BT709", [63, 102, 240],
        "Colors: out.y4m is written as BT.709 of limited range;"
      ),
      (["--color-matrix", "bt709"], "XMATRIX=BT709", [63, 102, 240], nil),
      (
        ["--color-matrix", "bt2020", "--color-range", "full"], "XCOLORRANGE=FULL XMATRIX=BT2020",
        [67, 92, 255], nil
      ),
      (["--chroma", "mono"], "Cmono XCOLORRANGE=FULL\n", [76], nil),
      (["--chroma", "420"], "C420jpeg XCOLORRANGE=LIMITED", [81, 90, 240], "Colors: out.y4m"),
      (["--chroma", "420mpeg2"], "C420mpeg2 ", [81, 90, 240], "Colors: out.y4m"),
      (["--chroma", "420paldv"], "C420paldv ", [81, 90, 240], "Colors: out.y4m"),
    ] as [([String], String, [UInt8], String?)])
  func whatIsWrittenIsStated(flags: [String], comment: String, samples: [UInt8], line: String?) throws {
    let text = [
      "--text", "x", "--color", "red", "--background", "red", "--duration", "40ms",
    ]
    let made = try run(
      ["animate"] + text + ["--fps", "25", "-o", "out.y4m"] + flags
        + (flags.contains("--size") ? [] : ["--size", "1x1"]))
    let file = try folder.bytes("out.y4m")
    let head = String(
      decoding: file.prefix { $0 != UInt8(ascii: "\n") } + [UInt8(ascii: "\n")], as: UTF8.self)
    #expect(head.contains(comment), "\(head)")
    let planes = file.dropFirst(head.utf8.count + 6)
    let size = planes.count / samples.count
    #expect(samples.indices.map { planes[planes.startIndex + $0 * size] } == samples)
    #expect(colors(made)?.hasPrefix(line ?? "-") == (line == nil ? nil : true), "\(made.words)")
    // What is written is read back, without a guess.
    let again = try run(["animate", "out.y4m", "-o", "again.rgba"])
    #expect(colors(again) == nil)
    if samples.count == 3 { expectRed(try folder.bytes("again.rgba")) }
  }

  @Test(arguments: [
    (
      ["animate", "in.png", "--mesh", "wave", "-o", "a.apng", "--color-matrix", "bt709"],
      "--color-matrix applies only to y4m"
    ),
    (
      [
        "animate", "in.png", "--mesh", "wave", "-o", "a.y4m", "--background", "red", "--content-range",
        "full",
      ], "--content-range"
    ),
    (["render", "in.png", "-o", "a.png", "--color-range", "full"], "--color-range applies only to y4m"),
    (["animate", "in.png", "--mesh", "wave", "-o", "a.y4m", "--color-matrix", "bt702"], "bt709"),
  ])
  func flagsWithoutAnEffectAreRefused(_ arguments: [String], _ part: String) throws {
    try folder.writePicture(8, 6, to: "in.png")
    try expectFailure(64, part, in: folder, arguments: arguments)
  }
}
