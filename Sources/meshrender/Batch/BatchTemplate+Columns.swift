extension BatchTemplate {
  /// A warning about the columns of a table that change nothing: those that are no path of the scene, no flag, and not in
  /// the names of the outputs. It is nil when each column changes something.
  /// - Throws: the warning as ``Failure`` under `--strict`.
  func warning(of header: TableHeader, in place: String) throws(Failure) -> String? {
    let used = Set(["id", "output"] + namesInOutput)
    let flags = Set(header.flags.map(\.column))
    let unused = header.columns.indices.filter {
      !TableHeader.isPath(header.columns[$0]) && !flags.contains($0) && !used.contains(header.columns[$0])
    }.map { header.columns[$0] }
    guard !unused.isEmpty else { return nil }
    let columns = unused.prefix(5).map { "\"\($0.excerpt)\"" }.joined(separator: ", ")
    let sentence =
      "\(place): \(unused.count == 1 ? "the column \(columns) sets" : "columns that set") nothing"
      + (unused.count == 1 ? "" : ": \(columns)\(unused.count > 5 ? " and \(unused.count - 5) more" : "")")
      + "; a column for a value of the scene is named layer.key, such as art.contents.image, one for "
      + "a flag --name"
    if isStrict { throw Failure(.badData, "\(sentence) (a warning, which --strict turns into an error)") }
    return sentence
  }

  /// The names in braces in the pattern of the outputs.
  private var namesInOutput: [String] {
    (output ?? "").split(separator: "{").compactMap { part in
      part.firstIndex(of: "}").map { String(part[..<$0]) }
    }
  }
}
