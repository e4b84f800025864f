import Glibc
import ImageFiles

/// The list of a batch, read job by job: JSON Lines, or a table of comma-separated values with a header.
struct JobSource {
  private let descriptor: Int32
  /// The name in messages.
  let name: String
  private let template: BatchTemplate
  private let isTable: Bool
  private let shard: Shard?
  private var bytes: [UInt8] = []
  /// The offset of the next record in ``bytes``.
  private var start = 0
  /// In a list, the offset up to which no line end has been found; in a table, the number of bytes that a long row waits
  /// for.
  private var scanned = 0
  private var isAtEnd = false
  private var header: TableHeader?
  /// The number of jobs read so far, those of other shards included.
  private(set) var count = 0
  private let warn: (String) -> Void
  private var outputs: JobOutputs

  /// The longest line.
  private static let lineLimit = 64 << 20

  /// - Parameters:
  ///   - path: "-" is standard input.
  ///   - warn: receives a warning about the whole list, before the first job.
  init(
    _ path: String, isTable: Bool, _ template: BatchTemplate, _ shard: Shard?,
    warn: @escaping (String) -> Void
  ) throws(Failure) {
    (self.template, self.isTable, self.shard, self.warn) = (template, isTable, shard, warn)
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
        throw Failure(.inputMissing, "\(path): \(String(cString: strerror(errno))); name the list of jobs")
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
    bytes += block[..<got]
    guard bytes.count - start <= Self.lineLimit else {
      throw Failure(
        .badData, "\(name) has a line of more than \(ByteCount(Self.lineLimit)); write one job in each line")
    }
  }

  /// The next job of this shard.
  mutating func next() throws(Failure) -> Next {
    while true {
      if isTable {
        guard let row = try nextRow() else { return isAtEnd ? .end : .waiting }
        if row == [""] { continue }
        guard let header else {
          let header = try TableHeader(row, name: name)
          self.header = header
          try template.warning(of: header, in: name).map(warn)
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
        let job = Result { () throws(BatchJobError) in try BatchJob(json: line, index: count, template) }
        if let next = take(job) { return next }
      }
    }
  }

  /// Checks that the first line begins an object on one line. Else the input is another file, such as a picture or a
  /// scene, and has one error instead of one for each of its lines.
  private func checkFirst(_ line: [UInt8]) throws(Failure) {
    let text = line.filter { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
    guard text.first != UInt8(ascii: "{") || text.count == 1 else { return }
    throw Failure(
      .badData,
      "\(name) is no list of jobs; write an object on each line, such as {\"input\": \"photo.png\", \"output\": "
        + "\"a.png\"}, or give a table with --csv")
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
      return Array(bytes[start...])
    }
    defer { start = end + 1 }
    return Array(bytes[start..<end])
  }

  /// A row of RFC 4180: fields in quotes may have commas, line ends, and quotes as pairs.
  private mutating func nextRow() throws(Failure) -> [String]? {
    // A long row that was incomplete is parsed again when twice as much of it has come.
    guard isAtEnd || bytes.count - start < 1 << 20 || bytes.count >= scanned else { return nil }
    var (fields, field, at) = ([String](), [UInt8](), start)
    var (isQuoted, wasQuoted) = (false, false)
    func text() -> String { String(decoding: field, as: UTF8.self) }
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      if isQuoted {
        guard byte == UInt8(ascii: "\"") else {
          field.append(byte)
          continue
        }
        // A pair is a quote; the next byte may not have come yet.
        guard at < bytes.count || isAtEnd else {
          scanned = bytes.count + 1
          return nil
        }
        if at < bytes.count, bytes[at] == UInt8(ascii: "\"") {
          field.append(byte)
          at += 1
        } else {
          isQuoted = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\"") where field.isEmpty && !wasQuoted: (isQuoted, wasQuoted) = (true, true)
      case UInt8(ascii: ","):
        fields.append(text())
        (field, wasQuoted) = ([], false)
      case 0x0A:
        if field.last == 0x0D { field.removeLast() }
        start = at
        return fields + [text()]
      default: field.append(byte)
      }
    }
    scanned = start + 2 * (bytes.count - start)
    guard isAtEnd, start < bytes.count else { return nil }
    guard !isQuoted else { throw Failure(.badData, "\(name) ends within quotation marks; close them") }
    start = bytes.count
    return fields + [text()]
  }
}
