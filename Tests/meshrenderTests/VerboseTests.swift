import Testing

/// What `--verbose` counts: in a steady state frames take nothing of the system but time.
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

  /// Counted from when every frame that is under way at a time has been there once.
  @Test(arguments: [1, 2]) func framesTakeNothingNew(threads: Int) throws {
    let run = try Tool.run(
      "animate", "in.png", "--mesh", "ripple", "--light", "directional", "--fps", "20", "--duration", "3s",
      "--threads", "\(threads)", "--format", "rgba", "-o", "out.rgba", "--verbose", in: folder)
    #expect(run.code == 0 && run.output.isEmpty, "\(run.words)")
    let (table, warmUp) = (table(run.words), threads + 2)
    #expect(run.words.contains("to frame \(warmUp)") && run.words.contains("from frame \(warmUp + 1) on"))
    #expect(table["shaders compiled"]?.hasSuffix(" 0 a frame") == true, "\(run.words)")
    #expect(table["GL objects made"]?.hasSuffix(" 0 a frame") == true, "\(run.words)")
    // Four bytes for each of 64 x 48 pixels.
    #expect(table["read back"]?.hasSuffix(" 12.0 KiB a frame") == true, "\(run.words)")
    let columns = (table["memory taken"] ?? "").split(separator: " ")
    // A thread that starts late has a stack, and a page may be of 2 MiB: one or the other, but not one a frame.
    try #require(columns.count == 6 && columns[3] == "KiB", "\(run.words)")
    #expect(Double(columns[2]) ?? .infinity < 200, "\(run.words)")
    #expect(table["page faults"] != nil && table["peak memory"]?.hasSuffix(" MiB") == true)
  }

  /// Too few to tell frames apart.
  @Test func aShortClipIsCountedAsAWhole() throws {
    let run = try Tool.run(
      "animate", "in.png", "--mesh", "ripple", "--frames", "..2", "--format", "rgba", "-o", "out.rgba", "-v",
      in: folder)
    #expect(run.code == 0 && !run.words.contains("a frame on") && !run.words.contains("counted"))
    let table = table(run.words)
    #expect(table.count == 7, "\(run.words)")
    #expect(table["read back"]?.hasSuffix(" 24.0 KiB") == true, "\(run.words)")
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
