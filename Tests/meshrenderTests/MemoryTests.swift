import Testing

/// Memory: stated bounds, and limits that are reported before allocation.
struct MemoryTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.writePicture(400, 300, to: "in.png")
    var rows: [String] = []
    for y in 0..<100 { for x in 0..<100 { rows.append("[\(x),\(y),\(x),\(y),0.5]") } }
    let faces = (0..<99).map { "[\($0), \($0 + 1), \($0 + 101), \($0 + 100)]" }
    try folder.write(
      "{\"vertices\": [\(rows.joined(separator: ","))], \"faces\": [\(faces.joined(separator: ","))]}",
      to: "m.json")
    try folder.write(
      "{\"canvas\": {\"size\": [4, 4]}, \"layers\": [{\"bounds\": [0, 0, 4, 4], \"contents\": {\"image\": \"in.png\"}}]}",
      to: "s.json")
    try folder.write(
      "{\"canvas\": {\"size\": [4, 4]}, \"layers\": [{\"bounds\": [0, 0, 4, 4], \"contents\": {\"text\": \"Text\"}}]}",
      to: "t.json")
  }

  static let commands = [
    "render in.png -o o.png", "render s.json -o o.png", "render t.json -o o.png",
    "render --text Text -o o.png",
    "render --text Text --size 9000x9000 --mesh wave -o o.png",
    "animate in.png --mesh wave -o o.apng --duration 0.1",
    "animate s.json -o o.apng --duration 0.1", "hit s.json 1,1", "hit s.json --map o.png", "validate s.json",
    "validate m.json",
    "convert m.json o.obj", "inspect m.json", "subdivide m.json -o o.json --steps 1",
    "map --content-size 400x300 -o o.npy", "map --content-size 400x300 -o o.pgm",
    "render in.png --mesh m.json -o o.png",
  ]

  /// One sentence with the need, the limit and the flag, and no output.
  @Test(arguments: commands) func theLimitIsReportedBeforeAllocation(command: String) throws {
    let arguments = command.split(separator: " ").map(String.init)
    // A text takes a few kilobytes.
    try expectFailure(
      65, "--max-memory", "memory", in: folder, arguments: arguments + ["--max-memory", "9K"])
    let enough = try Tool.start(arguments + ["--max-memory", "1.5G"], in: folder).wait()
    #expect(enough.code == 0, "\(enough.words)")
  }

  @Test func aNumberHasAUnit() throws {
    for wrong in ["0", "-1", "1X", "", "K", "1e3", "9999999999G", "inf", "5TB", "5MBB", "5iB"] {
      try expectFailure(
        64, "--max-memory", in: folder, arguments: ["convert", "m.json", "o.obj", "--max-memory=\(wrong)"])
    }
    for right in ["2000000000", "900000k", "100M", "0.5g", "64MB", "64MiB", "90000000B"] {
      let run = try Tool.run("convert", "m.json", "o.obj", "--max-memory", right, in: folder)
      #expect(run.code == 0, "\(run.words)")
    }
  }

  /// One sentence with the limit, without a crash, a hang or a wrong "no driver".
  @Test(.timeLimit(.minutes(30)), arguments: [80, 150, 250, 300, 400, 600])
  func theSystemLimitIsReported(mebibytes: Int) throws {
    for command in [
      "info", "render in.png --mesh wave -o o.png", "animate in.png --mesh wave -o o.apng --duration 0.1",
      "map --content-size 9000x9000 -o o.npy", "inspect m.json --picture o.png",
    ] {
      let run = try Tool.start(
        ["-c", "ulimit -v \(mebibytes << 10); exec \(Tool.path) \(command)"], in: folder,
        executable: "/bin/sh"
      ).wait()
      #expect(run.code == 69, "\(command): \(run.code) \(run.words)")
      #expect(
        run.words.contains("out of memory") && run.words.contains("ulimit -v is \(mebibytes) MiB"),
        "\(run.words)")
      #expect(run.words.filter { $0 == "\n" }.count == 1, "\(run.words)")
    }
  }

  @Test(.timeLimit(.minutes(30))) func dataBeyondTheSystemLimitIsReported() throws {
    for (command, mebibytes) in [
      ("subdivide m.json -o o.json --steps 7 --max-vertices 9000000", 150),
      ("map --content-size 16384x16384 -o o.npy", 900),
    ] {
      let run = try Tool.start(
        ["-c", "ulimit -v \(mebibytes << 10); exec \(Tool.path) \(command)"], in: folder,
        executable: "/bin/sh"
      ).wait()
      #expect(run.code == 65 && run.words.contains("out of memory"), "\(command): \(run.code) \(run.words)")
      #expect(run.words.contains("ulimit -v is \(mebibytes) MiB"), "\(run.words)")
    }
  }
}
