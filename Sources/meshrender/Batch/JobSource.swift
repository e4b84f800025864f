import Glibc
import ImageFiles
import MeshTransform
import SceneDocument

/// The list of a batch, read job by job: JSON Lines, or a table of separated values with a header.
struct JobSource {
  private let descriptor: Int32
  /// The name in messages.
  let name: String
  private let template: BatchTemplate
  private let isTable: Bool
  private let shard: Shard?
  private var decoder: TextDecoder
  private var table = TableParser()
  /// In UTF-8.
  private var bytes: [UInt8] = []
  /// The number of lines before ``start``.
  private var lineCount = 0
  /// The offset of the next record in ``bytes``.
  private var start = 0
  /// In a list, the offset up to which no line end has been found; in a table, the number of bytes that a long row waits
  /// for.
  private var scanned = 0
  private var isAtEnd = false
  private var header: TableHeader?
  /// The sentence about a failed job, which names the column of a table that is at fault.
  func sentence(_ message: String, of job: BatchJob) -> String {
    guard let header, let row = job.row else { return message }
    return header.sentence(message, of: row)
  }

  /// The number of jobs read so far, those of other shards included.
  private(set) var count = 0
  private let warn: (String) -> Void
  private var outputs: JobOutputs

  /// The longest line.
  private static let lineLimit = 64 << 20

  /// - Parameters:
  ///   - path: "-" is standard input.
  ///   - encoding: of a text without a byte order mark.
  ///   - warn: receives a warning about the whole list, before the first job.
  init(
    _ path: String, isTable: Bool, encoding: TextEncoding = .utf8, _ template: BatchTemplate,
    _ shard: Shard?, warn: @escaping (String) -> Void
  ) throws(Failure) {
    (self.template, self.isTable, self.shard, self.warn) = (template, isTable, shard, warn)
    decoder = TextDecoder(encoding)
    outputs = JobOutputs(pattern: template.output, root: template.outputRoot)
    if path != "-" { outputs.reserve(path, as: "the list") }
    if let scene = template.scene { outputs.reserve(scene, as: "the template") }
    if let journal = template.journal { outputs.reserve(journal, as: "the journal") }
    name = InputFile(argument: path).description
    if path == "-" {
      descriptor = STDIN_FILENO
    } else {
      descriptor = open(path.fileName, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw Failure(.inputMissing, "\(path): \(String(cString: strerror(errno))); use a list of jobs")
      }
    }
  }

  enum Next {
    case job(BatchJob)
    case error(index: Int, BatchJobError)
    /// More bytes have to come.
    case waiting
    case end
  }

  /// Whether the list is a file, whose rest can be read without waiting.
  var isFile: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Readable when more of the list has come; nil at its end.
  var readable: Int32? { isAtEnd ? nil : descriptor }

  /// Reads the bytes that have come.
  mutating func read() throws(Failure) {
    var block = [UInt8](repeating: 0, count: 1 << 18)
    let got = Glibc.read(descriptor, &block, block.count)
    if got < 0, errno == EINTR { return }
    guard got >= 0 else {
      throw Failure(.inputOutput, "\(name) cannot be read: \(String(cString: strerror(errno)))")
    }
    if got == 0 { isAtEnd = true }
    if start > 1 << 20 {
      bytes.removeFirst(start)
      (start, scanned) = (0, max(0, scanned - start))
    }
    decoder.decode(block[..<got], isLast: isAtEnd, to: &bytes)
    guard bytes.count - start <= Self.lineLimit else {
      throw Failure(
        .badData, "\(name) has a line of more than \(ByteCount(Self.lineLimit)); write one job per line")
    }
  }

  /// The next job of this shard.
  mutating func next() throws(Failure) -> Next {
    while true {
      if isTable {
        guard let row = try nextRow() else { return isAtEnd ? .end : .waiting }
        // A spreadsheet may end in rows without a value.
        if row.fault == nil, row.fields.allSatisfy(\.isEmpty) { continue }
        guard let header else {
          if let fault = row.fault { throw Failure(.badData, "\(row.place): \(fault)") }
          let header = try TableHeader(row.fields, place: row.place)
          self.header = header
          try template.warning(of: header, in: row.place).map(warn)
          continue
        }
        let job = Result { () throws(BatchJobError) in
          try BatchJob(row: row, header: header, index: count, template)
        }
        if let next = take(job) { return next }
      } else {
        guard let line = nextLine() else { return isAtEnd ? .end : .waiting }
        if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
        if count == 0 { try checkFirst(line) }
        let fault = UTF8Fault(in: line)
        let job = Result { () throws(BatchJobError) in
          if let fault { throw BatchJobError(id: "\(count + 1)", problem: "\(place): \(words(of: fault))") }
          return try BatchJob(json: line, index: count, template)
        }
        if let next = take(job) { return next }
      }
    }
  }

  /// Checks that the first line begins an object on one line. Else the input is another file, such as a picture or a
  /// scene, and has one error instead of one for each of its lines.
  private func checkFirst(_ line: [UInt8]) throws(Failure) {
    if DocumentKind(of: line) == .scene {
      throw Failure(
        .badData,
        "\(name) is a scene, not a list of jobs; draw it with 'meshrender render', or use it in each job: "
          + "{\"scene\": \"\(name.excerpt)\", \"output\": \"a.png\"}")
    }
    let text = line.filter { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
    guard text.first != UInt8(ascii: "{") || text.count == 1 else { return }
    throw Failure(
      .badData,
      "\(name) is not a list of jobs; write one JSON object per line, such as {\"input\": \"photo.png\", \"output\": "
        + "\"a.png\"}, or use --csv for a table")
  }

  /// Counts a job; nil for one of another shard.
  private mutating func take(_ result: Result<BatchJob, BatchJobError>) -> Next? {
    let index = count
    count += 1
    let isOurs = shard?.contains(index) ?? true
    switch result {
    case .success(let job):
      if let problem = outputs.add(job) {
        return isOurs ? .error(index: index, BatchJobError(id: job.id, problem: problem)) : nil
      }
      return isOurs ? .job(job) : nil
    case .failure(let error): return isOurs ? .error(index: index, error) : nil
    }
  }

  /// A finished job of a stream: a later one may write the same file again.
  mutating func finish(_ index: Int) {
    if !isFile { outputs.remove(index) }
  }

  private mutating func nextLine() -> [UInt8]? {
    guard let end = bytes[max(start, scanned)...].firstIndex(of: 0x0A) else {
      scanned = bytes.count
      guard isAtEnd, start < bytes.count else { return nil }
      defer { start = bytes.count }
      lineCount += 1
      return Array(bytes[start...])
    }
    defer { start = end + 1 }
    lineCount += 1
    return Array(bytes[start..<end])
  }

  private mutating func nextRow() throws(Failure) -> TableRow? {
    // A long row that was incomplete is parsed again when twice as much of it has come.
    guard isAtEnd || bytes.count - start < 1 << 20 || bytes.count >= scanned else { return nil }
    let record: TableParser.Record?
    do throws(TableParser.Failure) {
      record = try table.record(in: bytes, at: start, isWhole: isAtEnd)
    } catch {
      let line = lineCount + 1 + error.lineCount(in: bytes, from: start)
      throw Failure(.badData, "\(name):\(line): the quotation marks are not closed; close them")
    }
    guard let record else {
      scanned = start + 2 * (bytes.count - start)
      return nil
    }
    let text = bytes[start..<record.end]
    let fault = UTF8Fault(in: text)
    lineCount += 1
    var row = TableRow(
      fields: record.fields.map { String(validating: $0, as: UTF8.self) ?? "" },
      place: fault.map { "\(name):\(lineCount + $0.line)" } ?? place)
    row.fault = fault.map(words)
    lineCount += text.dropLast().count { $0 == 0x0A }
    start = record.end
    return row
  }

  /// The list and the number of its last line, for sentences.
  private var place: String { "\(name):\(lineCount)" }

  private func words(of fault: UTF8Fault) -> String {
    switch decoder.encoding {
    case .utf8:
      "byte \(fault.place) (\(fault.byte.hexadecimal)) is not UTF-8; save the file as UTF-8"
        + (isTable ? ", or set its encoding with --csv-encoding" : "")
    case .utf16:
      "character \(fault.character) is an unpaired surrogate of UTF-16; save the file as UTF-8"
    case .windows1252:
      "byte \(fault.character) (\(fault.byte.hexadecimal)) is not a character of Windows-1252; save the file as UTF-8"
    }
  }
}

/// A row of a table.
struct TableRow {
  /// Empty where a field is no text.
  let fields: [String]
  /// The table and the line in which the row begins, for sentences.
  let place: String
  /// The reason why it is no text; nil for one in the table's encoding.
  var fault: String?
}
