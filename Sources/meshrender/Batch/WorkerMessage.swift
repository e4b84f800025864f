/// A list of texts between a batch and its workers, through a pipe.
///
/// The number of bytes that follow, of texts and of bytes of each text, as decimal numbers and line ends, then the bytes
/// of all texts.
struct WorkerMessage: Sendable {
  var texts: [String]

  var encoded: [UInt8] {
    var head = Array("\(texts.count)\n".utf8)
    var (body, count) = ([UInt8](), 0)
    for text in texts {
      head += "\(text.utf8.count)\n".utf8
      count += text.utf8.count
    }
    body.reserveCapacity(count)
    for text in texts { body += text.utf8 }
    return Array("\(head.count + count)\n".utf8) + head + body
  }

  /// Takes the first message from received bytes.
  /// - Returns: nil where more bytes have to come.
  init?(taking bytes: inout [UInt8]) {
    var at = 0
    func number() -> Int? {
      guard let end = bytes[at...].firstIndex(of: 0x0A) else { return nil }
      defer { at = end + 1 }
      // A worker in a stranger's hands writes what it likes: sums must not overflow.
      return Int(String(decoding: bytes[at..<end], as: UTF8.self)).flatMap { 0...1 << 32 ~= $0 ? $0 : nil }
    }
    // Only a whole message is parsed, however many parts it comes in.
    guard let length = number(), length >= 0, bytes.count - at >= length, let count = number(), count >= 0
    else { return nil }
    var sizes: [Int] = []
    for _ in 0..<count {
      guard let size = number(), size >= 0 else { return nil }
      sizes.append(size)
    }
    guard bytes.count - at >= sizes.reduce(0, +) else { return nil }
    texts = sizes.map { size in
      defer { at += size }
      return String(decoding: bytes[at..<at + size], as: UTF8.self)
    }
    bytes.removeFirst(at)
  }

  init(_ texts: [String]) { self.texts = texts }

  /// Writes the message to a pipe; false where its reader has ended.
  func write(to descriptor: Int32) -> Bool { encoded.write(to: descriptor) }
}

extension WorkerMessage {
  /// A worker's first message: it has all its threads.
  static let ready = WorkerMessage(["ready"])

  var isReady: Bool { texts == Self.ready.texts }

  /// The batch asks for a job that it has given.
  static func takeBack(_ index: Int) -> WorkerMessage { WorkerMessage(["take back", "\(index)"]) }

  /// The number of a job that is asked for.
  var wanted: Int? { texts.count == 2 && texts[0] == "take back" ? Int(texts[1]) : nil }

  /// A worker's answer to ``takeBack(_:)``.
  init(_ answer: WorkerJobs.Answer, of index: Int) { self.init([answer.rawValue, "\(index)"]) }

  var answer: (index: Int, WorkerJobs.Answer)? {
    guard texts.count == 2, let answer = WorkerJobs.Answer(rawValue: texts[0]), let index = Int(texts[1])
    else { return nil }
    return (index, answer)
  }

  /// A job for a worker.
  init(_ job: BatchJob) { self.init(["\(job.index)", job.id, job.output, job.scene ?? ""] + job.arguments) }

  var job: BatchJob? {
    guard texts.count > 4, let index = Int(texts[0]) else { return nil }
    return BatchJob(
      index: index, id: texts[1], output: texts[2], arguments: Array(texts[4...]),
      scene: texts[3].isEmpty ? nil : texts[3])
  }

  /// The outcome of a job, from a worker.
  init(_ outcome: JobOutcome, of index: Int) {
    self.init(
      [
        "\(index)", "\(outcome.code)", outcome.message, "\(outcome.load)", "\(outcome.draw)",
        "\(outcome.write)",
        "\(outcome.byteCount)", outcome.digest, outcome.isOfMemory ? "1" : "",
        outcome.inputs.joined(separator: "\0"), "\(outcome.notes.count)",
      ] + outcome.notes + outcome.warnings)
  }

  var outcome: (index: Int, JobOutcome)? {
    guard texts.count >= 11, let index = Int(texts[0]), let code = Int32(texts[1]),
      let noteCount = Int(texts[10]), (0...texts.count - 11).contains(noteCount)
    else { return nil }
    var outcome = JobOutcome(code: code, message: texts[2])
    (outcome.load, outcome.draw) = (Double(decimal: texts[3]) ?? 0, Double(decimal: texts[4]) ?? 0)
    (outcome.write, outcome.byteCount) = (Double(decimal: texts[5]) ?? 0, Int(texts[6]) ?? 0)
    outcome.digest = texts[7]
    outcome.isOfMemory = !texts[8].isEmpty
    outcome.inputs = texts[9].split(separator: "\0").map(String.init)
    outcome.notes = Array(texts[11..<11 + noteCount])
    outcome.warnings = Array(texts[(11 + noteCount)...])
    return (index, outcome)
  }
}

/// The outcome of a job.
struct JobOutcome: Sendable {
  /// The exit code that the same command would have alone.
  var code: Int32
  /// Empty for a job that is done.
  var message: String
  var warnings: [String] = []
  /// Choices that the job's flags leave open.
  var notes: [String] = []
  /// Seconds for reading, drawing and writing.
  var load = 0.0, draw = 0.0, write = 0.0
  /// The size of the output and its SHA-256 in hexadecimal digits.
  var byteCount = 0
  var digest = ""
  /// Whether it has failed for a lack of memory, of which it may have more alone.
  var isOfMemory = false
  /// The files that were read, each as `size:time:path`.
  var inputs: [String] = []

  init(code: Int32 = 0, message: String = "") { (self.code, self.message) = (code, message) }

  init(_ failure: Failure) {
    self.init()
    fail(failure)
  }

  mutating func fail(_ failure: Failure) {
    (code, message, isOfMemory) = (failure.kind.rawValue, failure.sentence, failure.isOfMemory)
  }
}
