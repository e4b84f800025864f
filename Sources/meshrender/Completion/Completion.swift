/// The ways to go on with a word of a command line.
struct Completion {
  /// A word in full, and what it means.
  struct Candidate: Hashable {
    let word: String
    let summary: String

    init(_ word: String, _ summary: String = "") { (self.word, self.summary) = (word, summary) }
  }

  /// Names of files in the shell's own words.
  struct Files: Hashable {
    /// The extensions that are offered first, without dots; empty for any.
    var extensions: [String] = []
    /// The number of bytes of the word before the name.
    var offset = 0
  }

  var candidates: [Candidate] = []
  /// Nil where no file is meant.
  var files: Files?

  static let none = Completion()

  static func words(_ words: some Sequence<String>) -> Completion {
    Completion(candidates: words.map { Candidate($0) })
  }

  static func files(_ extensions: [String] = []) -> Completion {
    Completion(files: Files(extensions: extensions))
  }

  /// Both lists, and the files of either.
  func or(_ other: Completion) -> Completion {
    Completion(candidates: candidates + other.candidates, files: files ?? other.files)
  }

  /// The completion of the part of a word that follows `prefix`, as that of the whole word.
  func after(_ prefix: String) -> Completion {
    var result = self
    result.candidates = candidates.map { Candidate(prefix + $0.word, $0.summary) }
    result.files?.offset += prefix.utf8.count
    return result
  }

  /// The lines that the scripts of the shells read: candidates that begin with `word`, each with a tab and its summary,
  /// and `:files`, the offset and the extensions.
  func lines(for word: String) -> [String] {
    var lines = candidates.filter { $0.word.hasPrefix(word) }.map {
      "\($0.word)\t\($0.summary.firstSentence)"
    }
    if let files { lines.append(([":files", "\(files.offset)"] + files.extensions).joined(separator: " ")) }
    return lines
  }
}

extension String {
  /// The text up to a period, a colon or a semicolon before a space, on one line of at most 70 characters.
  fileprivate var firstSentence: String {
    var text = onOneLine
    for mark in [". ", ": ", "; "] {
      if let end = text.firstRange(of: mark) { text = String(text[..<end.lowerBound]) }
    }
    if text.hasSuffix(".") { text.removeLast() }
    return text.count <= 70 ? text : String(text.prefix(67)) + "..."
  }
}
