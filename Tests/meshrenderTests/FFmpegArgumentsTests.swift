import Foundation
import Testing

/// What ffmpeg is told: nothing that a file's name could turn into an option, a protocol or a pattern.
struct FFmpegArgumentsTests {
  @Test(arguments: [
    "-i.mp4", "-y.mp4", "concat:a.mp4", "http:a.mkv", "%d.webm", "a|b.mov", "pipe:1.mkv", "$(id).mp4",
  ])
  func namesAreNoArguments(name: String) throws {
    let folder = try Folder()
    try folder.writePicture(4, 4, to: "in.png")
    try FileManager.default.createDirectory(atPath: folder.file("bin"), withIntermediateDirectories: false)
    let program = folder.file("bin/ffmpeg")
    // Says what it was told, takes all frames and writes something into the file that it was given.
    try folder.write(
      "#!/bin/sh\nprintf '%s\\n' \"$@\" > \(folder.file("told"))\ncat > /dev/null\necho video >&3\n",
      to: "script")
    // Copied by a process of its own: another test's child would hold the file open for writing otherwise.
    let copy = try Tool.start(["script", "bin/ffmpeg"], in: folder, executable: "/bin/cp").wait()
    #expect(copy.code == 0)
    chmod(program, 0o755)
    let run = try Tool.run(
      "animate", "in.png", "--mesh", "wave", "-o", "./" + name, "--duration", "0.1", "--background", "white",
      in: folder,
      environment: ["PATH": folder.file("bin") + ":/usr/bin:/bin"])
    #expect(run.code == 0, "\(run.words)")
    #expect(try folder.bytes(name) == Array("video\n".utf8))
    let told = String(decoding: try folder.bytes("told"), as: UTF8.self).split(separator: "\n").map(
      String.init)
    #expect(!told.contains { $0.contains(name) } && !told.contains { $0.contains(folder.path) })
    #expect(told.last == "file:/proc/self/fd/3")
    let input = try #require(told.firstIndex(of: "-i"))
    #expect(told[input + 1] == "pipe:0")
    let list = try #require(told.firstIndex(of: "-protocol_whitelist"))
    #expect(list < input && told[list + 1] == "file,pipe")
    #expect(told.filter { $0 == "-i" }.count == 1)
  }
}
