/// The lines of a text that are neither empty nor comments, with their numbers.
struct TextLines {
  /// A line without the spaces around it.
  struct Line {
    let number: Int
    let text: Substring

    /// The parts between spaces, tabs and commas.
    var words: [Substring] { text.split { $0 == " " || $0 == "\t" || $0 == "," } }
  }

  /// The lines, without those that begin with a number sign.
  let lines: [Line]
  /// The text of the first line that is a comment.
  let comment: Substring?

  init(_ bytes: [UInt8]) {
    let text = String(
      decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...], as: UTF8.self)
    var lines: [Line] = []
    var comment: Substring?
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let start = line.drop(while: \.isWhitespace)
      guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { continue }
      let trimmed = start[...last]
      if trimmed.hasPrefix("#") {
        comment = comment ?? trimmed
      } else {
        lines.append(Line(number: index + 1, text: trimmed))
      }
    }
    (self.lines, self.comment) = (lines, comment)
  }

  var first: Line? { lines.first }
}
