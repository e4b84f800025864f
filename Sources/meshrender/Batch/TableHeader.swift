import MeshTransform

/// The columns of a table of jobs.
struct TableHeader: Sendable {
  let columns: [String]
  /// The columns that are paths of the scene.
  let paths: [Int]
  private let indices: [ByteString: Int]

  /// The most bytes of a header: every job repeats the names of its values.
  private static let byteLimit = 1 << 20

  /// - Parameters:
  ///   - row: the first row of the table.
  ///   - name: that of the table, for errors.
  init(_ row: [String], name: String) throws(Failure) {
    var columns = row
    // A spreadsheet's mark of UTF-8.
    if columns[0].hasPrefix("\u{FEFF}") { columns[0].removeFirst() }
    let count = columns.reduce(columns.count) { $0 + $1.utf8.count }
    guard count <= Self.byteLimit else {
      throw Failure(
        .badData,
        "\(name): the header has \(count) bytes; use \(Self.byteLimit) at most, or a list of jobs in JSON")
    }
    var indices: [ByteString: Int] = [:]
    for (index, column) in columns.enumerated() {
      guard indices.updateValue(index, forKey: ByteString(column)) == nil else {
        throw Failure(.badData, "\(name) has two columns \"\(column.excerpt)\"; keep one")
      }
    }
    (self.columns, self.indices) = (columns, indices)
    paths = columns.indices.filter { Self.isPath(columns[$0]) }
  }

  /// The number of a column, from 0; nil where there is none.
  func index(of column: String) -> Int? { indices[ByteString(column)] }

  /// Whether a column sets a value of the scene.
  static func isPath(_ column: String) -> Bool {
    column.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") }
  }
}
