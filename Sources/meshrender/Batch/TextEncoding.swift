import ArgumentParser
import MeshTransform

/// The encoding of a list of jobs.
enum TextEncoding: String, CaseIterable, ExpressibleByArgument {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case windows1252 = "windows-1252"

  /// The name in sentences.
  var name: String {
    switch self {
    case .utf8: "UTF-8"
    case .utf16: "UTF-16"
    case .windows1252: "Windows-1252"
    }
  }

  /// The characters of the bytes 0x80...0x9F of Windows-1252; 0 for the five bytes without one.
  fileprivate static let upperCharacters: [UInt16] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,
    0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
    0x0153, 0, 0x017E, 0x0178,
  ]
}

/// Converts a text to UTF-8, block by block. A byte order mark states the encoding, whatever is expected.
///
/// What is no character becomes bytes that are not UTF-8, so that one check of the result finds every fault.
struct TextDecoder {
  private(set) var encoding: TextEncoding
  private var isBigEndian = false
  private var hasBegun = false
  /// Bytes of a character, or of a mark, whose rest has not come.
  private var pending: [UInt8] = []

  init(_ encoding: TextEncoding) { self.encoding = encoding }

  /// Appends the UTF-8 of a block.
  mutating func decode(_ block: ArraySlice<UInt8>, isLast: Bool, to text: inout [UInt8]) {
    var block = block
    if !hasBegun || !pending.isEmpty { block = (pending + block)[...] }
    pending = []
    if !hasBegun {
      guard isLast || block.count >= 3 else {
        pending = Array(block)
        return
      }
      begin(&block)
    }
    switch encoding {
    case .utf8: text += block
    case .windows1252: for byte in block { Self.append(windows1252: byte, to: &text) }
    case .utf16: decode16(block, isLast: isLast, to: &text)
    }
  }

  private mutating func begin(_ block: inout ArraySlice<UInt8>) {
    hasBegun = true
    if let mark = ByteOrderMark(of: block) {
      encoding = mark == .utf8 ? .utf8 : .utf16
      isBigEndian = mark == .utf16BigEndian
      block = block.dropFirst(mark.bytes.count)
    } else {
      // The first character of a list is an ASCII one, nearly always.
      isBigEndian = block.first == 0
    }
  }

  private static func append(windows1252 byte: UInt8, to text: inout [UInt8]) {
    let unit = (0x80...0x9F).contains(byte) ? TextEncoding.upperCharacters[Int(byte) - 0x80] : UInt16(byte)
    if unit == 0, byte != 0 { return text.append(byte) }
    text += UTF8.encode(Unicode.Scalar(unit)!)!
  }

  private mutating func decode16(_ block: ArraySlice<UInt8>, isLast: Bool, to text: inout [UInt8]) {
    var rest = block
    func unit(at offset: Int) -> UInt16? {
      guard rest.count >= offset + 2 else { return nil }
      let start = rest.startIndex + offset
      let (first, second) = (UInt16(rest[start]), UInt16(rest[start + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    while let first = unit(at: 0) {
      if let scalar = Unicode.Scalar(first) {
        text += UTF8.encode(scalar)!
        rest = rest.dropFirst(2)
        continue
      }
      let second = unit(at: 2)
      guard second != nil || isLast else { break }
      if let second, UTF16.isLeadSurrogate(first), UTF16.isTrailSurrogate(second) {
        let value = 0x10000 + (UInt32(first) & 0x3FF) << 10 + UInt32(second) & 0x3FF
        text += UTF8.encode(Unicode.Scalar(value)!)!
        rest = rest.dropFirst(4)
      } else {
        // Half a pair.
        text.append(UInt8(first >> 8) | 0xF8)
        rest = rest.dropFirst(2)
      }
    }
    if isLast, !rest.isEmpty { text.append(0xFF) } else { pending = Array(rest) }
  }
}
