import Foundation
import Glibc
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
    #expect(run.code == 0 && run.complaints.isEmpty, "\(run.words)")
    #expect(try folder.bytes("out.mkv").count >= 5 * 3 * 8 * 6 / 2)
  }

  /// The programs read one file and open no other, whatever its name and its bytes say.
  @Test(arguments: ["-i.mp4", "concat:a.mp4", "http:a.mkv", "a|b.mov", "pipe:0"])
  func namesOfVideosAreNoArguments(name: String) throws {
    let folder = try Folder()
    try folder.write(Self.videoStart, to: name)
    let path = try installReaders(
      "printf '%s\\n' \"$@\" > \(folder.file("told"))\n"
        + "printf 'frame:0 pts:0\\nframe:1 pts:40000\\n' >&4\nhead -c 128 /dev/zero\n", in: folder)
    let run = try Tool.run(
      "animate", "./" + name, "--format", "rgba", "-o", "out", in: folder, environment: ["PATH": path])
    #expect(run.code == 0, "\(run.words)")
    #expect(try folder.bytes("out").count == 128)
    for report in ["told", "told-ffprobe"] {
      let told = String(decoding: try folder.bytes(report), as: UTF8.self).split(separator: "\n").map(
        String.init)
      #expect(!told.contains { $0.contains(name) } && !told.contains { $0.contains(folder.path) })
      let input = try #require(told.firstIndex(of: "-i"))
      #expect(told[input + 1] == "file:/proc/self/fd/3")
      let list = try #require(told.firstIndex(of: "-protocol_whitelist"))
      #expect(list < input && told[list + 1] == "file,pipe")
      let formats = try #require(told.firstIndex(of: "-format_whitelist"))
      #expect(formats < input)
      for playlist in ["hls", "dash", "concat", "image2", "sdp", "lavfi"] {
        #expect(!told[formats + 1].split(separator: ",").contains { $0 == playlist })
      }
      #expect(told.contains("-max_pixels"))
    }
  }

  /// A program that neither delivers frames nor ends does not survive an interruption.
  @Test func aStalledProgramEndsWithTheRun() throws {
    let folder = try Folder()
    try folder.write(Self.videoStart, to: "in.mp4")
    let path = try installReaders("echo $$ > \(folder.file("id"))\nexec sleep 100\n", in: folder)
    let child = try Tool.start(
      ["animate", "in.mp4", "--format", "rgba", "-o", "out"], in: folder, environment: ["PATH": path])
    var id: pid_t = 0
    for _ in 0..<2000 where id == 0 {
      usleep(5000)
      id = (try? folder.bytes("id")).flatMap { pid_t(String(decoding: $0.dropLast(), as: UTF8.self)) } ?? 0
    }
    try #require(id > 0)
    kill(child.pid, SIGINT)
    #expect(try child.wait().code == 130)
    for _ in 0..<2000 where isRunning(id) { usleep(5000) }
    #expect(!isRunning(id))
    #expect(try !folder.entries().contains("out"))
  }

  /// Whether a process exists that has not ended; one that has ended may wait for its parent as a zombie.
  private func isRunning(_ id: pid_t) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return false }
    return !text[end...].hasPrefix(") Z")
  }

  /// The first box of an MP4.
  private static let videoStart = [0, 0, 0, 24] + Array("ftypisom".utf8) + [UInt8](repeating: 0, count: 20)

  /// Puts stand-ins for ffmpeg and ffprobe into a folder; the latter reports two frames of 4x4.
  /// - Returns: the search path for programs.
  private func installReaders(_ script: String, in folder: Folder) throws -> String {
    let probe = """
      printf '%s\\n' "$@" > \(folder.file("told-ffprobe"))
      for word in codec_type='"video"' width=4 height=4 pix_fmt='"bgr0"' duration='"0.08"' r_frame_rate='"25/1"'; do
        echo "streams.stream.0.$word"
      done
      for number in 0 1; do
        echo "packets.packet.$number.stream_index=0"
        echo "packets.packet.$number.pts_time=\\"0.0$((4 * number))\\""
      done

      """
    let path = try install(script, in: folder)
    _ = try install(probe, as: "ffprobe", in: folder)
    return path
  }

  /// Puts a stand-in for a program into a folder.
  /// - Returns: the search path for programs.
  private func install(_ script: String, as name: String = "ffmpeg", in folder: Folder) throws -> String {
    try FileManager.default.createDirectory(atPath: folder.file("bin"), withIntermediateDirectories: true)
    try folder.writeProgram(script, to: "bin/\(name)")
    return folder.file("bin") + ":/usr/bin:/bin"
  }
}
