import MeshTransform
import SceneDocument

/// The columns of a table of jobs.
struct TableHeader: Sendable {
  let columns: [String]
  /// The columns that are paths of the scene.
  let paths: [Int]
  /// The columns that are flags of 'render'.
  let flags: [Flag]
  private let indices: [ByteString: Int]

  /// The most bytes of a header: every job repeats the names of its values.
  private static let byteLimit = 1 << 20

  struct Flag: Sendable {
    let column: Int
    /// Without dashes.
    let name: String
    let hasValue: Bool
  }

  /// The flags whose columns need no dashes.
  private static let plainFlags = Set(["quality", "dpi", "scale", "format"].map { ByteString($0) })

  /// - Parameters:
  ///   - row: the first row of the table.
  ///   - place: that of the row, for errors.
  init(_ columns: [String], place: String) throws(Failure) {
    let count = columns.reduce(columns.count) { $0 + $1.utf8.count }
    guard count <= Self.byteLimit else {
      throw Failure(
        .badData,
        "\(place): the header has \(count) bytes; use \(Self.byteLimit) at most, or a list of jobs in JSON")
    }
    var indices: [ByteString: Int] = [:]
    for (index, column) in columns.enumerated() {
      guard indices.updateValue(index, forKey: ByteString(column)) == nil else {
        throw Failure(.badData, "\(place): there are two columns \"\(column.excerpt)\"; keep one")
      }
    }
    (self.columns, self.indices) = (columns, indices)
    paths = columns.indices.filter { Self.isPath(columns[$0]) }
    let named = columns.indices.filter {
      columns[$0].dropping(bytesOf: "--") != nil || Self.plainFlags.contains(ByteString(columns[$0]))
    }
    guard !named.isEmpty else {
      flags = []
      return
    }
    let table = OptionTable(of: Render.self)
    flags = try named.map { index throws(Failure) in
      try Self.flag(columns[index], index, table, place)
    }
    let names = flags.map(\.name)
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw Failure(.badData, "\(place): there are two columns for --\(twice); keep one")
    }
  }

  private static func flag(
    _ column: String, _ index: Int, _ table: OptionTable, _ place: String
  ) throws(Failure) -> Flag {
    let name = column.dropping(bytesOf: "--").map { String($0) } ?? column
    if name == "output" { throw Failure(.badData, "\(place): call the column output, without dashes") }
    if let advice = BatchJob.refused[name] {
      throw Failure(.badData, "\(place): a job cannot have \"\(name)\"; \(advice)")
    }
    guard let option = table.indices["--\(name)"] else {
      let names = table.indices.keys.compactMap { $0.dropping(bytesOf: "--").map { String($0) } }
      let near = NearestName.match(name, in: names.sorted()).map { "did you mean '--\($0)'?" }
      throw Failure(
        .badData,
        "\(place): the column \"\(column.excerpt)\" is not a flag of 'meshrender render'; "
          + (near ?? "'meshrender help render' lists them"))
    }
    return Flag(column: index, name: name, hasValue: table.options[option].hasValue)
  }

  /// The sentence about a failed job with the place of its row, where a value of a column is at fault.
  func sentence(_ message: String, of row: TableRow) -> String {
    for column in paths {
      let override = SceneOverride(path: columns[column], value: .text(row.fields[column]))
      if let rest = message.dropping(bytesOf: "--set \(override): ") {
        return "\(row.place): the column \(columns[column].excerpt): \(rest)"
      }
    }
    let isOfFlag = flags.contains { flag in
      row.fields[flag.column] != ""
        && ["--\(flag.name) ", "'--\(flag.name) ", "The value '\(row.fields[flag.column])' is"].contains {
          message.dropping(bytesOf: $0) != nil
        }
    }
    return isOfFlag ? "\(row.place): \(message)" : message
  }

  /// The number of a column, from 0; nil where there is none.
  func index(of column: String) -> Int? { indices[ByteString(column)] }

  /// Whether a column sets a value of the scene.
  static func isPath(_ column: String) -> Bool {
    column.dropping(bytesOf: "--") == nil
      && column.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") }
  }
}
