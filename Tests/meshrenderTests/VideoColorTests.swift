import ImageFiles
import MeshTransform
import Testing

/// The matrix of videos that state none: by size or by flags, with a line about it.
@Suite(.enabled(if: isInstalled("ffmpeg") && isInstalled("ffprobe")))
struct VideoColorTests {
  private let folder: Folder

  /// Red frames of RGB, which FFmpeg converts by BT.601 and names no matrix for.
  init() throws {
    folder = try Folder()
    let source = "color=0xFF0000:size=1280x720:rate=25:duration=0.08"
    let run = try Tool.start(
      ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p", "hd.mp4"],
      in: folder, executable: "/usr/bin/env"
    ).wait()
    try #require(run.code == 0, "\(run.words)")
  }

  private static let assumed = "Colors: hd.mp4 is read as BT.709; --content-matrix changes this"

  private func colors(_ run: Run) -> [String] {
    run.words.split(separator: "\n").filter { $0.hasPrefix("Colors") }.map(String.init)
  }

  /// Red of BT.601 that is read by BT.709 has green of 24.
  private func expect(green: Int, _ bytes: [UInt8]) {
    #expect(bytes[0] >= 252 && abs(Int(bytes[1]) - green) <= 3 && bytes[2] <= 3, "\(bytes.prefix(4))")
  }

  @Test func whatIsAssumedIsSaid() throws {
    #expect(try colors(Tool.run("animate", "hd.mp4", "-o", "a.rgba", in: folder)) == [Self.assumed])
    expect(green: 24, try folder.bytes("a.rgba"))
    let still = try Tool.run("render", "hd.mp4", "--time", "0", "-o", "a.png", in: folder)
    #expect(still.code == 0 && colors(still) == [Self.assumed])
  }

  @Test func flagsAndScenesNameTheMatrix() throws {
    let flags = ["--content-matrix", "bt601", "--content-range", "limited"]
    let clip = try Tool.start(["animate", "hd.mp4", "-o", "a.rgba"] + flags, in: folder).wait()
    #expect(clip.code == 0 && colors(clip).isEmpty, "\(clip.words)")
    expect(green: 0, try folder.bytes("a.rgba"))
    let still = try Tool.start(["render", "hd.mp4", "--time", "0", "-o", "a.png"] + flags, in: folder).wait()
    #expect(still.code == 0 && colors(still).isEmpty, "\(still.words)")
    expect(green: 0, try folder.image("a.png").bytes)
    let printed = try Tool.start(["animate", "hd.mp4", "--print-scene"] + flags, in: folder).wait()
    #expect(printed.text.contains("\"colorMatrix\": \"bt601\""), "\(printed.text)")
    try folder.write(printed.output, to: "scene.json")
    let scene = try Tool.run("animate", "scene.json", "-o", "a.rgba", in: folder)
    #expect(scene.code == 0 && colors(scene).isEmpty, "\(scene.words)")
    expect(green: 0, try folder.bytes("a.rgba"))
  }

  @Test func flagsOfStreamsAreNotThoseOfVideos() throws {
    try expectFailure(
      64, "use --content-matrix for the video", in: folder,
      arguments: ["animate", "hd.mp4", "-o", "a.mp4", "--color-matrix", "bt601"])
    let run = try Tool.run(
      "animate", "hd.mp4", "-o", "a.y4m", "--background", "white", "--color-matrix", "bt601", in: folder)
    #expect(run.code == 0 && colors(run) == [Self.assumed], "\(run.words)")
  }

  /// A clip whose contents do not change is no mistake.
  @Test func framesThatAreAlikeAreNoMistake() throws {
    let run = try Tool.run(
      "animate", "hd.mp4", "--mesh", "cornerPin:topLeftX=0.1", "-o", "a.rgba", in: folder)
    #expect(run.code == 0 && !run.words.contains("same picture"), "\(run.words)")
  }
}
