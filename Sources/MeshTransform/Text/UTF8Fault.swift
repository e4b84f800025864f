/// The first byte of a text that is not UTF-8.
package struct UTF8Fault: Sendable {
  package let byte: UInt8
  /// The byte's offset in the text.
  package let offset: Int
  /// Its line in the text, from 0.
  package let line: Int
  /// Its place in the line, counted in bytes from 1.
  package let place: Int
  /// Its place in the line, counted in characters (Unicode scalars) from 1.
  package let character: Int

  /// Nil for a text in UTF-8.
  /// - Complexity: O(bytes).
  package init?(in text: some BidirectionalCollection<UInt8>) {
    // The library's check is many times faster than the search.
    guard String(validating: text, as: UTF8.self) == nil else { return nil }
    var (parser, rest, offset) = (UTF8.ForwardParser(), text.makeIterator(), 0)
    scan: while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let scalar): offset += scalar.count
      case .error: break scan
      case .emptyInput: return nil
      }
    }
    let before = text.prefix(offset)
    byte = text[text.index(text.startIndex, offsetBy: offset)]
    self.offset = offset
    line = before.count { $0 == 0x0A }
    let start = before.reversed().prefix { $0 != 0x0A }
    place = start.count + 1
    character = start.count { !UTF8.isContinuation($0) } + 1
  }

}

extension UInt8 {
  /// Such as "0xEB" for a byte of 0x80 or more, as all bytes are that are not UTF-8.
  package var hexadecimal: String { "0x" + String(self, radix: 16, uppercase: true) }
}
