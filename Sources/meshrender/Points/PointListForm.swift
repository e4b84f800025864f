import MeshTransform

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
