/// The parts of a text that become layers of their own.
public enum TextSplit: String, CaseIterable, Hashable, Sendable {
  /// Each letter with its accents, or each ligature. Letters of scripts that join them stay together.
  case glyphs
  /// The parts between spaces; a word that is broken at the end of a line has a part on either line.
  case words
  /// Each line.
  case lines
}

extension TextSplit: NamedValue {
  package var summary: String {
    switch self {
    case .glyphs:
      "each letter with its accents, or each ligature; joined letters, as in Arabic, stay together"
    case .words: "the parts between spaces"
    case .lines: "each line"
    }
  }
}
