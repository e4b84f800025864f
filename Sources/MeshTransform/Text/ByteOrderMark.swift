/// The mark of its encoding that some programs, those of spreadsheets among them, write before a text.
package enum ByteOrderMark: CaseIterable, Sendable {
  case utf8, utf16LittleEndian, utf16BigEndian

  package var bytes: [UInt8] {
    switch self {
    case .utf8: [0xEF, 0xBB, 0xBF]
    case .utf16LittleEndian: [0xFF, 0xFE]
    case .utf16BigEndian: [0xFE, 0xFF]
    }
  }

  /// Nil for a text that begins without one.
  package init?(of text: some Sequence<UInt8>) {
    guard let mark = Self.allCases.first(where: { text.starts(with: $0.bytes) }) else { return nil }
    self = mark
  }
}
