import Glibc
import ImageFiles
import MeshTransform
import SceneDocument

/// A list of points, read block by block: JSON Lines, or a table of separated values.
struct PointListReader {
  /// The name in messages.
  let name: String
  let form: PointListForm
  private let plane: PointRecord.Plane
  /// Nil for a list in memory, and at the end of a file.
  private var descriptor: Int32?
  private var bytes: [UInt8]
  /// The offset of the next record in ``bytes``.
  private var start = 0
  /// The number of lines before ``start``.
  private var lineCount = 0
  private var parser = TableParser()
  /// The columns of a table, after its first row.
  private(set) var table: PointTable?
  /// A fault that waits until the records before it are taken.
  private var fault: Failure?

  /// The most records of a batch, and the most bytes that are read at once.
  private static let batchLimit = 4096, blockLimit = 1 << 20

  /// - Parameter path: "-" is standard input.
  init(_ path: String, _ plane: PointRecord.Plane) throws(Failure) {
    name = InputFile(argument: path).description
    self.plane = plane
    let descriptor: Int32
    if path == "-" {
      descriptor = STDIN_FILENO
    } else {
      InputList.add(InputFile(argument: path))
      descriptor = open(path.fileName, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw Failure(
          .inputMissing, "\(path.excerpt): \(String(cString: strerror(errno))); use a list of points")
      }
    }
    bytes = try Self.block(of: descriptor, name)
    self.descriptor = bytes.isEmpty ? nil : descriptor
    form = PointListForm(of: path, bytes)
  }

  /// - Parameter bytes: a list in memory.
  init(_ bytes: [UInt8], of file: InputFile, _ plane: PointRecord.Plane) {
    (self.bytes, self.plane, name) = (bytes, plane, file.description)
    form = PointListForm(of: file.path?.text ?? "-", bytes)
  }

  /// Closes the file.
  func close() {
    if let descriptor, descriptor != STDIN_FILENO { Glibc.close(descriptor) }
  }

  /// The next records, in order; nil at the end of the list. Records that have come do not wait for others.
  /// - Throws: ``Failure`` with the line of the first fault, after the records before it.
  mutating func next() throws(Failure) -> [PointRecord]? {
    if let fault { throw fault }
    while true {
      let records = form == .table ? try rows() : try lines()
      if !records.isEmpty { return records }
      guard let descriptor else { return nil }
      bytes.removeFirst(start)
      start = 0
      guard bytes.count <= PointRecord.byteLimit else {
        throw Failure(
          .badData,
          "\(name):\(lineCount + 1): the line has more than \(ByteCount(PointRecord.byteLimit)); write one point per line"
        )
      }
      let block = try Self.block(of: descriptor, name)
      bytes += block
      if block.isEmpty {
        close()
        self.descriptor = nil
      }
    }
  }

  /// The bytes that have come; none at the end.
  private static func block(of descriptor: Int32, _ name: String) throws(Failure) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: blockLimit)
    var got = 0
    repeat { got = read(descriptor, &block, block.count) } while got < 0 && errno == EINTR
    guard got >= 0 else {
      let kind: Failure.Kind = errno == EISDIR ? .inputMissing : .inputOutput
      throw Failure(kind, "\(name) cannot be read: \(String(cString: strerror(errno)))")
    }
    return Array(block[..<got])
  }

  // MARK: Records

  /// The records before the first fault; a fault without any is thrown, another one waits.
  private mutating func taken(_ results: [Result<PointRecord, Failure>]) throws(Failure) -> [PointRecord] {
    var records: [PointRecord] = []
    records.reserveCapacity(results.count)
    for result in results {
      switch result {
      case .success(let record): records.append(record)
      case .failure(let failure):
        guard !records.isEmpty else { throw failure }
        fault = failure
        return records
      }
    }
    return records
  }

  private mutating func lines() throws(Failure) -> [PointRecord] {
    var lines: [(bytes: [UInt8], number: Int)] = []
    while lines.count < Self.batchLimit, start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A)
      guard end != nil || descriptor == nil else { break }
      lineCount += 1
      let line = bytes[start..<(end ?? bytes.count)]
      start = min(line.endIndex + 1, bytes.count)
      if line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) {
        lines.append((Array(line), lineCount))
      }
    }
    let blocks = mapBlocks(lines.count, of: 256) { block in
      block.map { index in
        Result { () throws(Failure) in
          do throws(DocumentError) {
            return try PointRecord(
              json: lines[index].bytes, number: lines[index].number, name: name, plane: plane)
          } catch { throw Failure(error) }
        }
      }
    }
    return try taken(Array(blocks.joined()))
  }

  /// A row of a table, in ``bytes``.
  private struct Row {
    let bytes: ArraySlice<UInt8>
    let fields: [[UInt8]]
    /// The number of lines before it.
    let line: Int
  }

  private mutating func rows() throws(Failure) -> [PointRecord] {
    var rows: [Row] = []
    while rows.count < Self.batchLimit, start < bytes.count {
      let record: TableParser.Record?
      do { record = try parser.record(in: bytes, at: start, isWhole: descriptor == nil) } catch {
        throw Failure(.badData, "\(name):\(lineCount + 1): the quotation marks are not closed; close them")
      }
      guard let record else { break }
      let row = Row(bytes: bytes[start..<record.end], fields: record.fields, line: lineCount)
      lineCount += row.bytes.count { $0 == 0x0A }
      start = record.end
      // Also the line that states the separator.
      if record.fields.allSatisfy(\.isEmpty) { continue }
      if table == nil {
        let made = try PointTable(
          Self.fields(of: row, name), separator: parser.separator ?? UInt8(ascii: ","), plane,
          place: "\(name):\(row.line + 1)")
        table = made
        if made.header != nil { continue }
      }
      rows.append(row)
    }
    guard let table else { return [] }
    let blocks = mapBlocks(rows.count, of: 256) { [name] block in
      block.map { index in
        Result { () throws(Failure) in
          try table.record(Self.fields(of: rows[index], name), line: rows[index].line + 1, of: name)
        }
      }
    }
    return try taken(Array(blocks.joined()))
  }

  private static func fields(of row: Row, _ name: String) throws(Failure) -> [String] {
    if let fault = UTF8Fault(in: row.bytes) {
      let words = "byte \(fault.place) (\(fault.byte.hexadecimal)) is not UTF-8; save the file as UTF-8"
      throw Failure(.badData, "\(name):\(row.line + fault.line + 1): \(words)")
    }
    return row.fields.map { String(decoding: $0, as: UTF8.self) }
  }
}

/// The form of a list of points.
enum PointListForm: Hashable, Sendable {
  /// One JSON object per line.
  case jsonLines
  /// Separated values: a header, or the columns x and y first.
  case table

  private static let endings: [(ending: String, form: PointListForm)] = [
    (".jsonl", .jsonLines), (".ndjson", .jsonLines), (".json", .jsonLines), (".csv", .table),
    (".tsv", .table),
  ]

  /// The form by the ending of a name; nil for other names.
  init?(endingOf path: String) {
    let name = path.lowercased()
    guard let known = Self.endings.first(where: { name.hasSuffix($0.ending) }) else { return nil }
    self = known.form
  }

  /// The form by the ending of a name, or else by the first character: a brace begins JSON.
  init(of path: String, _ bytes: [UInt8]) {
    let text = bytes.dropFirst(ByteOrderMark(of: bytes)?.bytes.count ?? 0)
    let first = text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    self = PointListForm(endingOf: path) ?? (isJSON ? .jsonLines : .table)
  }
}
