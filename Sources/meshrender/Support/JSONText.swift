import SceneDocument

/// JSON of simple values, for the tool's reports.
enum JSONText {
  static func object(_ members: [(key: String, value: String)]) -> String {
    "{" + members.map { "\(string($0.key)): \($0.value)" }.joined(separator: ", ") + "}"
  }

  static func array(_ elements: [String]) -> String { "[" + elements.joined(separator: ", ") + "]" }

  static func string(_ text: String) -> String { text.quotedAsJSON }
}

extension String {
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
