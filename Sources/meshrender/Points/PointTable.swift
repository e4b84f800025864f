import CheckedNumbers
import MeshTransform
import SceneDocument

/// The columns of a table of points.
///
/// The header names columns `x` and `y`, a column `layer`, if there is one, and others, which are kept. A table whose
/// first row begins with two numbers has no header; its first two columns are x and y.
struct PointTable: Sendable {
  /// The names of the columns; nil without a header.
  let header: [String]?
  let separator: UInt8
  private let x: Int, y: Int
  private let layer: Int?
  /// The columns that are kept.
  let kept: [Int]

  /// The columns of results.
  static let resultColumns = [
    "frame", "canvas_x", "canvas_y", "content_x", "content_y", "side", "visible", "inside",
  ]

  /// - Parameter row: the first row.
  init(_ row: [String], separator: UInt8, _ plane: PointRecord.Plane, place: String) throws(Failure) {
    self.separator = separator
    if row.count >= 2, Double(decimal: row[0].trimmed) != nil, Double(decimal: row[1].trimmed) != nil {
      (header, x, y, layer, kept) = (nil, 0, 1, nil, Array(row.indices))
      return
    }
    let names = row.map { $0.trimmed.lowercased() }
    func pair(_ first: String, _ second: String) -> (Int, Int)? {
      guard let a = names.firstIndex(of: first), let b = names.firstIndex(of: second) else { return nil }
      return (a, b)
    }
    let written = plane == .canvas ? pair("canvas_x", "canvas_y") : nil
    guard let (x, y) = written ?? pair("x", "y") else {
      let missing = names.contains("x") ? "y" : "x"
      throw Failure(
        .badData, "\(place): there is no column \(missing); name the columns of the points x and y")
    }
    (header, self.x, self.y, layer) = (row, x, y, names.firstIndex(of: "layer"))
    kept = names.indices.filter { !Self.resultColumns.contains(names[$0]) }
  }

  /// The record of a row.
  /// - Throws: ``Failure`` for a row with other columns, or without numbers.
  func record(_ fields: [String], line: Int, of name: String) throws(Failure) -> PointRecord {
    let place = "\(name):\(line)"
    guard fields.count == header?.count ?? kept.count else {
      throw Failure(
        .badData,
        "\(place): the row has \(fields.count) fields, and the first one \(header?.count ?? kept.count)")
    }
    func number(_ column: Int, _ name: String) throws(Failure) -> Double {
      guard let value = Double(decimal: fields[column].trimmed), (-1e9...1e9).contains(value) else {
        throw Failure(
          .badData, "\(place): \(name) is \"\(fields[column].excerpt)\"; write a number in -1e9...1e9")
      }
      return value
    }
    let point = Point(try number(x, "x"), try number(y, "y"))
    let layer = layer.map { fields[$0] }.flatMap { $0.isEmpty ? nil : $0 }
    return PointRecord(point, layer: layer, fields: kept.map { fields[$0] }, line: line)
  }

  /// The names of the kept columns, without a header `x`, `y`, `column3` and so on.
  var keptNames: [String] {
    kept.map { column in header?[column] ?? (column == x ? "x" : column == y ? "y" : "column\(column + 1)") }
  }

  /// A line of the table.
  func line(_ fields: [String]) -> String {
    let separator = String(Unicode.Scalar(separator))
    return fields.map { field in
      let isPlain = field.utf8.allSatisfy { $0 != self.separator && $0 != 0x22 && $0 != 0x0A && $0 != 0x0D }
      return isPlain ? field : "\"" + field.replacing("\"", with: "\"\"") + "\""
    }.joined(separator: separator)
  }
}

extension String {
  /// The text without spaces, tabs and line ends around it.
  fileprivate var trimmed: Substring {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
    guard let first = utf8.firstIndex(where: { !isBlank($0) }),
      let last = utf8.lastIndex(where: { !isBlank($0) })
    else { return self[startIndex..<startIndex] }
    return self[first..<utf8.index(after: last)]
  }
}
