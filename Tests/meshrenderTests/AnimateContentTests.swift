import Foundation
import Glibc
import ImageFiles
import MeshTransform
import Testing

/// Moving content in clips: sequences and streams, frame by frame.
struct AnimateContentTests {
  private let folder: Folder
  private let size = PixelSize(12, 8)
  init() throws {
    folder = try Folder()
    // Five frames of one color each.
    for frame in 0..<5 { try write(frame) }
    try folder.write(raw, to: "in.rgba")
    try folder.write(y4m, to: "in.y4m")
  }

  private func color(_ frame: Int) -> [UInt8] {
    [UInt8(40 * frame + 20), UInt8(40 * frame + 20), UInt8(40 * frame + 20), 255]
  }

  private func pixels(_ frame: Int) -> [UInt8] { (0..<size.area).flatMap { _ in color(frame) } }

  private func write(_ frame: Int) throws {
    try PNG.write(
      Image(size: size, alpha: .opaque, bytes: pixels(frame)), to: .path(folder.file("in-\(frame).png")))
  }

  private var raw: [UInt8] { (0..<5).flatMap(pixels) }

  /// Gray of the limited range.
  private var y4m: [UInt8] {
    var bytes = Array("YUV4MPEG2 W12 H8 F10:1 Cmono\n".utf8)
    for frame in 0..<5 {
      let gray = Double(color(frame)[0]) / 255
      let luma = UInt8((16 + 219 * gray).rounded())
      bytes += Array("FRAME\n".utf8) + [UInt8](repeating: luma, count: size.area)
    }
    return bytes
  }

  /// A flat layer shows the content's own pixels, each frame once, and the clip ends with the content.
  @Test func flatContentPassesThrough() throws {
    #expect(try folder.animate("in-%d.png") == raw)
    #expect(
      try folder.animate(
        "in.rgba", "--content-format", "rgba", "--content-size", "12x8", "--content-fps", "25")
        == raw)
    #expect(
      try folder.animate(
        "-", "--content-format", "rgba", "--content-size", "12x8", input: folder.file("in.rgba")) == raw)
    for stream in [try folder.animate("in.y4m"), try folder.animate("-", input: folder.file("in.y4m"))] {
      try #require(stream.count == raw.count)
      #expect(zip(stream, raw).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }
  }

  /// At other rates each frame keeps its duration.
  @Test func ratesAreKept() throws {
    // Half a second of 10 frames per second at 20: each frame appears twice.
    #expect(
      try folder.animate("in-%d.png", "--content-fps", "10", "--fps", "20")
        == (0..<5).flatMap { pixels($0) + pixels($0) })
    #expect(
      try folder.animate("in-%d.png", "--content-fps", "10", "--fps", "5", "--duration", "0.4")
        == pixels(0) + pixels(2))
  }

  @Test func theEndIsChosen() throws {
    func last(_ end: String) throws -> [UInt8] {
      try folder.animate(
        "in-%d.png", "--content-fps", "10", "--fps", "10", "--duration", "700ms", "--content-end", end)
    }
    #expect(try last("hold") == raw + pixels(4) + pixels(4))
    #expect(try last("loop") == raw + pixels(0) + pixels(1))
    #expect(try last("stop") == raw + [UInt8](repeating: 0, count: 2 * 4 * size.area))
  }

  /// A video bent like a flag has the length of the video.
  @Test func bentContentMovesOnBothWays() throws {
    let input = ["in.y4m", "--mesh", "flag:rows=3,columns=6"]
    let arguments = input + ["-o", "f/"]
    let run = try Tool.start(["animate"] + arguments, in: folder).wait()
    #expect(run.code == 0 && run.complaints.isEmpty, "\(run.words)")
    let names = try folder.entries(in: "f")
    #expect(names.count == 5)
    // With --resume and --shard, a stream is read again and unneeded frames are skipped.
    let whole = try folder.bytes("f/\(names[3])")
    try FileManager.default.removeItem(atPath: folder.file("f/\(names[3])"))
    #expect(try Tool.start(["animate"] + arguments + ["--resume"], in: folder).wait().code == 0)
    #expect(try folder.bytes("f/\(names[3])") == whole)
    let part = try Tool.start(
      ["animate"] + input + ["-o", "g/", "--duration", "0.5", "--shard", "2/2"], in: folder
    ).wait()
    #expect(part.code == 0, "\(part.words)")
    #expect(try folder.entries(in: "g") == Array(names[2...]))
  }

  /// The number of frames of a stream is known only at its end.
  @Test(arguments: ["webp", "gif", "y4m"])
  func aStreamFillsAnyOutputThatNeedsNoCount(format: String) throws {
    let run = try Tool.run(
      "animate", "-", "--background", "white", "-o", "out.\(format)", in: folder, input: folder.file("in.y4m")
    )
    #expect(run.code == 0 && run.complaints.isEmpty, "\(run.words)")
    #expect(try folder.bytes("out.\(format)").count > 100)
  }

  /// A frame begins while the previous one is being drawn, but a finished frame does not wait for content.
  @Test func noFrameOfASlowStreamIsHeldBack() throws {
    let pipe = folder.file("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    // Opened for reading and writing, so that neither end blocks until the other opens.
    let input = open(pipe, O_RDWR | O_CLOEXEC)
    let child = try Tool.start(
      [
        "animate", "-", "--content-format", "rgba", "--content-size", "12x8", "--mesh",
        "flag:rows=3,columns=6",
        "--threads", "3", "--format", "rgba", "-o", "-",
      ], in: folder, input: pipe)
    for frame in 0..<4 {
      let bytes = pixels(frame)
      #expect(Glibc.write(input, bytes, bytes.count) == bytes.count)
      for _ in 0..<2000 where try child.streams.bytes("output").count < (frame + 1) * bytes.count {
        usleep(5000)
      }
      #expect(try child.streams.bytes("output").count == (frame + 1) * bytes.count)
    }
    close(input)
    let run = try child.wait()
    #expect(run.code == 0 && run.output.count == 4 * 4 * size.area, "\(run.words)")
  }

  @Test func invalidOptionsOfContentAreReported() throws {
    try expectFailure(
      64, "--duration", in: folder, arguments: ["animate", "-", "-o", "out.apng"],
      input: folder.file("in.y4m"))
    for more in [["--shard", "1/2", "-o", "f/"], ["--sheet", "2x1", "-o", "out.png"]] {
      try expectFailure(
        64, "--duration", in: folder, arguments: ["animate", "-"] + more, input: folder.file("in.y4m"))
    }
    try expectFailure(
      64, "has more than 4 frames", in: folder,
      arguments: ["animate", "-", "-o", "out.webp", "--max-frames", "4"], input: folder.file("in.y4m"))
    try expectFailure(
      65, "before frame 6", in: folder, arguments: ["animate", "-", "-o", "out.webp", "--frames", "6.."],
      input: folder.file("in.y4m"))
    try expectFailure(
      65, "ends within frame 4", in: folder,
      arguments: ["animate", "-", "-o", "out.webp", "--content-format", "rgba", "--content-size", "12x9"],
      input: folder.file("in.rgba"))
    try expectFailure(66, "no-%d.png", in: folder, arguments: ["animate", "no-%d.png", "-o", "out.webp"])
    try expectFailure(
      65, "loop", in: folder, arguments: ["animate", "in.y4m", "--content-end", "loop", "-o", "a.webp"])
    try expectFailure(
      64, "whole pixels", in: folder,
      arguments: ["animate", "-", "--content-format", "rgb24", "--content-size", "1.5x2", "-o", "a.webp"])
    // A picture or a scene on standard input is not a stream.
    let run = try Tool.run(
      "animate", "-", "--animate", "opacity 0..1 1s", "--fps", "2", "-o", "p/", in: folder,
      input: folder.file("in-0.png"))
    #expect(run.code == 0 && run.complaints.isEmpty, "\(run.words)")
    #expect(try folder.entries(in: "p").count == 3)
  }

  /// A scene names its own moving contents.
  @Test func movingContentsOfScenes() throws {
    try folder.write(
      """
      {"canvas": {"size": [12, 8]},
       "layers": [{"contents": {"sequence": "in-%d.png", "framesPerSecond": 10}, "position": [6, 4]}]}
      """, to: "scene.json")
    #expect(try folder.animate("scene.json") == raw)
    let run = try Tool.run("render", "scene.json", "--time", "250ms", "-o", "still.png", in: folder)
    #expect(run.code == 0, "\(run.words)")
    #expect(try folder.image("still.png").bytes == pixels(2))
  }
}
