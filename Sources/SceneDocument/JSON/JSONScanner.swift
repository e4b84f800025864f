/// The places of values in JSON text, found without building a tree.
///
/// Values are ranges of bytes. Text that is not JSON has no values, or wrong ones, and is safe to scan; ``JSONReader``
/// validates it.
package struct JSONScanner {
  private let bytes: UnsafeBufferPointer<UInt8>

  package init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  package func isObject(_ value: Range<Int>) -> Bool { bytes[value.lowerBound] == UInt8(ascii: "{") }
  package func isArray(_ value: Range<Int>) -> Bool { bytes[value.lowerBound] == UInt8(ascii: "[") }
  package func isString(_ value: Range<Int>) -> Bool { bytes[value.lowerBound] == UInt8(ascii: "\"") }

  /// Whether only spaces follow an offset.
  package func isEnd(_ offset: Int) -> Bool { afterSpaces(offset) == bytes.count }

  /// The value that begins at an offset, after spaces and a byte order mark; nil where none begins or it does not end.
  /// - Complexity: O(bytes of the value), without recursion.
  package func value(at offset: Int) -> Range<Int>? {
    let start = afterSpaces(offset == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : offset)
    guard start < bytes.count else { return nil }
    switch bytes[start] {
    case UInt8(ascii: "\""): return endOfString(start).map { start..<$0 }
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      var (depth, at) = (0, start)
      while at < bytes.count {
        switch bytes[at] {
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          depth -= 1
          if depth == 0 { return start..<at + 1 }
        case UInt8(ascii: "\""):
          guard let end = endOfString(at) else { return nil }
          at = end - 1
        default: break
        }
        at += 1
      }
      return nil
    default:
      if let number = JSONNumber(bytes, at: start) { return start..<number.end }
      for word: StaticString in ["true", "false", "null"] {
        let letters = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        if bytes[start...].starts(with: letters) { return start..<start + letters.count }
      }
      return nil
    }
  }

  /// The value of an object's key; nil where the object lacks it.
  package func member(_ key: String, of object: Range<Int>) -> Range<Int>? {
    let name = Array(key.utf8)
    return members(of: object).first { stringBytes(at: $0.key) == name }?.value
  }

  /// The keys of an object with their values.
  package func members(of object: Range<Int>) -> [(key: Range<Int>, value: Range<Int>)] {
    var found: [(key: Range<Int>, value: Range<Int>)] = []
    var at = object.lowerBound + 1
    while at < object.upperBound, let key = value(at: at), isString(key) {
      let colon = afterSpaces(key.upperBound)
      guard colon < object.upperBound, bytes[colon] == UInt8(ascii: ":"), let value = value(at: colon + 1)
      else { break }
      found.append((key, value))
      guard let next = afterComma(value.upperBound, in: object) else { break }
      at = next
    }
    return found
  }

  /// The elements of an array, or the keys of an object.
  package func elements(of container: Range<Int>) -> [Range<Int>] {
    guard isArray(container) else { return isObject(container) ? members(of: container).map(\.key) : [] }
    var found: [Range<Int>] = []
    var at = container.lowerBound + 1
    while at < container.upperBound, let value = value(at: at) {
      found.append(value)
      guard let next = afterComma(value.upperBound, in: container) else { break }
      at = next
    }
    return found
  }

  /// The text of a string; nil for other values.
  package func string(at value: Range<Int>) -> String? {
    guard isString(value) else { return nil }
    return try? JSONReader.read(Array(bytes[value]), name: "", limit: .max) { reader throws(DocumentError) in
      try reader.readString()
    }
  }

  /// The bytes of a string without its escapes; nil for other values.
  package func stringBytes(at value: Range<Int>) -> [UInt8]? {
    guard isString(value) else { return nil }
    let inner = bytes[value].dropFirst().dropLast()
    return inner.contains(UInt8(ascii: "\\")) ? string(at: value).map { Array($0.utf8) } : Array(inner)
  }

  /// The bytes of a value as text.
  package func text(of value: Range<Int>) -> String { String(decoding: bytes[value], as: UTF8.self) }

  private func afterComma(_ offset: Int, in container: Range<Int>) -> Int? {
    let comma = afterSpaces(offset)
    return comma < container.upperBound && bytes[comma] == UInt8(ascii: ",") ? comma + 1 : nil
  }

  private func afterSpaces(_ offset: Int) -> Int {
    var at = offset
    while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x0A || bytes[at] == 0x0D || bytes[at] == 0x09 {
      at += 1
    }
    return at
  }

  /// The offset after a string that begins here.
  private func endOfString(_ start: Int) -> Int? {
    var at = start + 1
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "\"") { return at + 1 }
      at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }
}
