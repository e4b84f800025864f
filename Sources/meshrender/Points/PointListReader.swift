import Glibc
import ImageFiles
import MeshTransform
import SceneDocument

/// A list of points, read block by block and divided into lines: JSON Lines, or a table of separated values.
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
  /// A fault that waits until the lines before it are taken.
  private var fault: Failure?

  /// The most lines of a batch, and the most bytes that are read at once.
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

  /// The next lines, in order; nil at the end of the list. Lines that have come do not wait for others.
  mutating func next() throws(Failure) -> PointBatch? {
    if let fault { throw fault }
    while true {
      let lines = form == .table ? try rows() : lines()
      if !lines.isEmpty {
        var batch = PointBatch(name, plane, bytes, lines, parser, table)
        if form == .table, table == nil { table = try batch.readColumns() }
        return batch
      }
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

  private mutating func lines() -> [PointBatch.Line] {
    var lines: [PointBatch.Line] = []
    while lines.count < Self.batchLimit, start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A)
      guard end != nil || descriptor == nil else { break }
      lineCount += 1
      lines.append(PointBatch.Line(range: start..<(end ?? bytes.count), number: lineCount))
      start = min(lines[lines.count - 1].range.upperBound + 1, bytes.count)
    }
    return lines
  }

  private mutating func rows() throws(Failure) -> [PointBatch.Line] {
    var rows: [PointBatch.Line] = []
    do throws(TableParser.Failure) {
      while rows.count < Self.batchLimit, start < bytes.count {
        let isWhole = descriptor == nil
        if parser.separator == nil {
          guard let record = try parser.record(in: bytes, at: start, isWhole: isWhole) else { break }
          // A blank line, or one that states the separator.
          if record.fields.allSatisfy(\.isEmpty) {
            _ = takeRow(to: record.end)
            continue
          }
        }
        guard let end = try parser.end(in: bytes, at: start, isWhole: isWhole) else { break }
        rows.append(takeRow(to: end))
      }
    } catch {
      let line = lineCount + 1 + error.lineCount(in: bytes, from: start)
      let open = Failure(.badData, "\(name):\(line): the quotation marks are not closed; close them")
      guard !rows.isEmpty else { throw open }
      fault = open
    }
    return rows
  }

  private mutating func takeRow(to end: Int) -> PointBatch.Line {
    let row = PointBatch.Line(range: start..<end, number: lineCount + 1)
    lineCount += bytes[row.range].count { $0 == 0x0A }
    start = end
    return row
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
