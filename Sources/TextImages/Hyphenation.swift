import CHyphen

/// Places at which the words of a language may be hyphenated, by its installed patterns.
///
/// Must be used by one thread at a time, as Pango.
struct Hyphenation {
  private let patterns: OpaquePointer

  /// The folder of the patterns, which Hunspell, LibreOffice and others share.
  private static let folder = "/usr/share/hyphen/"
  /// By the names of their files, which many tags of one language share.
  nonisolated(unsafe) private static var known: [String: Hyphenation] = [:]

  /// - Parameter language: a tag such as `en`, `de-CH` or `sr-Latn`.
  static func of(_ language: String) throws(TextError) -> Hyphenation {
    guard let names = fileNames(language) else { throw .language(language) }
    if let reason = chyphen_load() { throw .hyphenationMissing(String(cString: reason)) }
    for name in names {
      if let hyphenation = known[name] { return hyphenation }
      guard let patterns = chyphen_read("\(folder)hyph_\(name).dic") else { continue }
      let hyphenation = Hyphenation(patterns: patterns)
      known[name] = hyphenation
      return hyphenation
    }
    throw .noHyphens(language: language)
  }

  /// The names of files, the most special one first: `de_CH`, `de`, `de_DE`; nil for no tag of a language.
  static func fileNames(_ language: String) -> [String]? {
    let parts = language.split(separator: "-", omittingEmptySubsequences: false)
    let isTag = parts.allSatisfy { part in
      (1...8).contains(part.utf8.count) && part.utf8.allSatisfy { $0.isLetter || (0x30...0x39).contains($0) }
    }
    guard isTag, let first = parts.first, (2...3).contains(first.utf8.count),
      first.utf8.allSatisfy(\.isLetter),
      parts.count <= 4
    else { return nil }
    let names =
      [first.lowercased()]
      + parts.dropFirst().map { $0.utf8.count == 4 ? $0.capitalizedASCII : $0.uppercased() }
    return (1...names.count).reversed().map { names.prefix($0).joined(separator: "_") }
      + ["\(names[0])_\(names[0] == "en" ? "US" : names[0].uppercased())"]
  }

  /// The text with soft hyphens (U+00AD) in its words; a word that has one keeps its own.
  func softHyphens(in text: String) -> String {
    var result = String.UnicodeScalarView()
    var word = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar.properties.isAlphabetic || scalar == "\u{AD}"
        || scalar.properties.generalCategory == .nonspacingMark
      {
        word.append(scalar)
      } else {
        append(&word, to: &result)
        result.append(scalar)
      }
    }
    append(&word, to: &result)
    return String(result)
  }

  /// The most letters of a word that is hyphenated.
  private static let letterLimit = 100

  private func append(_ word: inout String.UnicodeScalarView, to text: inout String.UnicodeScalarView) {
    defer { word = String.UnicodeScalarView() }
    let count = word.count
    let small = String(word).lowercased()
    var places = [CChar](repeating: 0, count: small.utf8.count + 1)
    guard (4...Self.letterLimit).contains(count), !word.contains("\u{AD}"),
      small.unicodeScalars.count == count,
      chyphen_places(patterns, small, &places) == count
    else { return text.append(contentsOf: word) }
    for (index, scalar) in word.enumerated() {
      text.append(scalar)
      if places[index] != 0, index + 1 < count { text.append("\u{AD}") }
    }
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (0x41...0x5A).contains(self & 0xDF) }
}

extension Substring {
  fileprivate var capitalizedASCII: String { prefix(1).uppercased() + dropFirst().lowercased() }
}
