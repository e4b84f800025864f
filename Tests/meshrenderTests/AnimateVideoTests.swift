import Foundation
import Glibc
import ImageFiles
import MeshTransform
import Testing

/// Whether a program is in PATH.
func isInstalled(_ program: String) -> Bool {
  (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    access("\($0)/\(program)", X_OK) == 0
  }
}

/// Videos and animated pictures in clips and stills.
@Suite(.enabled(if: isInstalled("ffmpeg") && isInstalled("ffprobe")))
struct AnimateVideoTests {
  private let folder: Folder
  private let size = PixelSize(12, 8)
  init() throws {
    folder = try Folder()
    try folder.writeFrames(size)
  }

  private func pixels(_ frame: Int) -> [UInt8] { Folder.pixels(size, frame: frame) }

  private var raw: [UInt8] { (0..<5).flatMap(pixels) }

  /// A clip of the five frames at 10 frames per second.
  private func makeClip(_ name: String) throws {
    let run = try Tool.run(
      "animate", "in-%d.png", "--content-fps", "10", "--background", "white", "-o", name, in: folder)
    try #require(run.code == 0, "\(run.words)")
  }

  private func ffmpeg(_ arguments: String...) throws {
    let run = try Tool.start(
      ["ffmpeg", "-nostdin", "-v", "error"] + arguments, in: folder, executable: "/usr/bin/env"
    ).wait()
    try #require(run.code == 0, "\(run.words)")
  }

  @Test(arguments: ["clip.mkv", "clip.apng", "clip.webp"])
  func flatVideosPassThrough(_ name: String) throws {
    try makeClip(name)
    #expect(try folder.animate(name) == raw, "its length and its rate")
  }

  @Test func theBytesDecideAndPipesAreRead() throws {
    try makeClip("clip.gif")
    try FileManager.default.moveItem(atPath: folder.file("clip.gif"), toPath: folder.file("clip.png"))
    #expect(
      try folder.animate("clip.png", "--fps", "20", "--frames", "3..6") == pixels(1) + pixels(1) + pixels(2)
        + pixels(2))
    #expect(
      try folder.animate("-", "--duration", "700ms", "--content-end", "loop", input: folder.file("clip.png"))
        == raw + pixels(0) + pixels(1))
  }

  @Test func scenesNameVideos() throws {
    try makeClip("clip.mkv")
    try folder.write(
      """
      {"canvas": {"size": [12, 8]}, "layers": [{"contents": {"video": "clip.mkv"}, "position": [6, 4]}]}
      """, to: "scene.json")
    #expect(try folder.animate("scene.json") == raw)
    let run = try Tool.run("render", "scene.json", "--time", "250ms", "-o", "still.png", in: folder)
    #expect(run.code == 0, "\(run.words)")
    #expect(try folder.image("still.png").bytes == pixels(2))
    // The scene that the command implies.
    let printed = try Tool.run("animate", "clip.mkv", "--duration", "1", "--print-scene", in: folder)
    #expect(printed.code == 0 && printed.text.contains("\"video\": \"clip.mkv\""), "\(printed.words)")
    // As any file of a scene, it is in the scene's folder.
    try folder.write(
      """
      {"canvas": {"size": [12, 8]}, "layers": [{"contents": {"video": "/usr/share/clip.mkv"}, "position": [6, 4]}]}
      """, to: "outside.json")
    try expectFailure(65, "--allow-read", in: folder, arguments: ["animate", "outside.json", "-o", "a.gif"])
  }

  @Test func stillsShowAFrame() throws {
    try makeClip("clip.gif")
    let first = try Tool.run("render", "clip.gif", "-o", "a.png", in: folder)
    #expect(first.code == 0 && first.words.contains("first frame"), "\(first.words)")
    #expect(try folder.image("a.png").bytes == pixels(0))
    let late = try Tool.run("render", "clip.gif", "--time", "9", "-o", "a.png", in: folder)
    #expect(late.code == 0 && late.complaints.isEmpty, "\(late.words)")
    #expect(try folder.image("a.png").bytes == pixels(4))
    try makeClip("clip.apng")
    let still = try Tool.run("render", "clip.apng", "-o", "a.png", in: folder)
    #expect(still.code == 0 && still.words.contains("only the default picture is used"), "\(still.words)")
    let moment = try Tool.run("render", "clip.apng", "--time", "300ms", "-o", "a.png", in: folder)
    #expect(moment.code == 0 && moment.complaints.isEmpty, "\(moment.words)")
    #expect(try folder.image("a.png").bytes == pixels(3))
    try expectFailure(
      64, "does not move", in: folder, arguments: ["render", "in-0.png", "--time", "1", "-o", "b.png"])
  }

  /// A GIF of one frame is a picture.
  @Test func aGIFOfOneFrameTakesAMotion() throws {
    try ffmpeg("-i", "in-0.png", "one.gif")
    let still = try Tool.run("render", "one.gif", "-o", "a.png", in: folder)
    #expect(still.code == 0 && still.complaints.isEmpty, "\(still.words)")
    let run = try Tool.run("animate", "one.gif", "--mesh", "wave", "--fps", "4", "-o", "f/", in: folder)
    #expect(run.code == 0, "\(run.words)")
    #expect(try folder.entries(in: "f").count == 8)
  }

  @Test func soundStaysUnlessItIsUnwanted() throws {
    try makeClip("clip.mkv")
    try ffmpeg(
      "-i", "clip.mkv", "-f", "lavfi", "-i", "sine=d=0.5", "-c:v", "copy", "-c:a", "aac", "loud.mkv")
    func streams(_ arguments: String...) throws -> String {
      let run = try Tool.start(["animate", "loud.mkv", "-o", "out.mkv"] + arguments, in: folder).wait()
      #expect(run.code == 0, "\(run.words)")
      let probe = try Tool.start(
        [
          "ffprobe", "-v", "error", "-show_entries", "stream=codec_name:format=duration", "-of", "csv=p=0",
          "out.mkv",
        ],
        in: folder, executable: "/usr/bin/env"
      ).wait()
      return probe.text.replacing("\n", with: " ") + run.complaints
    }
    let whole = try streams()
    #expect(whole.hasPrefix("ffv1 aac 0.5"), "\(whole)")
    #expect(try streams("--no-audio") == "ffv1 0.500000 ")
    let looped = try streams("--duration", "2s", "--content-end", "loop")
    #expect(looped.hasPrefix("ffv1 2.0") && looped.contains("sound of loud.mkv is omitted"), "\(looped)")
    // The first of two sounds.
    try folder.write(
      """
      {"canvas": {"size": [12, 8]}, "layers": [
        {"contents": {"video": "loud.mkv"}, "position": [6, 4]},
        {"contents": {"video": "loud.mkv", "end": "stop"}, "position": [6, 4]}]}
      """, to: "two.json")
    let two = try Tool.run("animate", "two.json", "-o", "two.mp4", "--background", "white", in: folder)
    #expect(two.code == 0 && two.words.contains("but not that of loud.mkv"), "\(two.words)")
  }

  @Test func faultsAreReported() throws {
    try makeClip("clip.mkv")
    try ffmpeg("-f", "lavfi", "-i", "sine=d=0.1", "sound.mka")
    try expectFailure(
      69, "ffprobe", "apt-get install ffmpeg", in: folder,
      arguments: ["animate", "clip.mkv", "-o", "a.webp"],
      environment: ["PATH": folder.path])
    try expectFailure(65, "no picture", in: folder, arguments: ["animate", "sound.mka", "-o", "a.webp"])
    try expectFailure(
      64, "its own frame times", in: folder,
      arguments: ["animate", "clip.mkv", "--content-fps", "9", "-o", "a.webp"])
    try expectFailure(
      65, "--max-side", in: folder, arguments: ["animate", "clip.mkv", "--max-side", "11", "-o", "a.webp"])
    try makeClip("clip.gif")
    // A back stands still, and a content of one frame says what draws the others.
    try expectFailure(
      65, "clip.gif is a GIF picture", "'meshrender render' with --time", in: folder,
      arguments: ["render", "--text", "a", "--back", "clip.gif", "-o", "a.png"])
    let still = try Tool.run("render", "clip.gif", "-o", "a.png", in: folder)
    #expect(
      still.code == 0 && still.words.contains("--time selects another one, 'meshrender animate' draws all"),
      "\(still.words)")
  }
}
