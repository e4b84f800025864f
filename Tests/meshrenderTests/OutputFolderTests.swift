import Foundation
import Glibc
import ImageFiles
import MeshTransform
import Testing

/// The names and folders of outputs: all commands treat them alike.
struct OutputFolderTests {
  private let folder: Folder
  init() throws {
    folder = try Folder()
    try folder.writePicture(8, 6, to: "in.png")
    try folder.write(
      """
      {"vertices": [[0,0,0,0,0], [1,0,1,0,0], [1,1,1,1,0], [0,1,0,1,0]], "faces": [[0,1,2,3]]}
      """, to: "m.json")
  }

  private static let clip = ["in.png", "--mesh", "wave", "--fps", "5", "--duration", "400ms", "-o"]

  static let single = [
    ["render", "in.png", "-o", "a/b/o.png"], ["render", "in.png", "-o", "a/b/o.jpg"],
    ["render", "in.png", "-o", "a/b/o.webp"], ["render", "in.png", "-o", "a/b/o.npy"],
    ["animate"] + clip + ["a/b/o.apng"], ["animate"] + clip + ["a/b/o.rgba"],
    ["animate"] + clip + ["a/b/o.webp"],
    ["animate"] + clip + ["a/b/o.png", "--sheet", "2x1"],
    ["map", "in.png", "-o", "a/b/m.npy"], ["map", "in.png", "-o", "a/b/m.pgm"],
    ["convert", "m.json", "a/b/m.obj"], ["subdivide", "m.json", "--steps", "1", "-o", "a/b/m.json"],
    ["inspect", "m.json", "--picture", "a/b/m.png"], ["new", "a/b/s.json"],
  ]

  /// A folder that is missing is a slip of the pen for a single file.
  @Test(arguments: single)
  func missingFoldersAreNamed(_ arguments: [String]) throws {
    try expectFailure(
      73, "there is no folder a/b; create it: mkdir -p a/b", in: folder, arguments: arguments)
  }

  @Test(arguments: [["animate"] + clip + ["a/b/"], ["animate"] + clip + ["a/b/f-%d.png"]])
  func thoseOfFramesAreMade(_ arguments: [String]) throws {
    let run = try Tool.start(arguments, in: folder).wait()
    #expect(run.code == 0, "\(run.words)")
    #expect(try !folder.entries(in: "a/b").isEmpty)
  }

  @Test func batchesMakeThemToo() throws {
    try folder.write(
      #"{"input": "in.png", "output": "a/b/o.png"}"# + "\n" + #"{"input": "no.png", "output": "c/d/o.png"}"#
        + "\n",
      to: "jobs.jsonl")
    let run = try Tool.run("batch", "jobs.jsonl", "--journal", "e/f/j.jsonl", in: folder)
    #expect(run.code == 75, "\(run.words)")
    #expect(try folder.entries() == ["a", "e", "in.png", "jobs.jsonl", "m.json"])
    #expect(try folder.entries(in: "a/b") == ["o.png"] && folder.entries(in: "e/f") == ["j.jsonl"])
  }

  @Test(arguments: [
    ["animate", "in.png", "--mesh", "none.json", "-o", "a/b/"],
    ["animate"] + clip + ["a/b/", "--size", "300x300", "--compression", "none"],
  ])
  func aFailedRunLeavesNone(_ arguments: [String]) throws {
    let before = try folder.entries()
    let run = try Tool.start(
      ["-c", "ulimit -f 8; exec \"$0\" \"$@\"", Tool.path] + arguments, in: folder,
      environment: ["MESA_SHADER_CACHE_DISABLE": "true"], executable: "/bin/sh"
    ).wait()
    #expect(run.code != 0)
    #expect(try folder.entries() == before, "\(run.words)")
  }

  /// The folders are made with the first frame; of a sequence the frames that are done are kept, and counted.
  @Test(.timeLimit(.minutes(30))) func aSignalLeavesOnlyFinishedFrames() throws {
    let before = try folder.entries()
    let child = try Tool.start(
      ["animate", "in.png", "--animate", "rotation.y 0..90deg 2s", "--size", "1000x1000", "--samples", "64"]
        + ["-o", "a/b/"], in: folder)
    for _ in 0..<30_000 where access(folder.file("a/b"), F_OK) != 0 { usleep(2000) }
    kill(child.pid, SIGTERM)
    let run = try child.wait()
    #expect(run.code == 143)
    let frames = (try? folder.entries(in: "a/b")) ?? []
    if frames.isEmpty { #expect(try folder.entries() == before) }
    #expect(run.words.contains("Interrupted after \(frames.count) of 61 frames"), "\(run.words)")
  }

  /// Only the name of a file is a pattern, not the names of its folders.
  @Test func percentSignsOfFoldersStandForThemselves() throws {
    for name in ["50%d", "100%done", "%04d%%"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: false)
      try folder.writePicture(8, 6, to: "\(name)/in.png")
      let still = try Tool.run("render", "\(name)/in.png", "-o", "\(name)/out.png", in: folder)
      #expect(still.code == 0 && still.words.isEmpty, "\(still.words)")
      let clip = try Tool.start(
        ["animate", "\(name)/in.png"] + Self.clip.dropFirst() + ["\(name)/frame-%04d.png"], in: folder
      ).wait()
      #expect(clip.code == 0, "\(clip.words)")
      #expect(
        try folder.entries(in: name) == ["frame-0001.png", "frame-0002.png", "in.png", "out.png"], "\(name)")
      #expect(
        try folder.animate("\(name)/frame-%04d.png")
          == folder.image("\(name)/frame-0001.png").straightened().bytes
          + folder.image("\(name)/frame-0002.png").straightened().bytes)
    }
    try expectFailure(
      64, "frame-%04d.png", in: Folder(),
      arguments: ["animate", "--text", "a", "--mesh", "wave", "-o", "%d/x.png"])
  }

  private func animate(_ arguments: String...) throws -> String {
    let run = try Tool.start(["animate"] + arguments, in: folder).wait()
    #expect(run.code == 0, "\(run.words)")
    return run.words
  }

  /// Frames that an earlier, longer clip has left are reported, and removed on request.
  @Test func framesOfALongerClipAreReportedAndRemoved() throws {
    let clip = ["in.png", "--mesh", "wave", "--fps", "10", "-o", "f/"]
    func run(_ more: String...) throws -> String {
      let run = try Tool.start(["animate"] + clip + more, in: folder).wait()
      #expect(run.code == 0, "\(run.words)")
      return run.complaints
    }
    #expect(try run("--duration", "500ms") == "")
    try folder.write("other", to: "f/frame-0009.png.bak")
    let warning =
      "Warning: after the last frame are 3 frames of an earlier, longer clip, f/frame-0003.png to f/frame-0005.png; "
      + "--overwrite-sequence removes them"
    #expect(try run("--duration", "200ms") == warning)
    #expect(try folder.entries(in: "f").count == 6)
    // A part without the last frame does not know.
    #expect(try run("--duration", "200ms", "--frames", "1..1") == "")
    #expect(try run("--duration", "200ms", "--resume") == warning, "also where all frames are kept")
    let removing = try animate(
      "in.png", "--mesh", "wave", "--fps", "10", "-o", "f/", "--duration", "200ms", "--overwrite-sequence")
    #expect(removing.contains("Removed: 3 frames"), "\(removing)")
    #expect(try folder.entries(in: "f") == ["frame-0001.png", "frame-0002.png", "frame-0009.png.bak"])
    try expectFailure(
      64, "--overwrite-sequence", in: Folder(),
      arguments: ["animate", "--text", "a", "--mesh", "wave", "-o", "a.apng", "--overwrite-sequence"])
  }

  /// The end of a stream is known only when it is reached.
  @Test func framesAfterTheEndOfAStreamAreReportedAndRemoved() throws {
    let gray = [UInt8](repeating: 90, count: 48)
    let frames = (0..<2).flatMap { _ in Array("FRAME\n".utf8) + gray }
    try folder.write(Array("YUV4MPEG2 W8 H6 F10:1 Cmono XCOLORRANGE=FULL\n".utf8) + frames, to: "in.y4m")
    _ = try animate("in.png", "--mesh", "wave", "--fps", "10", "--duration", "300ms", "-o", "f/")
    #expect(
      try animate("in.y4m", "-o", "f/").contains("a frame of an earlier, longer clip, f/frame-0003.png;"))
    #expect(
      try animate("in.y4m", "-o", "f/", "--overwrite-sequence").contains("Removed: a frame of an earlier"))
    #expect(try folder.entries(in: "f") == ["frame-0001.png", "frame-0002.png"])
    // All frames are kept.
    #expect(try !animate("in.y4m", "-o", "f/", "--resume").contains("Warning: after"))
  }
}
