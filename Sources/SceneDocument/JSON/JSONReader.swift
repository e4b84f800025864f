/// Reads JSON (RFC 8259) from front to back, as the values that the caller expects.
///
/// The standard decoder is ten times too slow for a million vertices (measured: 8 s where this takes 0.4), keeps
/// no line numbers and can't see duplicate keys. This reader builds no tree: callers ask for an object, an array
/// or a number, and get a `DocumentError` with line, column and path when there is something else. Since nothing
/// is ever skipped or descended into unasked, deep nesting costs nothing.
struct JSONReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// Of the next byte.
  private(set) var offset = 0
  private let documentName: String
  private var path: [Step] = []

  /// One level of the path to the current value.
  private enum Step {
    case key(String)
    case index(Int)
  }

  /// Reads one document: `read` takes the top value, and nothing may follow it.
  /// - Throws: `DocumentError` when there are more than `limit` bytes, and all that `read` throws.
  static func read<Value>(
    _ bytes: [UInt8], name: String, limit: Int,
    _ read: (inout JSONReader) throws(DocumentError) -> Value
  ) throws(DocumentError) -> Value {
    guard bytes.count <= limit else {
      throw DocumentError(
        name: name, problem: "the file has \(bytes.count) bytes; use \(limit) at most or raise the limit")
    }
    let result: Result<Value, DocumentError> = bytes.withUnsafeBufferPointer { buffer in
      do throws(DocumentError) {
        var reader = JSONReader(bytes: buffer, documentName: name)
        try reader.skipByteOrderMark()
        let value = try read(&reader)
        reader.skipSpaces()
        guard reader.next == nil else {
          throw reader.error("found \(reader.found) after the end of the document; remove it")
        }
        return .success(value)
      } catch { return .failure(error) }
    }
    return try result.get()
  }

  private init(bytes: UnsafeBufferPointer<UInt8>, documentName: String) {
    (self.bytes, self.documentName) = (bytes, documentName)
  }

  private mutating func skipByteOrderMark() throws(DocumentError) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      throw error("the file is UTF-16; save it as UTF-8")
    }
  }

  // MARK: Bytes

  @inline(__always) private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  @inline(__always) private mutating func skipSpaces() {
    while offset < bytes.count {
      let byte = bytes[offset]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      offset += 1
    }
  }

  @inline(__always) private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private mutating func takeWord(_ word: StaticString) -> Bool {
    let letters = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[offset...].starts(with: letters) else { return false }
    offset += letters.count
    return true
  }

  // MARK: Values

  /// Reads an object, handing each key to `read`, which must read the value. Duplicate keys are errors.
  /// - Parameter expected: words for an error, as "a vertex".
  mutating func readObject(
    _ expected: String, _ read: (inout JSONReader, String) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    skipSpaces()
    guard take("{") else { throw error("found \(found); use \(expected)") }
    var keys: Set<String> = []
    skipSpaces()
    if take("}") { return }
    repeat {
      skipSpaces()
      let start = offset
      guard next == UInt8(ascii: "\"") else {
        throw error("found \(found) where a key in quotation marks starts\(hint)")
      }
      let key = try readString()
      guard keys.insert(key).inserted else {
        throw error(at: start, "the key \(quoted(key)) is here twice; keep one")
      }
      skipSpaces()
      guard take(":") else {
        throw error("found \(found) after the key \(quoted(key)); write \":\" and a value")
      }
      path.append(.key(key))
      try read(&self, key)
      path.removeLast()
      skipSpaces()
    } while take(",")
    guard take("}") else { throw error("found \(found) in an object; write \",\" or \"}\" here\(hint)") }
  }

  /// Reads an array, calling `read` before each element, which it must read.
  mutating func readArray(
    _ expected: String, _ read: (inout JSONReader, Int) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    skipSpaces()
    guard take("[") else { throw error("found \(found); use \(expected)") }
    skipSpaces()
    if take("]") { return }
    var index = 0
    path.append(.index(0))
    repeat {
      path[path.count - 1] = .index(index)
      try read(&self, index)
      index += 1
      skipSpaces()
    } while take(",")
    path.removeLast()
    guard take("]") else { throw error("found \(found) in an array; write \",\" or \"]\" here\(hint)") }
  }

  /// True when the next value is an array.
  mutating func isAtArray() -> Bool {
    skipSpaces()
    return next == UInt8(ascii: "[")
  }

  mutating func readBoolean() throws(DocumentError) -> Bool {
    skipSpaces()
    if takeWord("true") { return true }
    if takeWord("false") { return false }
    throw error("found \(found); use true or false")
  }

  mutating func readNumber() throws(DocumentError) -> Double {
    let token = try readNumberToken("a number")
    let value = token.double(in: bytes)
    guard value.isFinite else { throw tooLarge(token, "1.7e308") }
    return value
  }

  @inline(__always)
  mutating func readFloat(_ expected: @autoclosure () -> String = "a number") throws(DocumentError) -> Float {
    let token = try readNumberToken(expected())
    let value = token.float(in: bytes)
    guard value.isFinite else { throw tooLarge(token, "3.4e38") }
    return value
  }

  /// Reads a whole number; `1.0` and `1e2` are such, too.
  @inline(__always)
  mutating func readInteger(
    in range: ClosedRange<Int>, _ expected: @autoclosure () -> String
  ) throws(DocumentError) -> Int {
    let token = try readNumberToken(expected())
    if let value = token.integer(in: bytes), range.contains(value) { return value }
    throw error(
      at: token.start,
      "found \(token.text(in: bytes)); use \(expected()), a whole number in \(range.lowerBound)...\(range.upperBound)"
    )
  }

  private func tooLarge(_ token: JSONNumber, _ limit: String) -> DocumentError {
    error(
      at: token.start, "\(token.text(in: bytes)) is too large; use numbers between -\(limit) and \(limit)")
  }

  @inline(__always)
  private mutating func readNumberToken(_ expected: @autoclosure () -> String) throws(DocumentError)
    -> JSONNumber
  {
    skipSpaces()
    if let token = JSONNumber(bytes, at: offset) {
      offset = token.end
      return token
    }
    throw error("found \(found); use \(expected())\(hint)")
  }
}

extension JSONReader {
  /// Reads a string with its escapes.
  mutating func readString(_ expected: String = "a string") throws(DocumentError) -> String {
    skipSpaces()
    let start = offset
    guard take("\"") else { throw error("found \(found); use \(expected)\(hint)") }
    var units: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else {
        throw error("a string has a line break or control character; escape it or close the string")
      }
      offset += 1
      if byte == UInt8(ascii: "\\") { try readEscape(into: &units) } else { units.append(byte) }
    }
    guard take("\"") else {
      throw error(at: start, "the string that starts here has no end; close it with \"")
    }
    guard let string = String(validating: units, as: UTF8.self) else {
      throw error(at: start, "the string that starts here is not UTF-8; save the file as UTF-8")
    }
    return string
  }

  private mutating func readEscape(into units: inout [UInt8]) throws(DocumentError) {
    let start = offset - 1
    let simple: [(Unicode.Scalar, UInt8)] = [
      ("\"", 0x22), ("\\", 0x5C), ("/", 0x2F), ("b", 0x08), ("f", 0x0C), ("n", 0x0A), ("r", 0x0D),
      ("t", 0x09),
    ]
    for (letter, byte) in simple where take(letter) { return units.append(byte) }
    guard take("u"), var code = takeHexadecimal() else {
      throw error(
        at: start, "no escape of JSON; use \\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u and four digits")
    }
    // Two escapes make one character beyond U+FFFF.
    if (0xD800..<0xDC00).contains(code), takeWord("\\u"), let low = takeHexadecimal(),
      (0xDC00..<0xE000).contains(low)
    {
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw error(at: start, "half of a surrogate pair; write both")
    }
    units.append(contentsOf: UTF8.encode(scalar)!)
  }

  private mutating func takeHexadecimal() -> UInt32? {
    guard bytes.count - offset >= 4 else { return nil }
    var value: UInt32 = 0
    for byte in bytes[offset..<offset + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    offset += 4
    return value
  }
}

extension JSONReader {
  /// A fault at the next byte, or at `place`.
  func error(at place: Int? = nil, _ problem: String) -> DocumentError {
    let before = bytes[..<(place ?? offset)]
    var (line, lineStart) = (1, before.startIndex)
    for (index, byte) in zip(before.indices, before) where byte == 0x0A {
      (line, lineStart) = (line + 1, index + 1)
    }
    // Characters, not bytes: the followers in a sequence of UTF-8 don't count.
    let column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
    return DocumentError(name: documentName, line: line, column: column, path: pathText, problem: problem)
  }

  private var pathText: String {
    var text = ""
    for step in path {
      switch step {
      case .index(let index): text += "[\(index)]"
      case .key(let key):
        let isPlain =
          !key.isEmpty
          && key.utf8.allSatisfy {
            $0 == 0x5F || Character(Unicode.Scalar($0)).isLetter || (0x30...0x39).contains($0)
          }
        text += isPlain ? (text.isEmpty ? key : "." + key) : "[\(quoted(key))]"
      }
    }
    return text
  }

  /// The next value or character, for an error.
  var found: String {
    guard let byte = next else { return "the end of the file" }
    switch byte {
    case UInt8(ascii: "{"): return "an object"
    case UInt8(ascii: "["): return "an array"
    default: break
    }
    let isString = byte == UInt8(ascii: "\"")
    var end = offset + 1
    while end < bytes.count, end < offset + 40 {
      let byte = bytes[end]
      if isString
        ? byte == UInt8(ascii: "\"") : [0x20, 0x0A, 0x0D, 0x09, 0x2C, 0x5D, 0x7D, 0x3A].contains(byte)
      {
        break
      }
      end += 1
    }
    let text = String(decoding: bytes[(isString ? offset + 1 : offset)..<end], as: UTF8.self)
    return isString ? "the string \(quoted(text))" : quoted(text)
  }

  /// What people write by habit that JSON does not have.
  private var hint: String {
    guard let byte = next else { return "" }
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "#"): return "; JSON has no comments"
    case UInt8(ascii: "'"): return "; JSON's strings have double quotation marks"
    case UInt8(ascii: "]"), UInt8(ascii: "}"): return "; JSON allows no comma before it"
    case UInt8(ascii: "+"), UInt8(ascii: "."): return "; JSON's numbers start with a digit or \"-\""
    case UInt8(ascii: "N"), UInt8(ascii: "n"), UInt8(ascii: "I"), UInt8(ascii: "i"):
      return "; only finite numbers can be drawn"
    default: return ""
    }
  }
}
