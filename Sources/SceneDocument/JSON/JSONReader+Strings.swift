import MeshTransform

extension JSONReader {
  /// Reads a string with its escapes.
  /// - Parameter expected: words for an error, made only for one.
  mutating func readString(
    _ expected: @autoclosure () -> String = "a string"
  ) throws(DocumentError) -> String {
    skipSpaces()
    let start = offset
    guard take("\"") else { throw error("found \(found); use \(expected())\(hint)") }
    if let end = bytes[offset...].firstIndex(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C || $0 >= 0x80 }),
      bytes[end] == UInt8(ascii: "\"")
    {
      // ASCII without an escape, as nearly all strings are.
      defer { offset = end + 1 }
      return String(decoding: UnsafeBufferPointer(rebasing: bytes[offset..<end]), as: UTF8.self)
    }
    var units: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else {
        throw error("a string has a line break or control character; escape it or close the string")
      }
      offset += 1
      if byte == UInt8(ascii: "\\") { try readEscape(into: &units) } else { units.append(byte) }
    }
    guard take("\"") else {
      throw error(at: start, "the string that starts here is not closed; add \"")
    }
    guard let string = String(validating: units, as: UTF8.self) else {
      let place = UTF8Fault(in: bytes[start..<offset]).map { start + $0.offset } ?? offset - 1
      throw error(at: place, "the byte \(bytes[place].hexadecimal) is not UTF-8; save the file as UTF-8")
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
        at: start, "not a valid JSON escape; use \\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u and four digits")
    }
    // Two escapes make one character beyond U+FFFF.
    if (0xD800..<0xDC00).contains(code), takeWord("\\u"), let low = takeHexadecimal(),
      (0xDC00..<0xE000).contains(low)
    {
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw error(at: start, "incomplete surrogate pair; write both halves")
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
