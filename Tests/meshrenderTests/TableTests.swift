import MeshTransform
import Testing

@testable import meshrender

/// Tables of jobs: encodings, separators, empty fields, flags.
struct TableTests {
  /// The jobs of a table, and the warnings about it.
  private func jobs(
    _ bytes: [UInt8], _ encoding: TextEncoding = .utf8, setsEmptyCells: Bool = false, flags: [String] = [],
    isTable: Bool = true
  ) throws -> [Result<BatchJob, BatchJobError>] {
    let folder = try Folder()
    try folder.write(bytes, to: "t.csv")
    let template = BatchTemplate(
      scene: "s.json", output: "\(folder.path)/{id}.jpg", flags: flags, setsEmptyCells: setsEmptyCells)
    var source = try JobSource(
      folder.file("t.csv"), isTable: isTable, encoding: encoding, template, nil
    ) { Issue.record("\($0)") }
    var jobs: [Result<BatchJob, BatchJobError>] = []
    while true {
      switch try source.next() {
      case .job(let job): jobs.append(.success(job))
      case .error(_, let error): jobs.append(.failure(error))
      case .waiting: try source.read()
      case .end: return jobs
      }
    }
  }

  private func jobs(_ text: String) throws -> [Result<BatchJob, BatchJobError>] { try jobs(Array(text.utf8)) }

  /// The text that each job sets, and "id: problem" of those that fail.
  private func texts(_ jobs: [Result<BatchJob, BatchJobError>]) -> [String] {
    jobs.map { job in
      switch job {
      case .success(let job):
        job.arguments.first { $0.hasPrefix("--set=t.text=") }.map { String($0.dropFirst(13)) } ?? "-"
      case .failure(let error): "\(error.id): \(error.problem.split(separator: "/").last ?? "")"
      }
    }
  }

  private static let names = "id,t.text\r\n1,Zoë\r\n2,€ 5\r\n3,𝄞\r\n"
  private static func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
    text.utf16.flatMap {
      bigEndian ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)]
    }
  }

  @Test(arguments: [
    (Array(names.utf8), TextEncoding.utf8), ([0xEF, 0xBB, 0xBF] + Array(names.utf8), .utf8),
    ([0xEF, 0xBB, 0xBF] + Array(names.utf8), .windows1252),
    ([0xFF, 0xFE] + utf16(names, bigEndian: false), .utf8),
    ([0xFE, 0xFF] + utf16(names, bigEndian: true), .utf8),
    (utf16(names, bigEndian: false), .utf16), (utf16(names, bigEndian: true), .utf16),
  ])
  func encodings(_ bytes: [UInt8], _ encoding: TextEncoding) throws {
    #expect(texts(try jobs(bytes, encoding)) == ["Zoë", "€ 5", "𝄞"])
  }

  @Test func windows1252() throws {
    let table = Array("id,t.text\r\n1,Zo".utf8) + [0xEB, 0x80, 0x9F] + Array("\r\n2,".utf8) + [0x81, 0x0A]
    #expect(
      texts(try jobs(table, .windows1252)) == [
        "Zoë€Ÿ", "2: t.csv:3: byte 3 (0x81) is not a character of Windows-1252; save the file as UTF-8",
      ])
  }

  /// The line counts line ends within quotation marks, too.
  @Test func aByteThatIsNotUTF8FailsItsRow() throws {
    let table =
      Array("id,t.text\r\n1,\"two\nZo".utf8) + [0xEB] + Array("\"\r\n2,Zoe\n3,".utf8) + [0xC3, 0x0A]
    let remedy = "is not UTF-8; save the file as UTF-8, or set its encoding with --csv-encoding"
    #expect(
      texts(try jobs(table)) == [
        "1: t.csv:3: byte 3 (0xEB) \(remedy)", "Zoe", "3: t.csv:5: byte 3 (0xC3) \(remedy)",
      ])
    #expect(throws: Failure.self) { try jobs([0x69, 0x64, 0xEB, 0x0A, 0x31, 0x0A]) }
    // Half a pair, and half a unit.
    let half =
      [0xFF, 0xFE] + Self.utf16("id,t.text\n1,a\n", bigEndian: false) + [0x32, 0, 0x2C, 0, 0x00, 0xD8]
    #expect(
      texts(try jobs(half + [0x0A, 0, 0x33])) == [
        "a", "2: t.csv:3: character 3 is an unpaired surrogate of UTF-16; save the file as UTF-8",
        "3: t.csv:4: character 1 is an unpaired surrogate of UTF-16; save the file as UTF-8",
      ])
  }

  /// The line is that of the opening mark, not the one in which its row begins.
  @Test func openQuotationMarksHaveALine() {
    for (text, line) in [("id,t.text\n1,\"a\n2,b\n", 2), ("id,t.text\n1,\"a\nb\",\"c\n", 3), ("\"id", 1)] {
      let failure = #expect(throws: Failure.self) { try jobs(text) }
      #expect(
        failure?.sentence.hasSuffix("t.csv:\(line): the quotation marks are not closed; close them") == true)
    }
  }

  @Test func listsHaveTheSameChecks() throws {
    let line = #"{"id": "a", "set": {"t.text": "Zoë"}}"# + "\r\n"
    for bytes in [[0xEF, 0xBB, 0xBF] + Array(line.utf8), [0xFF, 0xFE] + Self.utf16(line, bigEndian: false)] {
      #expect(try jobs(bytes, isTable: false).map { try $0.get().id } == ["a"])
    }
    let damaged = Array("{}\n{\"id\": \"".utf8) + [0xEB] + Array("\"}\n".utf8)
    #expect(
      texts(try jobs(damaged, isTable: false)).last
        == "2: t.csv:2: byte 9 (0xEB) is not UTF-8; save the file as UTF-8")
  }

  @Test(arguments: [
    "id;t.text\r\n1;Ana\r\n", "id\tt.text\n1\tAna", "sep=;\r\nid;t.text\r\n1;Ana",
    "\"sep=|\"\nid|t.text\n1|Ana\n",
    "SEP=,\nid,t.text\n1,Ana\n", "\n\nid;\"t.text\"\n\n1;Ana\n;\n;\n",
    "\"id\"\t\"t.text\"\t\"a,b.c,d;e\"\n1\tAna\t\n",
  ]) func separators(_ table: String) throws {
    #expect(texts(try jobs(table)) == ["Ana"])
  }

  @Test func oneColumnNeedsNone() throws { #expect(texts(try jobs("t.text\nA, B\n")).count == 1) }

  @Test func emptyFieldsKeepTheValue() throws {
    let table = Array("id,t.text,u.text\n1,Ana,\n2,,x\n".utf8)
    #expect(texts(try jobs(table)) == ["Ana", "-"])
    #expect(try jobs(table)[0].get().arguments.contains { $0.contains("u.text") } == false)
    #expect(texts(try jobs(table, setsEmptyCells: true)) == ["Ana", ""])
  }

  @Test func columnsAndFlagsOfTheBatch() throws {
    let table = Array(
      "id,quality,--fit,--background,t.text\n1,70,TRUE,red,a\n2,,false,,b\n3,,maybe,,c\n".utf8)
    let found = try jobs(table, flags: ["--quality=80", "--scale=2", "--fit"])
    func flags(_ index: Int) throws -> [String] {
      try found[index].get().arguments.dropFirst().filter { !$0.hasPrefix("--output") && $0 != "--" }
    }
    #expect(
      try flags(0) == ["--scale=2", "--quality=70", "--fit", "--background=red", "--set=t.text=a", "s.json"])
    #expect(try flags(1) == ["--quality=80", "--scale=2", "--set=t.text=b", "s.json"])
    #expect(texts(found)[2] == "3: t.csv:4: the column --fit is \"maybe\"; write true or false")
    for (header, words) in [
      ("id,--qualty", "'--quality'"), ("id,--output", "without dashes"), ("id,--watch", "remove it"),
      ("id,quality,--quality", "two columns for --quality"), ("id,id", "two columns \"id\""),
    ] {
      let failure = #expect(throws: Failure.self) { try jobs(header + "\n1,2\n") }
      #expect(failure?.sentence.contains("t.csv:1: ") == true && failure?.sentence.contains(words) == true)
    }
  }

  @Test func flagsOfRenderBesideATable() throws {
    let folder = try Folder()
    try folder.write(
      #"{"canvas": {"size": [8, 4]}, "layers": [{"name": "a", "bounds": [0, 0, 8, 4], "contents": {"color": "red"}}]}"#,
      to: "s.json")
    try folder.write("id,format,a.opacity\n1,,\n2,png,0.5\n", to: "t.csv")
    let batch = ["batch", "--csv", "t.csv", "--template", "s.json", "-o", "{id}.jpg", "-j", "1"]
    let run = try Tool.start(batch + ["--scale", "2", "--background=white"], in: folder).wait()
    #expect(run.code == 0, "\(run.words)\(run.text)")
    #expect(try folder.bytes("1.jpg").starts(with: [0xFF, 0xD8]))
    let second = try folder.image("2.jpg")
    #expect(second.size == PixelSize(16, 8) && (127...128).contains(second.pixel(3, 3)[1]))
    try expectFailure(64, "--qualty", "'--quality'", in: folder, arguments: batch + ["--qualty", "3"])
    try expectFailure(64, "--quality is 300", "1...100", in: folder, arguments: batch + ["--quality", "300"])
    try expectFailure(64, "--watch", "remove it", in: folder, arguments: batch + ["--watch"])
    try expectFailure(64, "'two.csv'", "quotation marks", in: folder, arguments: batch + ["two.csv"])
    try expectFailure(
      64, "--empty-cells", "--csv", in: folder, arguments: ["batch", "l.jsonl", "--empty-cells", "set"])
  }

  /// Of the warnings of jobs standard error has their number, and only the results have the sentences.
  @Test func jobsWithWarningsAreCounted() throws {
    let folder = try Folder()
    try folder.write(
      #"{"canvas": {"size": [8, 4]}, "layers": [{"name": "a", "bounds": [0, 0, 8, 4], "contents": {"color": "red"}}]}"#,
      to: "s.json")
    try folder.write("id,a.opacity\n1,1\n2,0.5\n3,2\n", to: "t.csv")
    let batch = ["batch", "--csv", "t.csv", "--template", "s.json", "-j", "1"]
    let warned = try Tool.start(batch + ["-o", "{id}.jpg"], in: folder).wait()
    #expect(warned.words == "2 done, 2 of them with warnings, 1 failed\n", "\(warned.words)")
    #expect(warned.text.contains("\"warnings\""))
    #expect(warned.text.contains("\"t.csv:4: the column a.opacity: found 2; use"), "\(warned.text)")
    let silent = try Tool.start(batch + ["-o", "{id}.png"], in: folder).wait()
    #expect(silent.words == "2 done, 1 failed\n", "\(silent.words)")
  }

  /// A value at fault is named by its column and line, one of the batch by its flag.
  @Test func faultsNameTheirColumn() throws {
    let folder = try Folder()
    try folder.writePicture(8, 6, to: "in.png")
    try folder.write(
      #"{"canvas": {"size": [8, 4]}, "layers": [{"name": "a", "bounds": [0, 0, 8, 4], "contents": {"image": "in.png"}}]}"#,
      to: "s.json")
    try folder.write(
      "id,note,a.contents.image,--quality\n1,\"x\ny\",no.png,\n2,,,300\n3,,,high\n", to: "t.csv")
    let batch = ["batch", "--csv", "t.csv", "--template", "s.json", "-j", "1", "-o", "{id}.jpg"]
    let run = try Tool.start(batch, in: folder).wait()
    for part in [
      "\"t.csv:2: the column a.contents.image: no.png: there is no such file", "\"t.csv:4: --quality is 300",
      "\"t.csv:5: '--quality <level>' cannot be 'high'; use a whole number in 1...100",
    ] { #expect(run.text.contains(part), "\(run.text)") }
    let all = try Tool.start(batch + ["--set", "a.opacity=2"], in: folder).wait()
    #expect(all.text.contains("\"--set a.opacity=2: "), "\(all.text)")
  }

  /// What a job's flags leave open is in its result.
  @Test func notesAreInTheResults() throws {
    let folder = try Folder()
    try folder.writePicture(8, 6, to: "in.png")
    try folder.write(
      "{\"input\": \"in.png\", \"size\": \"4x4\", \"output\": \"a.png\"}\n"
        + "{\"input\": \"in.png\", \"output\": \"b.png\"}\n", to: "jobs")
    let lines = try Tool.start(["batch", "jobs", "-j", "1"], in: folder).wait().text.split(separator: "\n")
    let note = "\"notes\": [\"Size: --size 4x4 shows the middle of 8x6"
    #expect(lines.first?.contains(note) == true, "\(lines)")
    #expect(lines.last?.contains("notes") == false)
  }

  @Test func scenesAndPointsWithMarks() throws {
    let folder = try Folder()
    let scene =
      #"{"canvas": {"size": [8, 4]}, "layers": [{"bounds": [0, 0, 8, 4], "contents": {"color": "red"}}]}"#
    try folder.write([0xEF, 0xBB, 0xBF] + Array(" \(scene)".utf8), to: "s.json")
    let drawn = try Tool.run("render", "-", "-o", "o.png", in: folder, input: folder.file("s.json"))
    #expect(drawn.code == 0, "\(drawn.words)")
    try folder.write([0xFF, 0xFE] + Self.utf16(scene, bigEndian: false), to: "wide.json")
    try expectFailure(
      65, "UTF-16", in: folder, arguments: ["render", "-", "-o", "p.png"], input: folder.file("wide.json"))
    try folder.write([0xEF, 0xBB, 0xBF] + Array("1,1\r\n".utf8), to: "points")
    let hit = try Tool.run("hit", "s.json", in: folder, input: folder.file("points"))
    #expect(hit.code == 0 && hit.text.contains("\"x\": 1"), "\(hit.words)")
    try folder.write(Array("1,1\n2,".utf8) + [0xEB, 0x0A], to: "points")
    try expectFailure(
      65, "standard input:2: byte 3 (0xEB)", in: folder, arguments: ["hit", "s.json"],
      input: folder.file("points"))
  }
}
