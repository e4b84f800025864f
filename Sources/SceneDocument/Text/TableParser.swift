/// The records of a table of separated values, as in RFC 4180: fields in quotation marks may have separators, line ends,
/// and quotation marks as pairs.
package struct TableParser: Sendable {
  /// The byte between fields; nil until the header, or a line such as `sep=;` before it, states it.
  package private(set) var separator: UInt8?

  /// Without a statement, the one that makes the most columns of the header, the first of equal ones.
  private static let candidates = [",", ";", "\t"].map { (text: Unicode.Scalar) in UInt8(ascii: text) }

  package struct Record {
    /// The fields, without their quotation marks.
    package let fields: [[UInt8]]
    /// The offset behind the record's line end.
    package let end: Int
    /// Whether something follows the quotation marks of a field: with another separator it would be a field of its own.
    var isTorn = false

    /// Of a header with a separator that is to be found.
    fileprivate var columnCount: Int { isTorn ? 0 : fields.count }
  }

  package enum Failure: Error {
    /// Quotation marks that are not closed, by the offset of the opening one.
    case openQuotation(at: Int)

    /// The line ends from an offset to the opening mark.
    package func lineCount(in bytes: [UInt8], from start: Int) -> Int {
      switch self {
      case .openQuotation(let place): bytes[start..<place].count { $0 == 0x0A }
      }
    }
  }

  package init() {}

  /// The record that begins at an offset; nil where its end has not come yet.
  /// - Parameter isWhole: whether no more bytes come, so that the last record needs no line end.
  package mutating func record(in bytes: [UInt8], at start: Int, isWhole: Bool) throws(Failure) -> Record? {
    if let separator { return try Self.record(in: bytes, at: start, isWhole, separator) }
    if let stated = Self.statement(in: bytes, at: start, isWhole) {
      separator = stated.separator
      return Record(fields: [[]], end: stated.end)
    }
    var best: (separator: UInt8, record: Record)?
    for candidate in Self.candidates {
      guard let record = try Self.record(in: bytes, at: start, isWhole, candidate) else { return nil }
      // A blank line has none.
      if record.fields == [[]] { return record }
      let isBetter = best.map { $0.record.columnCount < record.columnCount }
      if isBetter ?? true { best = (candidate, record) }
    }
    separator = best?.separator
    return best?.record
  }

  /// The end of the record that begins at an offset, behind its line end; nil where it has not come yet.
  package mutating func end(in bytes: [UInt8], at start: Int, isWhole: Bool) throws(Failure) -> Int? {
    if separator != nil, let end = bytes[start...].firstIndex(of: 0x0A),
      !bytes[start..<end].contains(UInt8(ascii: "\""))
    {
      return end + 1
    }
    return try record(in: bytes, at: start, isWhole: isWhole)?.end
  }

  /// The fields of a whole record.
  package func fields(of record: ArraySlice<UInt8>) -> [[UInt8]] {
    var parser = self
    return (try? parser.record(in: Array(record), at: 0, isWhole: true))?.fields ?? []
  }

  /// The line `sep=;` of spreadsheets, with quotation marks or without.
  private static func statement(
    in bytes: [UInt8], at start: Int, _ isWhole: Bool
  ) -> (separator: UInt8, end: Int)? {
    let rest = bytes[start...].prefix(16)
    guard let end = rest.firstIndex(of: 0x0A) ?? (isWhole ? rest.endIndex : nil) else { return nil }
    let line = rest[..<end].filter { $0 != UInt8(ascii: "\"") && $0 != 0x0D }
    guard line.count == 5, line.prefix(4).map({ $0 | 0x20 }) == Array("sep=".utf8) else { return nil }
    return (line[4], min(end + 1, bytes.count))
  }

  private static func record(
    in bytes: [UInt8], at start: Int, _ isWhole: Bool, _ separator: UInt8
  ) throws(Failure) -> Record? {
    var (fields, field, at) = ([[UInt8]](), [UInt8](), start)
    var (isQuoted, wasQuoted, isTorn, opening) = (false, false, false, start)
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      if isQuoted {
        guard byte == UInt8(ascii: "\"") else {
          field.append(byte)
          continue
        }
        // A pair is a quotation mark; the next byte may not have come yet.
        guard at < bytes.count || isWhole else { return nil }
        if at < bytes.count, bytes[at] == UInt8(ascii: "\"") {
          field.append(byte)
          at += 1
        } else {
          isQuoted = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\"") where field.isEmpty && !wasQuoted:
        (isQuoted, wasQuoted, opening) = (true, true, at - 1)
      case separator:
        fields.append(field)
        (field, wasQuoted) = ([], false)
      case 0x0A:
        if field.last == 0x0D { field.removeLast() }
        return Record(fields: fields + [field], end: at, isTorn: isTorn)
      default:
        isTorn = isTorn || wasQuoted && byte != 0x0D
        field.append(byte)
      }
    }
    guard isWhole, start < bytes.count else { return nil }
    guard !isQuoted else { throw .openQuotation(at: opening) }
    return Record(fields: fields + [field], end: at, isTorn: isTorn)
  }
}
