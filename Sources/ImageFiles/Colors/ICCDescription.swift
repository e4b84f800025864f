/// The name of an ICC profile: the text of its tag `desc`, as version 2 (ASCII) or version 4 (UTF-16) of the format has it.
enum ICCDescription {
  /// Returns nil if the profile has no description or is damaged.
  static func text(_ profile: [UInt8]) -> String? {
    func number(at offset: Int) -> Int? {
      guard offset >= 0, offset <= profile.count - 4 else { return nil }
      return profile[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    func slice(_ offset: Int, _ count: Int) -> ArraySlice<UInt8>? {
      guard offset >= 0, count > 0, count <= 1024, offset <= profile.count - count else { return nil }
      return profile[offset..<offset + count]
    }
    // 128 bytes of header, the number of tags, and 12 bytes for each: its signature, offset and size.
    guard let count = number(at: 128), count <= 1024 else { return nil }
    for tag in 0..<count {
      let entry = 132 + 12 * tag
      guard let signature = slice(entry, 4), let offset = number(at: entry + 4) else { return nil }
      guard signature.elementsEqual("desc".utf8), let type = slice(offset, 4) else { continue }
      if type.elementsEqual("desc".utf8) {
        guard let length = number(at: offset + 8), let text = slice(offset + 12, length) else { return nil }
        return named(String(decoding: text.prefix { $0 != 0 }, as: UTF8.self))
      }
      guard type.elementsEqual("mluc".utf8), let length = number(at: offset + 20),
        let start = number(at: offset + 24), let text = slice(offset + start, length & ~1)
      else { return nil }
      let units = stride(from: text.startIndex, to: text.endIndex, by: 2).map {
        UInt16(text[$0]) << 8 | UInt16(text[$0 + 1])
      }
      return named(String(decoding: units.prefix { $0 != 0 }, as: UTF16.self))
    }
    return nil
  }

  private static func named(_ text: String) -> String? { text.isEmpty ? nil : text }
}
