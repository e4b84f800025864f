import Foundation
import Testing

/// The arguments of ffmpeg: no file name can act as an option, a protocol or a pattern.
struct FFmpegArgumentsTests {
  @Test(arguments: [
    "-i.mp4", "-y.mp4", "concat:a.mp4", "http:a.mkv", "%d.webm", "a|b.mov", "pipe:1.mkv", "$(id).mp4",
  ])
  func namesAreNoArguments(name: String) throws {
    let folder = try Folder()
    try folder.writePicture(4, 4, to: "in.png")
    // Prints its arguments, reads all frames and writes bytes to its output file.
    let path = try install(
      "printf '%s\\n' \"$@\" > \(folder.file("told"))\ncat > /dev/null\necho video >&3\n", in: folder)
    let run = try Tool.run(
      "animate", "in.png", "--mesh", "wave", "-o", "./" + name, "--duration", "0.1", "--background", "white",
      in: folder,
      environment: ["PATH": path])
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

  /// The number of frames of a stream is known only at its end.
  @Test func aStreamIsWrittenWhileItIsRead() throws {
    let folder = try Folder()
    var stream = Array("YUV4MPEG2 W8 H6 F5:1 C444\n".utf8)
    for frame: UInt8 in 0..<5 {
      stream += Array("FRAME\n".utf8) + [UInt8](repeating: 40 * frame, count: 3 * 8 * 6)
    }
    try folder.write(stream, to: "in.y4m")
    let path = try install("cat >&3\n", in: folder)
    let run = try Tool.run(
      "animate", "-", "--background", "white", "-o", "out.mkv", in: folder, input: folder.file("in.y4m"),
      environment: ["PATH": path])
    #expect(run.code == 0 && run.words.isEmpty, "\(run.words)")
    #expect(try folder.bytes("out.mkv").count >= 5 * 3 * 8 * 6 / 2)
  }

  /// Puts a stand-in for ffmpeg into a folder.
  /// - Returns: the search path for programs.
  private func install(_ script: String, in folder: Folder) throws -> String {
    try FileManager.default.createDirectory(atPath: folder.file("bin"), withIntermediateDirectories: false)
    try folder.write("#!/bin/sh\n" + script, to: "script")
    // A separate process copies it: another test's child would otherwise hold the file open for writing.
    let copy = try Tool.start(["script", "bin/ffmpeg"], in: folder, executable: "/bin/cp").wait()
    #expect(copy.code == 0)
    chmod(folder.file("bin/ffmpeg"), 0o755)
    return folder.file("bin") + ":/usr/bin:/bin"
  }
}
