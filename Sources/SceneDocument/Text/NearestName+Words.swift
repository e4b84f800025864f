import MeshTransform

extension NearestName {
  /// `did you mean "name"?`, or `use a, b or c` when no name is similar.
  package static func hint(_ word: String, among names: [String]) -> String {
    if let name = match(word, in: names) { return "did you mean \"\(name)\"?" }
    return "use " + list(names)
  }

  /// `a, b or c`.
  package static func list(_ names: [String]) -> String {
    guard names.count > 1 else { return names.first ?? "nothing" }
    return names.dropLast().joined(separator: ", ") + " or " + names[names.count - 1]
  }
}
