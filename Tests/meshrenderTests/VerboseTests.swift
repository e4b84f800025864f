import Testing

/// The counters of `--verbose`: in a steady state, frames allocate no resources.
struct VerboseTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.writePicture(64, 48, to: "in.png")
  }

  /// The columns of the table, by row.
  private func table(_ words: String) -> [String: String] {
    let rows = [
      "page faults", "memory taken", "shaders compiled", "GL objects made", "uploaded", "read back",
      "peak memory",
    ]
    var table: [String: String] = [:]
    for line in words.split(separator: "\n") {
      for row in rows where line.hasPrefix("  \(row) ") { table[row] = String(line.dropFirst(row.count + 2)) }
    }
    return table
  }

  /// Counted after the maximum number of frames in flight has been reached once.
  @Test(arguments: [1, 2]) func framesTakeNothingNew(threads: Int) throws {
    let run = try Tool.run(
      "animate", "in.png", "--mesh", "ripple", "--light", "directional", "--fps", "20", "--duration", "3s",
      "--threads", "\(threads)", "--format", "rgba", "-o", "out.rgba", "--verbose", in: folder)
    #expect(run.code == 0 && run.output.isEmpty, "\(run.words)")
    let table = table(run.words)
    #expect(run.words.contains("to frame 3") && run.words.contains("from frame 4 on"))
    #expect(table["shaders compiled"]?.hasSuffix(" 0 per frame") == true, "\(run.words)")
    #expect(table["GL objects made"]?.hasSuffix(" 0 per frame") == true, "\(run.words)")
    // Four bytes for each of 64 x 48 pixels.
    #expect(table["read back"]?.hasSuffix(" 12.0 KiB per frame") == true, "\(run.words)")
    let columns = (table["memory taken"] ?? "").split(separator: " ")
    // A thread that starts late allocates a stack, and a page may have 2 MiB: one of them is allowed, but not one per
    // frame.
    try #require(columns.count == 6 && columns[3] == "KiB", "\(run.words)")
    #expect(Double(columns[2]) ?? .infinity < 200, "\(run.words)")
    #expect(table["page faults"] != nil && table["peak memory"]?.hasSuffix(" MiB") == true)
  }

  /// Raw frames of many pixels are read back into the same memory, one after the other.
  @Test func aLargeFrameIsInMemoryOnce() throws {
    func peak(_ threads: Int) throws -> Double {
      let run = try Tool.run(
        "animate", "in.png", "--mesh", "ripple", "--size", "2800x2000", "--frames", "..8", "--samples", "1",
        "--threads", "\(threads)", "--format", "rgba", "-o", "out.rgba", "--verbose", in: folder)
      #expect(run.code == 0, "\(run.words)")
      let words = try #require(table(run.words)["peak memory"]).split(separator: " ")
      return try #require(Double(words[0]))
    }
    // A frame has 21 MiB.
    let (alone, together) = (try peak(1), try peak(2))
    #expect(together < alone + 12, "\(alone) and \(together) MiB")
  }

  /// Too few frames for a separate steady state.
  @Test func aShortClipIsCountedAsAWhole() throws {
    let run = try Tool.run(
      "animate", "in.png", "--mesh", "ripple", "--frames", "..2", "--format", "rgba", "-o", "out.rgba", "-v",
      in: folder)
    #expect(run.code == 0 && !run.words.contains("a frame on") && !run.words.contains("counted"))
    let table = table(run.words)
    #expect(table.count == 7, "\(run.words)")
    #expect(table["read back"]?.hasSuffix(" 24.0 KiB") == true, "\(run.words)")
  }

  /// A group is an offscreen pass before the canvas; a dense mesh is simplified unless --exact is given.
  @Test func theGraphOfAPictureIsPrinted() throws {
    let scene = """
      {"canvas": {"size": [60, 40]}, "layers": [{"bounds": [0, 0, 40, 30], "position": [30, 20], "opacity": 0.5,
        "backgroundColor": "#204060", "sublayers": [{"bounds": [0, 0, 10, 10], "position": [9, 9],
        "contents": {"color": "#ff0000"}}]}]}
      """
    try folder.write(scene, to: "scene.json")
    let group = try Tool.run(
      "render", "scene.json", "-o", "out.png", "--verbose", "--samples", "1", in: folder)
    let lines = group.words.split(separator: "\n").drop { !$0.contains("offscreen 0") }.map(String.init)
    #expect(
      lines == [
        "  offscreen 0, as it is: 42x35 px; 1 sample per pixel",
        "    group 0: 1 item, 1 draw call", "      color; 2 triangles; opaque",
        "    group 1: 1 item, 1 draw call", "      color; 2 triangles; opaque",
        "  canvas: 60x40 px; 1 sample per pixel", "    group 0: 1 item, 1 draw call",
        "      offscreen 0; 2 triangles; translucent",
      ], "\(group.words)")
    let ripple = [
      "render", "in.png", "--mesh", "ripple:rows=100,columns=100,amplitude=0.001", "-o", "out.png", "-v",
    ]
    let merged = try Tool.start(ripple, in: folder).wait()
    let exact = try Tool.start(ripple + ["--exact"], in: folder).wait()
    #expect(merged.words.contains(" triangles of 20000; "), "\(merged.words)")
    #expect(exact.words.contains("; 20000 triangles; "), "\(exact.words)")
  }

  @Test func onePictureIsCounted() throws {
    let run = try Tool.run(
      "render", "in.png", "--mesh", "wave", "-o", "out.png", "--verbose", in: folder)
    let table = table(run.words)
    #expect(run.code == 0 && table.count == 7, "\(run.words)")
    #expect(table["read back"]?.hasSuffix(" 12.0 KiB") == true, "\(run.words)")
    let quiet = try Tool.run("render", "in.png", "--mesh", "wave", "-o", "out.png", in: folder)
    #expect(quiet.code == 0 && quiet.words.isEmpty)
  }
}
