/// An enumeration whose values are names in scene files and texts.
package protocol NamedValue: RawRepresentable<String>, CaseIterable, Sendable {
  /// The meaning, a phrase without a period.
  var summary: String { get }
}

/// A name of a value with its meaning, for schemas and lists.
package struct ValueName: Hashable, Sendable {
  package let name: String
  package let summary: String

  package init(name: String, summary: String) { (self.name, self.summary) = (name, summary) }
}

extension NamedValue {
  /// All names with their meanings.
  package static var valueNames: [ValueName] {
    allCases.map { ValueName(name: $0.rawValue, summary: $0.summary) }
  }
}

/// An enumeration of file formats.
package protocol NamedByEnding: CaseIterable {
  /// The endings of the names of its files, in small letters with their dots.
  var endings: [String] { get }
}

extension NamedByEnding {
  /// The format of a file by the ending of its name, in any case; nil for an unknown one.
  package static func format(ofPath path: String) -> Self? {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[dot...].lowercased()
    return allCases.first { $0.endings.contains(ending) }
  }
}
