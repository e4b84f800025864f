/// A text whose equality, hash and order are those of its UTF-8 bytes.
///
/// `String` compares by canonical equivalence: "é" as one character equals "e" with a combining accent. Names from files
/// are keys that must differ where their bytes differ.
package struct ByteString: Hashable, Comparable, Sendable {
  package let text: String

  package init(_ text: some StringProtocol) { self.text = String(text) }

  package static func == (a: ByteString, b: ByteString) -> Bool { a.text.isSameBytes(as: b.text) }

  package static func < (a: ByteString, b: ByteString) -> Bool {
    a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}

extension StringProtocol {
  /// Whether both texts have the same UTF-8 bytes.
  package func isSameBytes(as other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }

  /// The text after a prefix of UTF-8 bytes; nil where the text does not begin with it.
  package func dropping(bytesOf prefix: some StringProtocol) -> SubSequence? {
    guard utf8.starts(with: prefix.utf8) else { return nil }
    let end = utf8.index(utf8.startIndex, offsetBy: prefix.utf8.count)
    return self[end...]
  }
}
