import Testing

@testable import meshrender

/// The lines and rows of a batch's list, and the messages to its workers.
struct BatchJobTests {
  private func job(_ line: String, _ template: BatchTemplate = BatchTemplate()) throws -> BatchJob {
    try BatchJob(json: Array(line.utf8), index: 6, template)
  }

  private func row(_ row: [String], _ header: [String], _ output: String? = "out/{id}.jpg") throws -> BatchJob
  {
    try BatchJob(
      row: TableRow(fields: row, place: "t.csv:7"), header: TableHeader(header, place: "t.csv:1"), index: 6,
      BatchTemplate(scene: "mug.json", output: output, set: ["canvas.scale=2"]))
  }

  @Test(arguments: ["{\n \"a\": 1\n}\n", "render photo.png\nrender b.png\n", "\u{89}PNG\r\n\u{1A}\n\n"])
  func aFileThatIsNoListFailsOnce(_ text: String) throws {
    let folder = try Folder()
    try folder.write(text, to: "l.jsonl")
    let run = try Tool.start(["batch", "l.jsonl", "--journal", "j.jsonl"], in: folder).wait()
    #expect(try folder.entries() == ["l.jsonl"])
    #expect(
      run.code == 65 && run.output.isEmpty && run.words.contains("is not a list of jobs"), "\(run.words)")
    #expect(run.words.filter { $0 == "\n" }.count == 1, "\(run.words)")
  }

  @Test func fourWorkersForEachGPU() {
    #expect(Batch.workers(cores: 16, gpus: 1) == 4 && Batch.workers(cores: 16, gpus: 3) == 12)
    #expect(Batch.workers(cores: 2, gpus: 1) == 2 && Batch.workers(cores: 16, gpus: 0) == 16)
    #expect(Batch.workers(cores: 4096, gpus: 0) == Batch.workerLimit)
  }

  @Test func keysAreFlags() throws {
    let job = try job(
      #"{"id": 17, "input": "-a.png", "mesh": "wave:rows=3", "fit": true, "linear": false, "light": ["ambient", "spot"], "scale": 0.5, "output": "o.png"}"#
    )
    #expect(job.id == "17" && job.output == "o.png" && job.scene == nil)
    #expect(
      job.arguments == [
        "render", "--mesh=wave:rows=3", "--fit", "--light=ambient", "--light=spot", "--scale=0.5",
        "--output=o.png", "--", "-a.png",
      ])
  }

  /// The parser takes the argument after "--text=" for the text.
  @Test func anEmptyValueIsAValue() throws {
    let folder = try Folder()
    try folder.write(
      #"{"text": "", "mesh": "wave", "output": "o.png"}"# + "\n"
        + #"{"scene": {"canvas": {"size": [9, 9]}, "layers": []}, "flatten-light": true, "output": "p.png"}"#,
      to: "l.jsonl")
    let run = try Tool.start(["batch", "l.jsonl", "--quiet"], in: folder).wait()
    #expect(run.code == 75 && run.text.contains("the text is empty"), "\(run.text)")
    #expect(run.text.contains("--flatten-light applies only to an image"), "\(run.text)")
    #expect(try folder.entries() == ["l.jsonl"])
  }

  @Test func scenesWithValues() throws {
    let job = try job(
      #"{"command": "animate", "scene": "m.json", "set": {"art.contents": {"image": "a.png"}, "t.opacity": 0.5, "t.contents.text": "Ana"}, "output": "o.gif"}"#
    )
    #expect(job.id == "7")
    #expect(
      job.arguments == [
        "animate", "--set-json=art.contents={\"image\": \"a.png\"}", "--set-json=t.opacity=0.5",
        "--set-json=t.contents.text=\"Ana\"", "--output=o.gif", "--", "m.json",
      ])
    let inPlace = try self.job(#"{"scene": {"canvas": {}}, "output": "o.png"}"#)
    #expect(inPlace.scene == #"{"canvas": {}}"# && inPlace.arguments.last == "-")
    #expect(inPlace.identity != job.identity)
  }

  @Test func templatesFillWhatIsMissing() throws {
    let template = BatchTemplate(scene: "mug.json", output: "{size}/{id}.png", set: ["a.opacity=1"])
    let job = try job(#"{"id": "x", "size": "30x20"}"#, template)
    #expect(job.output == "30x20/x.png")
    #expect(
      job.arguments == [
        "render", "--size=30x20", "--set=a.opacity=1", "--output=30x20/x.png", "--", "mug.json",
      ])
    // A text needs no scene.
    #expect(
      try self.job(#"{"text": "x"}"#, template.filling("o.png")).arguments.contains("mug.json") == false)
  }

  @Test func rowsSetValues() throws {
    let job = try row(
      ["5", "a.png", "Ana, B", "x"], ["id", "art.contents.image", "t.contents.text", "note"])
    #expect(job.id == "5" && job.output == "out/5.jpg")
    #expect(
      job.arguments == [
        "render", "--set=canvas.scale=2", "--set=art.contents.image=a.png", "--set=t.contents.text=Ana, B",
        "--output=out/5.jpg", "--", "mug.json",
      ])
    #expect(try row(["o.png"], ["output"], nil).output == "o.png")
  }

  @Test func pointsFollowTheInput() throws {
    let job = try job(
      #"{"command": "project", "input": "a.png", "mesh": "wave", "points": "-p.csv", "output": "o.csv"}"#)
    #expect(job.arguments == ["project", "--mesh=wave", "--output=o.csv", "--", "a.png", "-p.csv"])
  }

  @Test(arguments: [
    ("", "not a JSON object"), ("[]", "not a JSON object"), (#"{"a": 1"#, "not a JSON object"),
    (#"{"a": 1,}"#, "not a JSON object"), (#"{"a": 1} x"#, "not a JSON object"),
    (#"{"text": "x"}"#, "no output"), (#"{"text": "x", "output": null}"#, "not a string"),
    (#"{"text": "x", "output": "o.png"]"#, "not a JSON object"),
    (#"{"text": "\q", "output": "o.png"}"#, "not a JSON object"),
    (#"{"x": "# + String(repeating: "[", count: 100_000), "nested more than"),
    (#"{"version": true, "output": "o.png"}"#, "remove it"),
    (#"{"text": "x", "output": "-"}"#, "standard output"),
    (#"{"input": "-", "output": "o.png"}"#, "standard input"),
    (#"{"scene": "a", "input": "b", "output": "o.png"}"#, "both"),
    (#"{"scene": 5, "output": "o.png"}"#, "neither a path nor an object"),
    (#"{"text": "x", "text": "y", "output": "o.png"}"#, "repeated"),
    (#"{"command": "project", "input": "a.png", "output": "o.csv"}"#, "has no points"),
    (#"{"input": "a.png", "points": "p.csv", "output": "o.png"}"#, "applies to the command project"),
    (#"{"command": "project", "input": "a.png", "points": "-", "output": "o.csv"}"#, "standard input"),
    (#"{"command": "project", "text": "x", "points": "p.csv", "output": "o.csv"}"#, "a scene or an input"),
    (#"{"command": "info", "output": "o.png"}"#, "render, animate, map, passes or project"),
    (#"{"text": "x", "-o": "y", "output": "o.png"}"#, "not a flag"),
    (#"{"text": "x", "max-memory": "1G", "output": "o.png"}"#, "--job-memory"),
    (#"{"text": "x", "set": 3, "output": "o.png"}"#, "not an object"),
  ])
  func saysWhatIsWrong(_ line: String, _ words: String) {
    let error = #expect(throws: BatchJobError.self) { try job(line) }
    #expect(error?.problem.contains(words) == true, "\(error?.problem ?? "")")
  }

  @Test(arguments: ["a/b", "..", ""]) func valuesAreNoFolders(_ id: String) {
    #expect(throws: BatchJobError.self) {
      try job(#"{"text": "x", "size": "\#(id)"}"#, BatchTemplate(output: "out/{size}.png"))
    }
  }

  @Test func messagesTravelInPieces() throws {
    let messages = [["1", "a\nb", "", "ü"], [], [String(repeating: "x", count: 1000)]].map(WorkerMessage.init)
    var (bytes, found) = ([UInt8](), [[String]]())
    for byte in messages.flatMap(\.encoded) {
      bytes.append(byte)
      while let message = WorkerMessage(taking: &bytes) { found.append(message.texts) }
    }
    #expect(found == messages.map(\.texts) && bytes.isEmpty)
    let job = try job(#"{"scene": {"canvas": {}}, "fit": true, "output": "o.png"}"#)
    let back = try #require(WorkerMessage(job).job)
    #expect(back.arguments == job.arguments && back.scene == job.scene && back.id == job.id)
    var outcome = JobOutcome(code: 65, message: "a\nb")
    (outcome.load, outcome.byteCount, outcome.digest) = (0.25, 7, "abc")
    (outcome.warnings, outcome.inputs) = (["w", ""], ["1:2:/a", "3:4:b:c"])
    outcome.notes = ["n", "w"]
    let (index, same) = try #require(WorkerMessage(outcome, of: 9).outcome)
    #expect(index == 9 && same.code == 65 && same.message == "a\nb" && same.load == 0.25)
    #expect(same.byteCount == 7 && same.digest == "abc")
    #expect(same.notes == outcome.notes)
    #expect(same.warnings == outcome.warnings && same.inputs == outcome.inputs)
  }

  /// A worker gives back what it has not begun, once.
  @Test func aJobIsBegunOrGivenBack() throws {
    let jobs = WorkerJobs()
    for index in 0..<4 {
      jobs.add(BatchJob(index: index, id: "", output: "", arguments: ["render"], scene: nil))
    }
    jobs.end()
    // One is read and drawn.
    #expect(jobs.next()?.index == 0)
    #expect(jobs.finishReading(0) && jobs.begin(0) && jobs.takeBack(0) == .kept)
    // One is asked for while its files are read, one that waits, and one that has been read.
    #expect(jobs.next()?.index == 1)
    #expect(jobs.takeBack(1) == .later && jobs.takeBack(2) == .given && jobs.takeBack(2) == .kept)
    #expect(!jobs.finishReading(1) && !jobs.begin(1))
    #expect(jobs.next()?.index == 3)
    #expect(jobs.finishReading(3) && jobs.takeBack(3) == .given && !jobs.begin(3))
    #expect(jobs.next() == nil)
  }

  @Test func limitsFlagsAndHeaders() throws {
    let lights = [String](repeating: "\"spot\"", count: 1001).joined(separator: ",")
    let error = #expect(throws: BatchJobError.self) {
      try job("{\"output\": \"o.png\", \"light\": [\(lights)]}")
    }
    #expect(error?.problem.contains("more than 1000 flags") == true)
    #expect(throws: Failure.self) {
      try TableHeader([String](repeating: "x", count: 1 << 20), place: "t.csv:1")
    }
    #expect(throws: Failure.self) { try TableHeader(["a", "b", "a"], place: "t.csv:1") }
    #expect(try TableHeader(["id", "a.b"], place: "t.csv:1").paths == [1])
  }
}

extension BatchTemplate {
  fileprivate func filling(_ output: String) -> BatchTemplate {
    BatchTemplate(scene: scene, output: output, set: [])
  }
}
