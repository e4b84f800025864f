extension JSONReader {
  /// The offset of a key's value in the next object, without advancing the reader; nil when the top level of the object
  /// lacks the key, or when the next value is not an object.
  ///
  /// Does not validate the object; the regular reader does.
  /// - Complexity: O(bytes up to the key), without recursion.
  func valueOffset(ofKey wanted: String) -> Int? {
    var ahead = self
    ahead.skipSpaces()
    guard ahead.take("{") else { return nil }
    var depth = 1
    while let byte = ahead.next, depth > 0 {
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        let start = ahead.offset
        guard ahead.skipString() else { return nil }
        guard depth == 1, ahead.offset - start < 6 * wanted.utf8.count + 3 else { continue }
        var after = ahead
        after.skipSpaces()
        // A string without a following colon is a value.
        guard after.take(":") else { continue }
        var key = ahead
        key.offset = start
        guard let text = try? key.readString(), text == wanted else { continue }
        after.skipSpaces()
        return after.offset
      default: break
      }
      ahead.offset += 1
    }
    return nil
  }

  /// Skips a string that starts here; false when it does not end.
  private mutating func skipString() -> Bool {
    offset += 1
    while let byte = next, byte != UInt8(ascii: "\"") {
      offset += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return take("\"")
  }
}
