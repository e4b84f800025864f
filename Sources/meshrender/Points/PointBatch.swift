import MeshTransform
import SceneDocument

/// Lines of a list of points that are not parsed yet: JSON, or rows of a table.
struct PointBatch: Sendable {
  struct Line {
    /// In the bytes of the batch, the line end of a row included.
    let range: Range<Int>
    /// Counted from 1; a row may have several lines.
    let number: Int
  }

  /// The name of the list in messages.
  private let name: String
  private let plane: PointRecord.Plane
  private let bytes: [UInt8]
  private let parser: TableParser
  private(set) var lines: [Line]
  /// The columns of a table, after its first row; nil for JSON Lines.
  private(set) var table: PointTable?

  init(
    _ name: String, _ plane: PointRecord.Plane, _ bytes: [UInt8], _ lines: [Line], _ parser: TableParser,
    _ table: PointTable?
  ) {
    (self.name, self.plane, self.bytes, self.lines) = (name, plane, bytes, lines)
    (self.parser, self.table) = (parser, table)
  }

  /// Takes the columns of the table from its first row that is not blank, and leaves out what is no point.
  /// - Returns: nil where all rows are blank.
  mutating func readColumns() throws(Failure) -> PointTable? {
    for (index, line) in lines.enumerated() {
      let fields = try fields(of: line)
      if fields.allSatisfy(\.isEmpty) { continue }
      let columns = try PointTable(
        fields, separator: parser.separator ?? UInt8(ascii: ","), plane, place: "\(name):\(line.number)")
      table = columns
      lines.removeFirst(columns.header == nil ? index : index + 1)
      return columns
    }
    lines = []
    return nil
  }

  /// The records of some lines, in order, before the first fault.
  struct Records {
    var records: [PointRecord] = []
    var fault: Failure?
  }

  /// Parses some of the lines.
  func records(of block: Range<Int>) -> Records {
    var found = Records()
    found.records.reserveCapacity(block.count)
    do throws(Failure) {
      for line in lines[block] {
        if let record = try record(line) { found.records.append(record) }
      }
    } catch { found.fault = error }
    return found
  }

  /// Nil for a blank line.
  private func record(_ line: Line) throws(Failure) -> PointRecord? {
    if let table {
      let fields = try fields(of: line)
      return try fields.allSatisfy(\.isEmpty) ? nil : table.record(fields, line: line.number, of: name)
    }
    let text = bytes[line.range]
    guard text.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { return nil }
    do throws(DocumentError) {
      return try PointRecord(json: Array(text), number: line.number, name: name, plane: plane)
    } catch { throw Failure(error) }
  }

  private func fields(of line: Line) throws(Failure) -> [String] {
    let text = bytes[line.range]
    if let fault = UTF8Fault(in: text) {
      let words = "byte \(fault.place) (\(fault.byte.hexadecimal)) is not UTF-8; save the file as UTF-8"
      throw Failure(.badData, "\(name):\(line.number + fault.line): \(words)")
    }
    return parser.fields(of: text).map { String(decoding: $0, as: UTF8.self) }
  }
}
