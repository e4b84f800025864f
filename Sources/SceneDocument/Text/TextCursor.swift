/// Reads a short text from left to right, as CSS tokens.
struct TextCursor {
  let subject: String, text: String
  private let bytes: [UInt8]
  /// The offset of the next byte.
  private(set) var offset = 0
  /// The user's whole text, and the column of this part in it, for errors.
  private let wholeText: String, startColumn: Int

  init(_ text: String, subject: String) {
    self.init(text, subject: subject, within: text, atColumn: 1)
  }

  /// A cursor over a part of `wholeText`; columns of errors refer to the whole text.
  init(_ part: String, subject: String, within wholeText: String, atColumn column: Int) {
    (self.subject, text, bytes) = (subject, part, Array(part.utf8))
    (self.wholeText, startColumn) = (wholeText, column)
  }

  var isAtEnd: Bool { offset == bytes.count }
  var next: UInt8? { isAtEnd ? nil : bytes[offset] }

  /// The next words in quotation marks, or "the end".
  var found: String { found(from: offset) }

  /// The words at a place in quotation marks, or "the end".
  func found(from place: Int) -> String {
    place == bytes.count
      ? "the end" : quoted(String(String(decoding: bytes[place...], as: UTF8.self).prefix(20)))
  }

  func error(at place: Int? = nil, _ problem: String) -> SyntaxError {
    let before = String(decoding: bytes[..<(place ?? offset)], as: UTF8.self).count
    return SyntaxError(subject: subject, text: wholeText, column: startColumn + before, problem: problem)
  }

  /// The error of a part of the text that starts at `place`.
  func error(at place: Int, of part: SyntaxError) -> SyntaxError {
    let whole = error(at: place, part.problem)
    return SyntaxError(
      subject: subject, text: wholeText, column: whole.column + part.column - 1, problem: part.problem)
  }

  /// The text taken since `start`.
  func text(from start: Int) -> String { String(decoding: bytes[start..<offset], as: UTF8.self) }

  /// Takes bytes while `isPart` returns true for the remaining bytes, the next one first.
  mutating func take(while isPart: (_ ahead: ArraySlice<UInt8>) -> Bool) -> String {
    let start = offset
    while offset < bytes.count, isPart(bytes[offset...]) { offset += 1 }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// - Returns: whether there was a space.
  @discardableResult mutating func skipSpaces() -> Bool {
    let start = offset
    while isAtSpace { offset += 1 }
    return offset > start
  }

  /// Takes the character if it is next.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  var isAtSpace: Bool { next.map { $0 == 0x20 || (0x09...0x0D).contains($0) } ?? false }

  /// Whether an argument of a function ends here.
  var isAtMark: Bool { next == UInt8(ascii: ",") || next == UInt8(ascii: ")") }

  /// Takes a hexadecimal digit as its value 0...15.
  mutating func takeHexDigit() -> UInt32? {
    guard let byte = next else { return nil }
    let letter = byte | 0x20
    switch byte {
    case 0x30...0x39:
      offset += 1
      return UInt32(byte) - 0x30
    case _ where (0x61...0x66).contains(letter):
      offset += 1
      return UInt32(letter) - 0x61 + 10
    default: return nil
    }
  }

  /// Takes letters, digits (not first) and hyphens (not first); empty when there are none.
  mutating func takeName() -> String {
    let start = offset
    while let byte = next {
      let isLetter = (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      let isInner = (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
      guard isLetter || (isInner && offset > start) else { break }
      offset += 1
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// Takes a CSS number: sign, digits, fraction, exponent. Nil without advancing when there is none.
  /// - Throws: when it is too large for a `Double`.
  mutating func takeNumber() throws(SyntaxError) -> Double? {
    func isDigit(_ index: Int) -> Bool { index < bytes.count && (0x30...0x39).contains(bytes[index]) }
    func isSign(_ index: Int) -> Bool {
      index < bytes.count && (bytes[index] == 0x2B || bytes[index] == 0x2D)
    }
    var end = offset
    if isSign(end) { end += 1 }
    let digits = end
    while isDigit(end) { end += 1 }
    if end < bytes.count, bytes[end] == UInt8(ascii: "."), isDigit(end + 1) {
      end += 1
      while isDigit(end) { end += 1 }
    }
    guard end > digits else { return nil }
    if end < bytes.count, bytes[end] | 0x20 == UInt8(ascii: "e") {
      let exponent = end + (isSign(end + 1) ? 2 : 1)
      if isDigit(exponent) {
        end = exponent
        while isDigit(end) { end += 1 }
      }
    }
    let token = String(decoding: bytes[offset..<end], as: UTF8.self)
    guard let value = Double(decimal: token) else {
      throw error("\(quoted(token)) is too large; use numbers below 1e308")
    }
    offset = end
    return value
  }

  /// Takes a number and its adjacent unit: letters in lowercase, "%", or "" for none.
  mutating func takeQuantity() throws(SyntaxError) -> (value: Double, unit: String)? {
    guard let value = try takeNumber() else { return nil }
    if take("%") { return (value, "%") }
    return (value, takeName().lowercased())
  }

  /// - Throws: when anything but spaces remains.
  mutating func expectEnd(after what: String) throws(SyntaxError) {
    skipSpaces()
    guard isAtEnd else { throw error("\(found) after \(what); remove it") }
  }
}
