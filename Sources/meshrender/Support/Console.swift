import Glibc
import ImageFiles
import MeshTransform
import Synchronization

/// Messages go to standard error, results to standard output.
enum Console {
  /// One line on standard error.
  static func write(_ line: String) {
    // One write call per line, without C's buffers, so lines of different threads do not mix.
    Array("\(line.onOneLine)\n".utf8).withUnsafeBytes { bytes in
      _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }

  /// Writes a warning, once in a run, or keeps it for the results of a job.
  static func warn(_ sentence: String) {
    let isNew = (messages ?? messagesOfRun).add(sentence.onOneLine)
    if isNew, messages == nil { writeWarning(sentence) }
  }

  /// Writes a line about a choice that the flags leave open, or keeps it for the results of a job.
  static func note(_ sentence: String) {
    if let messages { messages.note(sentence.onOneLine) } else { write(sentence) }
  }

  static func writeWarning(_ sentence: String) { write("Warning: \(sentence)") }

  /// Keeps a warning that makes the run, or the job, fail.
  static func withhold(_ sentence: String) { (messages ?? messagesOfRun).withhold(sentence.onOneLine) }

  /// The withheld warnings of the run, or of the job.
  static var withheld: [String] { (messages ?? messagesOfRun).withheld }

  private static let messagesOfRun = MessageList()

  /// Collects the warnings of a job, in place of standard error.
  @TaskLocal static var messages: MessageList?

  /// Writes a report, of one or more lines, to standard output. Ends the process without a message, as SIGPIPE does, when
  /// the reader has read enough: `meshrender schema | head`.
  /// - Throws: when the write fails otherwise, as on a full disk.
  static func report(_ text: String) throws(Failure) {
    if Array("\(text)\n".utf8).write(to: STDOUT_FILENO) { return }
    guard errno != EPIPE else { Interrupts.end(SIGPIPE) }
    throw unwritable
  }

  /// Writes a line of results to standard output.
  /// - Throws: when the write fails, as on a full disk or a closed pipe: work is left that is not done.
  static func result(_ line: String) throws(Failure) {
    guard Array("\(line)\n".utf8).write(to: STDOUT_FILENO) else { throw unwritable }
  }

  private static var unwritable: Failure {
    Failure(.inputOutput, "standard output cannot be written: \(String(cString: strerror(errno)))")
  }

  static var standardOutputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
}

/// The warnings and notes of a job, or of the run.
final class MessageList: Sendable {
  private let sentences = Mutex<[String]>([])
  private let withheldSentences = Mutex<[String]>([])
  private let noteSentences = Mutex<[String]>([])

  /// - Returns: whether the list had no such sentence.
  func add(_ sentence: String) -> Bool { sentences.withLock { $0.appendNew(sentence) } }
  var all: [String] { sentences.withLock { $0 } }

  func note(_ sentence: String) { noteSentences.withLock { _ = $0.appendNew(sentence) } }
  var notes: [String] { noteSentences.withLock { $0 } }

  /// Adds a warning that is an error.
  func withhold(_ sentence: String) { withheldSentences.withLock { _ = $0.appendNew(sentence) } }
  var withheld: [String] { withheldSentences.withLock { $0 } }
}

extension [String] {
  fileprivate mutating func appendNew(_ sentence: String) -> Bool {
    let isNew = !contains(sentence)
    if isNew { append(sentence) }
    return isNew
  }
}

extension String {
  /// At most 2000 characters without line ends and terminal control characters, so that a message is one line.
  /// Command-line arguments appear as excerpts, as texts from files do.
  var onOneLine: String {
    var line = withReadableBytes
    for text in CommandLine.longTexts where line.contains(text) {
      line = line.replacing(text, with: text.excerpt)
    }
    let isBlank: (Character) -> Bool = { $0 == "\t" || $0.isNewline }
    return String(line.map { isBlank($0) ? " " : $0 }).excerpt(limit: 2000)
  }
}

extension CommandLine {
  /// Arguments, and both sides of an equals sign in them, that differ from their excerpts; longest first.
  fileprivate static var longTexts: [String] {
    arguments.dropFirst().flatMap { argument -> [String] in
      guard let sign = argument.firstIndex(of: "=") else { return [argument] }
      return [argument, String(argument[..<sign]), String(argument[argument.index(after: sign)...])]
    }
    .filter { $0 != $0.excerpt }.sorted { $0.count > $1.count }
  }
}
