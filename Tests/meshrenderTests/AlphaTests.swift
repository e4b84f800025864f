import ImageFiles
import MeshTransform
import Testing

/// `--alpha` of pictures and clips.
struct AlphaTests {
  private let folder: Folder
  init() throws {
    folder = try Folder()
    try folder.writePicture(8, 6, to: "opaque.png")
    try folder.writePicture(8, 6, alpha: 100, to: "glass.png")
  }

  private func color(_ name: String) throws -> PNG.Header.ColorType {
    try PNG.readHeader(from: .path(folder.file(name))).colorType
  }

  private func run(_ arguments: String...) throws {
    let run = try Tool.start(arguments, in: folder).wait()
    #expect(run.code == 0 && run.complaints.isEmpty, "\(arguments): \(run.words)")
  }

  @Test(arguments: [
    ("keep", PNG.Header.ColorType.rgba, PNG.Header.ColorType.rgba), ("auto", .rgb, .rgba),
    ("drop", .rgb, .rgb),
  ])
  func ofPNGs(_ alpha: String, _ opaque: PNG.Header.ColorType, _ glass: PNG.Header.ColorType) throws {
    for more in [[], ["--strict"], ["--depth", "16"], ["--compression", "small"]] {
      for (name, expected) in [("opaque", opaque), ("glass", glass)] {
        let run = try Tool.start(
          ["render", "\(name).png", "--alpha", alpha, "-o", "out.png"] + more, in: folder
        ).wait()
        #expect(run.code == 0 && run.words.isEmpty, "\(run.words)")
        #expect(try color("out.png") == expected, "\(name) \(more)")
      }
    }
    try run("animate", "glass.png", "--mesh", "flag", "--duration", "0.1", "--alpha", alpha, "-o", "f-%d.png")
    #expect(try color("f-1.png") == glass)
    try run("animate", "glass.png", "--mesh", "flag", "--duration", "0.1", "--alpha", alpha, "-o", "f.apng")
    #expect(try color("f.apng") == glass)
    try run(
      "animate", "glass.png", "--mesh", "flag", "--duration", "0.1", "--alpha", alpha, "--background", "red",
      "-o",
      "g.apng")
    #expect(try color("g.apng") == opaque)
    try run(
      "animate", "glass.png", "--mesh", "flag", "--duration", "0.1", "--alpha", alpha, "--sheet", "1x1", "-o",
      "s.png")
    #expect(try color("s.png") == glass)
  }

  @Test func droppedAlphaLeavesThePictureOverWhite() throws {
    try run("render", "glass.png", "--alpha", "drop", "-o", "out.png")
    let glass = try folder.image("glass.png").flattened(over: SIMD3(repeating: 255)).image
    #expect(try folder.image("out.png").bytes == glass.bytes)
    try run("render", "glass.png", "--alpha", "drop", "-o", "out.webp")
    #expect(try ImageFile.read(from: .path(folder.file("out.webp"))).image.bytes == glass.bytes)
    try run("render", "glass.png", "--alpha", "drop", "-o", "out.npy")
    let npy = try folder.bytes("out.npy")
    #expect(
      String(decoding: npy.prefix(128), as: UTF8.self).contains("(6, 8, 3)") && npy.count == 128 + 6 * 8 * 3)
    #expect(try ImageFile.read(from: .path(folder.file("out.npy"))).image.bytes == glass.bytes)
    // A clip that has no place for transparency.
    try run("animate", "glass.png", "--animate", "opacity 0..1 0.1s", "--alpha", "drop", "-o", "out.y4m")
  }

  @Test(arguments: [
    (["-o", "f/", "--alpha", "straight"], "raw RGBA"),
    (["-o", "f.apng", "--alpha", "premultiplied"], "raw RGBA"),
    (["-o", "f.rgba", "--alpha", "auto"], "always has alpha"),
    (["-o", "f.y4m", "--alpha", "keep"], "does not support transparency"),
    (["-o", "f/", "--alpha", "remove"], "'--alpha <what>'"),
  ])
  func wrongChoicesAreRefused(_ arguments: [String], _ words: String) throws {
    try expectFailure(
      64, words, in: folder, arguments: ["animate", "glass.png", "--mesh", "flag"] + arguments)
  }
}
