/// Excerpts of user input for errors: keys, numbers, names of files and layers, values of options.
extension StringProtocol {
  /// The text for a sentence in a terminal: at most 80 characters, with "..." in place of the middle of longer texts.
  /// Control characters and characters that change the writing direction are escaped, as in `\u{1b}`.
  package var excerpt: String { excerpt(limit: 80) }

  /// - Parameter limit: characters of the result, escapes included; 8 or more.
  /// - Complexity: O(`limit`).
  package func excerpt(limit: Int) -> String {
    let first = unicodeScalars.prefix(limit + 1).map(\.escapedInExcerpt)
    if first.count <= limit, first.reduce(0, { $0 + $1.unicodeScalars.count }) <= limit {
      return first.joined()
    }
    let last = unicodeScalars.suffix(limit).map(\.escapedInExcerpt)
    let half = (limit - 3) / 2
    return first.prefix(ofAtMost: half).joined() + "..."
      + last.reversed().prefix(ofAtMost: limit - 3 - half).reversed().joined()
  }
}

extension String {
  /// The excerpt of a text in UTF-8, of which only both ends are decoded.
  package init(excerptOf bytes: some BidirectionalCollection<UInt8>) {
    guard bytes.count > 1000 else {
      self = String(decoding: bytes, as: UTF8.self).excerpt
      return
    }
    self =
      (String(decoding: bytes.prefix(500), as: UTF8.self) + String(decoding: bytes.suffix(500), as: UTF8.self))
      .excerpt
  }
}

extension Unicode.Scalar {
  fileprivate var escapedInExcerpt: String {
    if (0x20..<0x7F).contains(value) { return String(Character(self)) }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
      return "\\u{\(String(value, radix: 16))}"
    default: return String(Character(self))
    }
  }
}

extension Sequence<String> {
  /// The longest prefix of the strings with at most `limit` characters in total.
  fileprivate func prefix(ofAtMost limit: Int) -> [String] {
    var (taken, length): ([String], Int) = ([], 0)
    for piece in self {
      length += piece.unicodeScalars.count
      if length > limit { break }
      taken.append(piece)
    }
    return taken
  }
}
