extension BatchTemplate {
  /// A warning about the columns of a table that change nothing: those that are no path of the scene and not in the names
  /// of the outputs. It is nil when each column changes something.
  /// - Throws: the warning as ``Failure`` under `--strict`.
  func warning(ofColumns header: [String], in name: String) throws(Failure) -> String? {
    let unused = header.filter { column in
      let isPath = column.contains(".") || column.contains("[")
      return !isPath && !["id", "output"].contains(column) && output?.contains("{\(column)}") != true
    }
    guard !unused.isEmpty else { return nil }
    let columns = unused.prefix(5).map { "\"\($0.excerpt)\"" }.joined(separator: ", ")
    let sentence =
      "\(name):1: \(unused.count == 1 ? "the column \(columns) sets" : "columns that set") nothing"
      + (unused.count == 1 ? "" : ": \(columns)\(unused.count > 5 ? " and \(unused.count - 5) more" : "")")
      + "; a column for a value of the scene is named layer.key, such as art.contents.image"
    if isStrict { throw Failure(.badData, "\(sentence) (a warning, which --strict makes an error)") }
    return sentence
  }
}
