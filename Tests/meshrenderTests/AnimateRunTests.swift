import Foundation
import Glibc
import ImageFiles
import MeshTransform
import Testing

/// The endings of a clip: complete, stopped, resumed, or refused.
struct AnimateRunTests {
  private let folder: Folder
  init() throws {
    folder = try Folder()
    try folder.writePicture(24, 16, to: "in.png")
  }

  /// Enough frames that a signal arrives before the last one.
  private let long = [
    "animate", "in.png", "--animate", "rotation.y 0..360deg 2s linear loop", "--size", "200x200", "--fps",
    "1000",
  ]

  /// Starts a clip and waits until `count` frames exist.
  private func startLong(_ output: String, until count: Int) throws -> Child {
    let child = try Tool.start(long + ["-o", output], in: folder)
    var tries = 0
    while (try? folder.entries(in: "frames").count) ?? 0 < count, tries < 2000 {
      usleep(5000)
      tries += 1
    }
    return child
  }

  private func check(_ names: [String]) throws {
    for name in names {
      #expect(try folder.image("frames/\(name)").size == PixelSize(200, 200), "\(name)")
    }
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func aSignalKeepsFinishedFrames(signal: Int32, code: Int32) throws {
    let child = try startLong("frames/", until: 5)
    kill(child.pid, signal)
    let run = try child.wait()
    #expect(run.code == code)
    #expect(run.complaints.hasPrefix("Interrupted after ") && run.words.contains("--resume"), "\(run.words)")
    let names = try folder.entries(in: "frames")
    #expect((5..<2000).contains(names.count) && names.allSatisfy { $0.hasPrefix("frame-") }, "\(names)")
    try check(names)
    // The finished frames are the first ones, except those that were in progress.
    #expect(names.last! <= String(format: "frame-%04d.png", names.count + 16))
  }

  @Test func aKilledRunIsResumed() throws {
    let child = try startLong("frames/", until: 6)
    kill(child.pid, SIGKILL)
    #expect(try child.wait().code == 128 + SIGKILL)
    let names = try folder.entries(in: "frames")
    try check(names)
    // One file is damaged, one has another size; both are rendered again, and the others are kept.
    let whole = try folder.bytes("frames/frame-0002.png")
    try folder.write(Array(whole.dropLast(20)), to: "frames/frame-0002.png")
    try folder.writePicture(3, 3, to: "frames/frame-0003.png")
    let kept = try modified("frames/frame-0001.png")
    let run = try Tool.start(
      long + ["-o", "frames/", "--resume", "--frames", "..20", "--verbose"], in: folder
    ).wait()
    #expect(run.code == 0 && run.words.contains(" of 20 frames are kept"), "\(run.words)")
    #expect(try modified("frames/frame-0001.png") == kept)
    #expect(try folder.bytes("frames/frame-0002.png") == whole)
    let all = try folder.entries(in: "frames")
    try check(all)
    #expect(all.count >= 20)
    // All frames exist already.
    let again = try Tool.start(
      long + ["-o", "frames/", "--resume", "--frames", "..20"], in: folder, environment: ["DISPLAY": ""]
    ).wait()
    #expect(again.code == 0 && again.complaints.isEmpty, "\(again.words)")
  }

  @Test func aResumedRunKeepsNoFramesOfAnotherJob() throws {
    try folder.writePicture(8, 8, to: "sequence-1.png")
    func resume(_ arguments: String..., input: String = "in.png", shard: String = "1/1") throws -> String {
      let run = try Tool.start(
        ["animate", input, "--fps", "4", "--duration", "1s", "-o", "frames/", "--resume", "--verbose"]
          + ["--shard", shard] + arguments, in: folder
      ).wait()
      #expect(run.code == 0, "\(run.words)")
      return run.words.split(separator: "\n").first { $0.contains("are kept") || $0.contains("again") }
        .map(String.init) ?? ""
    }
    let all = "  4 of 4 frames are kept"
    #expect(try resume("--mesh", "wave") == "")
    #expect(try resume("--mesh", "wave") == all)
    let wave = try folder.bytes("frames/frame-0002.png")
    // Other options; the threads and the shard change no frame.
    #expect(try resume("--mesh", "ripple").hasSuffix("because another version or other options made them"))
    #expect(try folder.bytes("frames/frame-0002.png") != wave)
    #expect(try resume("--mesh", "ripple", "--threads", "1") == all)
    // After the first half, the frames of the second half are older than the record.
    #expect(try resume("--mesh", "wave", shard: "1/2").contains("again"))
    #expect(try resume("--mesh", "wave", shard: "2/2") == "  0 of 2 frames are kept")
    #expect(try resume("--mesh", "wave") == all)
    // A changed input, a sequence with another file, standard input, no record, a broken one.
    try folder.writePicture(9, 8, to: "in.png")
    #expect(try resume("--mesh", "wave").hasSuffix("because in.png has changed"))
    _ = try resume("--mesh", "wave", input: "sequence-%d.png")
    #expect(try resume("--mesh", "wave", input: "sequence-%d.png") == all)
    try folder.writePicture(8, 8, to: "sequence-2.png")
    #expect(
      try resume("--mesh", "wave", input: "sequence-%d.png").hasSuffix("sequence-%d.png has changed"))
    let record = "frames/.frame-%04d.png.job"
    try folder.write("{", to: record)
    #expect(try resume("--mesh", "wave").hasSuffix("\(record) is not a record of a job"))
    try FileManager.default.removeItem(atPath: folder.file(record))
    #expect(try resume("--mesh", "wave").hasSuffix("they have no record of their job"))
    #expect(try resume("--mesh", "wave") == all)
  }

  /// A run that makes no frame leaves no record.
  @Test func aFailedRunLeavesNoRecord() throws {
    try FileManager.default.createDirectory(
      atPath: folder.file("frames/frame-0001.png"), withIntermediateDirectories: true)
    let command = [
      "animate", "in.png", "--mesh", "wave", "--fps", "4", "--frames", "1..1", "-o", "frames/",
    ]
    let run = try Tool.start(command, in: folder).wait()
    #expect(run.code == 73, "\(run.words)")
    let entries = { try FileManager.default.contentsOfDirectory(atPath: folder.file("frames")) }
    #expect(try entries() == ["frame-0001.png"])
    // One that was there stays.
    try folder.write("as it was", to: "frames/.frame-%04d.png.job")
    let before = try modified("frames/.frame-%04d.png.job")[..<2]
    #expect(try Tool.start(command, in: folder).wait().code == 73)
    #expect(try folder.bytes("frames/.frame-%04d.png.job") == Array("as it was".utf8))
    #expect(try modified("frames/.frame-%04d.png.job")[..<2] == before)
  }

  private func modified(_ name: String) throws -> [Int] {
    var status = stat()
    try #require(stat(folder.file(name), &status) == 0)
    return [Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec), Int(status.st_ino)]
  }

  @Test(arguments: ["out.y4m", "out.gif", "out.apng", "out.webp"])
  func aSignalLeavesNoPartOfAFile(name: String) throws {
    try folder.write("as it was", to: name)
    let before = try folder.contents()
    let child = try Tool.start(
      [
        "animate", "in.png", "--animate", "rotation.y 0..360deg 2s linear loop", "--size", "200x200",
        "--fps", "50", "--duration", "60s", "--background", "white", "-o", name,
      ], in: folder)
    child.waitUntilItWrites(in: folder)
    usleep(100_000)
    kill(child.pid, SIGINT)
    let run = try child.wait()
    #expect(run.code == 130 && run.complaints.hasPrefix("Interrupted after "), "\(run.words)")
    #expect(try folder.contents() == before)
  }

  @Test func aClosedPipeHasItsOwnSentence() throws {
    for format in ["rgba", "y4m"] {
      let child = try Tool.start(
        [
          "-c", "(\"$0\" \"$@\"; echo \"code $?\" >&2) | head -c 100 > /dev/null", Tool.path,
        ] + long + ["--background", "white", "--format", format, "-o", "-"],
        in: folder, executable: "/bin/sh")
      let run = try child.wait()
      #expect(run.words.contains("the reader of standard output closed it"), "\(run.words)")
      #expect(run.words.contains("of 2000 frames") && run.words.hasSuffix("code 74\n"), "\(run.words)")
    }
  }

  /// The tool waits for a slow reader and holds at most a few frames meanwhile.
  @Test func aSlowReaderGetsEveryFrame() throws {
    let arguments =
      ["animate", "in.png", "--animate", "opacity 0..1 2s linear", "--size", "256x256", "--fps", "20"]
      + ["--format", "rgba", "-o", "-"]
    let child = try Tool.start(
      ["-c", "\"$0\" \"$@\" | (sleep 1; cat)", Tool.path] + arguments, in: folder, executable: "/bin/sh")
    let slow = try child.wait()
    let fast = try Tool.start(arguments, in: folder).wait()
    #expect(slow.output.count == 41 * 4 * 256 * 256 && slow.output == fast.output)
  }

  @Test func memoryDoesNotGrowWithTheClip() throws {
    func peak(frames: Int) throws -> Int {
      let child = try Tool.start(
        ["animate", "in.png", "--animate", "opacity 0..1 1s loop", "--duration", "1", "--fps", "\(frames)"]
          + ["--size", "160x160", "--format", "rgba", "-o", "/dev/null"], in: folder)
      var (status, usage): (Int32, rusage) = (0, rusage())
      #expect(wait4(child.pid, &status, 0, &usage) == child.pid && status == 0)
      return Int(usage.ru_maxrss)
    }
    // 700 more frames of 100 KiB would be 70 MiB.
    #expect(try peak(frames: 900) - peak(frames: 200) < 20_000)
  }

  @Test func aFullDiskIsAFailure() throws {
    try expectFailure(
      74, "standard output", in: folder, arguments: long + ["--format", "rgba", "-o", "-"],
      output: "/dev/full")
    try expectFailure(74, "/dev/full", in: folder, arguments: long + ["--format", "rgba", "-o", "/dev/full"])
    try expectFailure(73, "in.png/", in: folder, arguments: long + ["-o", "in.png/out.rgba"])
    try expectFailure(73, in: folder, arguments: long + ["-o", "in.png/frame-%d.png"])
  }

  @Test func withoutEGLSaysWhatToInstall() throws {
    try expectFailure(
      69, "apt install", in: folder, arguments: long + ["-o", "out.rgba"],
      environment: ["__EGL_VENDOR_LIBRARY_FILENAMES": "/nonexistent"])
  }

  /// Progress is written only to a terminal.
  @Test func aTerminalSeesProgress() throws {
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    defer { close(terminal) }
    // The calls of unlockpt and ptsname, which Swift does not import.
    var (locked, number): (Int32, UInt32) = (0, 0)
    #expect(ioctl(terminal, 0x4004_5431, &locked) == 0 && ioctl(terminal, 0x8004_5430, &number) == 0)
    let name = "/dev/pts/\(number)"
    let child = try Tool.start(
      ["-c", "exec \"$0\" \"$@\" 2>\(name)", Tool.path, "animate", "in.png", "--mesh", "wave:columns=4"]
        + ["--fps", "10", "-o", "out.apng"], in: folder, executable: "/bin/sh")
    #expect(try child.wait().code == 0)
    var bytes = [UInt8](repeating: 0, count: 65_536)
    _ = fcntl(terminal, F_SETFL, O_NONBLOCK)
    let count = read(terminal, &bytes, bytes.count)
    let words = String(decoding: bytes[..<max(count, 0)], as: UTF8.self)
    #expect(
      words.contains(" of 20 frames, ") && words.contains("frames/s") && words.contains(" left"), "\(words)")
    // The progress line is cleared at the end.
    #expect(words.hasSuffix("\r\u{1B}[K"))
  }
}
