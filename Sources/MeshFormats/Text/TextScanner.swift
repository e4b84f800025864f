import SceneDocument

/// Reads the words and numbers of a text file, byte by byte, and tracks the line for errors.
///
/// Words end at spaces, at line ends and at the format's own delimiters. A comment extends from "#" to the end of its
/// line.
struct TextScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  let name: String
  /// The offset of the next byte.
  private(set) var offset = 0
  /// Whether a backslash before the end of a line joins it with the next.
  var joinsLines = false

  /// Reads one document.
  /// - Throws: `DocumentError` when there are more than `limit` bytes or they are not text, and all errors of `read`.
  static func read<Value>(
    _ bytes: [UInt8], name: String, limit: Int, _ read: (inout TextScanner) throws(DocumentError) -> Value
  ) throws(DocumentError) -> Value {
    guard bytes.count <= limit else {
      throw DocumentError(
        name: name, problem: "the file has \(bytes.count) bytes; use \(limit) at most or raise the limit")
    }
    let result: Result<Value, DocumentError> = bytes.withUnsafeBufferPointer { buffer in
      do throws(DocumentError) {
        var scanner = TextScanner(bytes: buffer, name: name)
        if buffer.starts(with: [0xFF, 0xFE]) || buffer.starts(with: [0xFE, 0xFF]) {
          throw scanner.error("the file is UTF-16; save it as UTF-8")
        }
        if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { scanner.offset = 3 }
        return .success(try read(&scanner))
      } catch { return .failure(error) }
    }
    return try result.get()
  }

  private init(bytes: UnsafeBufferPointer<UInt8>, name: String) { (self.bytes, self.name) = (bytes, name) }

  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }
  var isAtEnd: Bool { offset == bytes.count }

  mutating func advance() { offset += 1 }

  mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: mark) else { return false }
    offset += 1
    return true
  }

  /// Skips spaces within the line. A comment counts as space.
  mutating func skipSpaces() {
    while let byte = next {
      if byte == UInt8(ascii: "#") {
        while let byte = next, byte != 0x0A, byte != 0x0D { offset += 1 }
        return
      }
      if joinsLines, byte == UInt8(ascii: "\\"), let end = lineEnd(at: offset + 1) {
        offset = end
        continue
      }
      guard byte == 0x20 || byte == 0x09 || byte == 0x0B || byte == 0x0C else { return }
      offset += 1
    }
  }

  /// The offset after the line end at `place`; nil when there is none.
  private func lineEnd(at place: Int) -> Int? {
    guard place < bytes.count else { return nil }
    if bytes[place] == 0x0A { return place + 1 }
    guard bytes[place] == 0x0D else { return nil }
    return place + 1 < bytes.count && bytes[place + 1] == 0x0A ? place + 2 : place + 1
  }

  var isAtLineEnd: Bool { next == nil || next == 0x0A || next == 0x0D }

  /// Skips spaces, comments and line ends.
  mutating func skipBlank() {
    skipSpaces()
    while next == 0x0A || next == 0x0D {
      offset += 1
      skipSpaces()
    }
  }

  /// Skips the rest of the line.
  mutating func skipLine() {
    while !isAtLineEnd {
      let isJoined = joinsLines && next == UInt8(ascii: "\\")
      if isJoined, let end = lineEnd(at: offset + 1) { offset = end } else { offset += 1 }
    }
  }

  /// - Throws: when something follows on the line.
  mutating func expectLineEnd(_ expected: @autoclosure () -> String) throws(DocumentError) {
    skipSpaces()
    guard isAtLineEnd else { throw error("found \(found()); \(expected())") }
  }

  /// The bytes up to the next space, line end or one of `marks`.
  mutating func word(endingAt marks: StaticString = "") -> Range<Int> {
    let start = offset
    let ends = UnsafeBufferPointer(start: marks.utf8Start, count: marks.utf8CodeUnitCount)
    while let byte = next, byte > 0x20, byte != UInt8(ascii: "#"), !ends.contains(byte) {
      if joinsLines, byte == UInt8(ascii: "\\") { break }
      offset += 1
    }
    return start..<offset
  }

  func isWord(_ range: Range<Int>, _ word: StaticString) -> Bool {
    bytes[range].elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  /// A finite number as JSON or C writes it, but decimal: `1`, `-.5`, `+2.`, `1e-3`.
  mutating func number(
    _ expected: @autoclosure () -> String, endingAt marks: StaticString = ""
  ) throws(DocumentError) -> Double {
    let start = offset
    if let number = JSONNumber(bytes, at: offset) {
      offset = number.end
      let value = number.double(in: bytes)
      if isAtWordEnd(marks), value.isFinite { return value }
      offset = start
    }
    let range = word(endingAt: marks)
    // A number of a thousand digits is refused.
    guard range.count < 1000, let value = Double(decimal: text(range)) else {
      throw error(at: start, "found \(found(at: start)); use \(expected())")
    }
    return value
  }

  /// A number that a Float can hold.
  mutating func float(_ expected: String, endingAt marks: StaticString = "") throws(DocumentError) -> Float {
    let start = offset
    let value = Float(try number(expected, endingAt: marks))
    guard value.isFinite else {
      throw error(
        at: start,
        "\(String(excerptOf: bytes[start..<offset])) is too large; use numbers between -3.4e38 and 3.4e38")
    }
    return value
  }

  /// An integer of digits and an optional sign.
  mutating func integer(
    in allowed: ClosedRange<Int>, _ expected: @autoclosure () -> String, endingAt marks: StaticString = ""
  ) throws(DocumentError) -> Int {
    let start = offset
    let range = word(endingAt: marks)
    guard let value = wholeNumber(range), allowed.contains(value) else {
      throw error(
        at: start,
        "found \(found(at: start)); use \(expected()), a whole number in \(allowed.lowerBound)...\(allowed.upperBound)"
      )
    }
    return value
  }

  /// Digits with an optional sign; nil for a value that an Int cannot hold.
  private func wholeNumber(_ range: Range<Int>) -> Int? {
    guard range.count < 19 else { return range.count < 40 ? Int(text(range)) : nil }
    var digits = bytes[range][...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    guard !digits.isEmpty else { return nil }
    var value = 0
    for byte in digits {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    return isNegative ? -value : value
  }

  private func isAtWordEnd(_ marks: StaticString) -> Bool {
    guard let byte = next, byte > 0x20, byte != UInt8(ascii: "#") else { return true }
    if joinsLines, byte == UInt8(ascii: "\\") { return true }
    return UnsafeBufferPointer(start: marks.utf8Start, count: marks.utf8CodeUnitCount).contains(byte)
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The text at a place, for an error.
  func found(at start: Int? = nil) -> String {
    let start = start ?? offset
    guard start < bytes.count else { return "the end of the file" }
    if bytes[start] == 0x0A || bytes[start] == 0x0D || bytes[start] == UInt8(ascii: "#") {
      return "the end of the line"
    }
    var end = start + 1
    while end < bytes.count, bytes[end] > 0x20 { end += 1 }
    return "\"\(String(excerptOf: bytes[start..<end]))\""
  }

  /// A fault at the next byte, or at `place`.
  func error(at place: Int? = nil, _ problem: String) -> DocumentError {
    let before = bytes[..<(place ?? offset)]
    var (line, lineStart) = (1, 0)
    for index in before.indices {
      // A carriage return ends a line unless a line feed follows it.
      let isEnd =
        before[index] == 0x0A
        || before[index] == 0x0D && (index + 1 >= bytes.count || bytes[index + 1] != 0x0A)
      if isEnd { (line, lineStart) = (line + 1, index + 1) }
    }
    let column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
    return DocumentError(name: name, line: line, column: column, problem: problem)
  }
}
