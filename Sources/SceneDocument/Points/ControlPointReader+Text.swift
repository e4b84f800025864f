import CheckedNumbers
import MeshTransform

extension ControlPointReader {
  /// A row of a table, or a line of words.
  private struct Row {
    let fields: [String]
    let line: Int
  }

  /// The names of the columns of a pair in a header, by form.
  private static let columns: [(form: ControlPointFile.Form, names: [String])] = [
    (.qgis, ["sourceX", "sourceY", "mapX", "mapY"]), (.qgis, ["pixelX", "pixelY", "mapX", "mapY"]),
    (.grid, ["column", "row", "x", "y"]), (.table, ["x", "y", "X", "Y"]),
    (.table, ["x", "y", "canvas_x", "canvas_y"]),
    (.table, ["content_x", "content_y", "canvas_x", "canvas_y"]),
    (.table, ["from_x", "from_y", "to_x", "to_y"]),
    (.table, ["source_x", "source_y", "target_x", "target_y"]),
    (.table, ["x1", "y1", "x2", "y2"]),
  ]

  func text(_ bytes: [UInt8]) throws(DocumentError) -> (form: ControlPointFile.Form, pairs: [Pair]) {
    if let fault = UTF8Fault(in: bytes) {
      throw error(
        "byte \(fault.place) (\(fault.byte.hexadecimal)) is not UTF-8; save the file as UTF-8",
        line: fault.line + 1)
    }
    if let pairs = try gdal(bytes) { return (.gdal, pairs) }
    let rows = try rows(bytes)
    guard let first = rows.first else { return (.table, []) }
    if let pairs = try bigWarp(rows) { return (.bigWarp, pairs) }
    let isHeader = first.fields.contains {
      !$0.trimmingBlanks.isEmpty && Double(decimal: $0.trimmingBlanks) == nil
    }
    if isHeader { return try named(rows) }
    if rows.count > 1 || first.fields.count == 4, rows.allSatisfy({ $0.fields.count >= 4 }) {
      return (.table, try pairs(rows, columns: [0, 1, 2, 3]))
    }
    return (.imageMagick, try list(rows))
  }

  /// The rows of a table that are neither blank nor comments. Where no separator is used, blanks separate fields.
  private func rows(_ bytes: [UInt8]) throws(DocumentError) -> [Row] {
    var (rows, parser, start, line): ([Row], TableParser, Int, Int) = ([], TableParser(), 0, 1)
    while start < bytes.count {
      let record: TableParser.Record?
      // Lines of comments are no rows, and must not choose the separator.
      let rest = bytes[start...].prefix { $0 != 0x0A }
      if rest.first(where: { $0 != 0x20 && $0 != 0x09 }) == UInt8(ascii: "#") {
        (start, line) = (rest.endIndex + 1, line + 1)
        continue
      }
      do throws(TableParser.Failure) {
        record = try parser.record(in: bytes, at: start, isWhole: true)
      } catch {
        let line = line + error.lineCount(in: bytes, from: start)
        throw self.error("the quotation marks are not closed; close them", line: line)
      }
      guard let record else { break }
      var fields = record.fields.map { String(decoding: $0, as: UTF8.self) }
      // Numbers between blanks, also beside separators.
      let words = fields.flatMap { $0.split(whereSeparator: \.isWhitespace) }
      if words.count > fields.count, words.allSatisfy({ Double(decimal: $0) != nil }) {
        fields = words.map(String.init)
      }
      if fields.contains(where: { !$0.trimmingBlanks.isEmpty }) {
        rows.append(Row(fields: fields, line: line))
      }
      line += bytes[start..<record.end].count { $0 == 0x0A }
      start = record.end
    }
    return rows
  }

  /// A table with a header.
  private func named(_ rows: [Row]) throws(DocumentError) -> (form: ControlPointFile.Form, pairs: [Pair]) {
    let names = rows[0].fields.map { String($0.trimmingBlanks) }
    for (form, wanted) in Self.columns {
      // The case of X and Y counts, that of longer names does not.
      let found = wanted.map { name in
        names.firstIndex { name.count == 1 ? $0 == name : $0.lowercased() == name.lowercased() }
      }
      guard !found.contains(nil) else { continue }
      let columns = found.compactMap { $0 }
      var rows = Array(rows.dropFirst())
      if form == .qgis, let enable = names.firstIndex(of: "enable") {
        rows.removeAll { $0.fields.count > enable && $0.fields[enable].trimmingBlanks == "0" }
      }
      let pairs = try pairs(rows, columns: columns)
      // QGIS counts rows of the picture downward from 0, and stores them with a minus sign.
      guard form == .qgis else { return (form, pairs) }
      return (form, pairs.map { Pair(content: Point($0.content.x, -$0.content.y), canvas: $0.canvas) })
    }
    throw error(
      "the header names no columns of pairs; name them x, y, X, Y, or content_x, content_y, canvas_x, canvas_y",
      line: rows[0].line)
  }

  private func pairs(_ rows: [Row], columns: [Int]) throws(DocumentError) -> [Pair] {
    var pairs: [Pair] = []
    for row in rows {
      var numbers: [Double] = []
      for column in columns {
        guard column < row.fields.count else {
          throw error("the row has \(row.fields.count) fields; a pair has four numbers", line: row.line)
        }
        numbers.append(try number(row.fields[column], "field \(column + 1)", line: row.line))
      }
      pairs.append(Pair(content: Point(numbers[0], numbers[1]), canvas: Point(numbers[2], numbers[3])))
    }
    return pairs
  }

  /// Landmarks: a name, whether it is active, and both points with whole numbers at the middles of pixels; the moving
  /// picture is the content.
  private func bigWarp(_ rows: [Row]) throws(DocumentError) -> [Pair]? {
    let states = ["true", "false"]
    guard rows.allSatisfy({ $0.fields.count == 6 && states.contains($0.fields[1].lowercased()) }) else {
      return nil
    }
    return try pairs(rows.filter { $0.fields[1].lowercased() == "true" }, columns: [2, 3, 4, 5]).map {
      let half = Point(0.5, 0.5)
      return Pair(content: $0.content + half, canvas: $0.canvas + half)
    }
  }

  /// A list whose numbers stand in fours, on any number of lines.
  private func list(_ rows: [Row]) throws(DocumentError) -> [Pair] {
    var numbers: [Double] = []
    for row in rows {
      for field in row.fields where !field.trimmingBlanks.isEmpty {
        numbers.append(try number(field, "number \(numbers.count + 1)", line: row.line))
      }
    }
    guard numbers.count % 4 == 0 else {
      throw error(
        "there are \(numbers.count) numbers; a list has four for each point: x, y, X, Y", line: rows[0].line)
    }
    return stride(from: 0, to: numbers.count, by: 4).map { at in
      Pair(
        content: Point(numbers[at], numbers[at + 1]), canvas: Point(numbers[at + 2], numbers[at + 3]))
    }
  }

  /// `-gcp pixel line easting northing`, or `(pixel,line) -> (easting,northing,elevation)`; nil for a text with neither.
  private func gdal(_ bytes: [UInt8]) throws(DocumentError) -> [Pair]? {
    var pairs: [Pair] = []
    for (index, text) in String(decoding: bytes, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).enumerated() {
      if text.contains("->") {
        let words = text.split { "(), \t".contains($0) }.filter { $0 != "->" }
        try append(words, index + 1, to: &pairs)
      } else if text.contains("-gcp") {
        var rest = text[...]
        while let mark = rest.firstRange(of: "-gcp") {
          rest = rest[mark.upperBound...]
          let end = rest.firstRange(of: "-gcp")?.lowerBound ?? rest.endIndex
          try append(rest[..<end].split(whereSeparator: \.isWhitespace), index + 1, to: &pairs)
        }
      }
    }
    return pairs.isEmpty ? nil : pairs
  }

  private func append(_ words: [Substring], _ line: Int, to pairs: inout [Pair]) throws(DocumentError) {
    guard words.count >= 4 else {
      throw error("the control point has \(words.count) numbers; it has four or five", line: line)
    }
    var numbers: [Double] = []
    for index in 0..<4 { numbers.append(try number(words[index], "number \(index + 1)", line: line)) }
    pairs.append(Pair(content: Point(numbers[0], numbers[1]), canvas: Point(numbers[2], numbers[3])))
  }
}
