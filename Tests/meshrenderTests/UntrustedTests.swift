import Foundation
import Testing

/// `--untrusted`, beside Tests/Trust/sandbox.py, which attacks it.
struct UntrustedTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.writePicture(4, 3, to: "in.png")
    try FileManager.default.createDirectory(atPath: folder.file("out"), withIntermediateDirectories: true)
  }

  private func writeScene(_ contents: String, size: Int = 4) throws {
    try folder.write(
      "{\"canvas\": {\"size\": [\(size), \(size)]}, \"layers\": [{\"bounds\": [0, 0, 4, 4], \"contents\": \(contents)}]}",
      to: "scene.json")
  }

  @Test func picturesAreTheSame() throws {
    let plain = try Tool.run("render", "in.png", "--mesh", "wave", "-o", "plain.png", in: folder)
    #expect(plain.code == 0, "\(plain.words)")
    let inside = try Tool.run(
      "render", "in.png", "--mesh", "wave", "-o", "out/a.png", "--untrusted", in: folder)
    #expect(inside.code == 0, "\(inside.words)")
    #expect(try folder.bytes("plain.png") == folder.bytes("out/a.png"))
  }

  @Test(arguments: [["--watch"], ["--open"], ["--preview"]]) func flagsThatShowAreRefused(flags: [String])
    throws
  {
    try expectFailure(
      64, flags[0], "--untrusted", in: folder,
      arguments: ["render", "in.png", "-o", "out/a.png", "--untrusted"] + flags)
  }

  @Test func fontsByPathAreRefused() throws {
    try writeScene("{\"text\": \"a\", \"fontFile\": \"a.ttf\"}")
    try expectFailure(
      65, "font files of untrusted scenes are not read", in: folder,
      arguments: ["render", "scene.json", "-o", "out/a.png", "--untrusted"])
    try expectFailure(
      64, "--font-file", in: folder,
      arguments: ["render", "--text", "a", "--font-file", "a.ttf", "-o", "out/a.png", "--untrusted"])
  }

  @Test func limitsAreLower() throws {
    try writeScene("{\"color\": \"red\"}", size: 10_000)
    // In bands, four times 16,777,216 pixels.
    try expectFailure(
      65, "the limit is 67108864", in: folder,
      arguments: ["render", "scene.json", "-o", "out/a.png", "--untrusted"])
  }

  @Test func theVariableIsTheFlag() throws {
    try expectFailure(
      64, "--watch", in: folder, arguments: ["render", "in.png", "-o", "out/a.png", "--watch"],
      environment: ["MESHRENDER_UNTRUSTED": "1"])
    try expectFailure(
      64, "MESHRENDER_UNTRUSTED", in: folder, arguments: ["render", "in.png", "-o", "out/a.png"],
      environment: ["MESHRENDER_UNTRUSTED": "yes"])
  }

  /// A file that only the command line may name is read; what is beside it is not.
  @Test func theFilesOfTheCommandLineAreRead() throws {
    let other = try Folder()
    try other.writePicture(4, 3, to: "other.png")
    let run = try Tool.run("render", other.file("other.png"), "-o", "out/a.png", "--untrusted", in: folder)
    #expect(run.code == 0, "\(run.words)")
  }

  @Test func theOutputsFolderHasToExist() throws {
    try expectFailure(
      73, "missing", in: folder, arguments: ["render", "in.png", "-o", "missing/a.png", "--untrusted"])
  }

  @Test func aLongRunEnds() throws {
    try expectFailure(
      65, "--max-time", in: folder,
      arguments: [
        "animate", "in.png", "--mesh", "flag", "--duration", "3000s", "-o", "a.webp", "--max-time", "1s",
      ])
  }

  @Test func theSandboxIsReported() throws {
    let run = try Tool.run("info", in: folder)
    #expect(run.text.contains("Landlock") && run.text.contains("seccomp"), "\(run.text)")
  }

  @Test func jobsCannotRaiseLimits() throws {
    let jobs = [
      "{\"id\": \"1\", \"text\": \"a\", \"max-pixels\": 100000000}",
      "{\"id\": \"2\", \"text\": \"a\", \"allow-read\": \"/\"}",
      "{\"id\": \"3\", \"input\": \"/etc/passwd\"}", "{\"id\": \"4\", \"text\": \"a\", \"untrusted\": true}",
      "{\"id\": \"5\", \"input\": \"in.png\"}",
    ]
    try folder.write(jobs.joined(separator: "\n"), to: "jobs.jsonl")
    let run = try Tool.run(
      "batch", "jobs.jsonl", "-o", "out/{id}.png", "--untrusted", "--quiet", "--jobs", "1", in: folder)
    #expect(run.code == 75, "\(run.words)")
    #expect(try folder.entries(in: "out") == ["5.png"], "\(run.text)")
  }
}
