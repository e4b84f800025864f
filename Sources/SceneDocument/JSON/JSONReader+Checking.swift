import MeshTransform

extension JSONReader {
  /// The deepest nesting that ``check(_:name:)`` allows.
  private static let checkedDepth = 128

  /// Checks that bytes are one JSON value, nested at most 128 deep.
  /// - Throws: `DocumentError` for the first fault.
  package static func check(_ bytes: [UInt8], name: String) throws(DocumentError) {
    try read(bytes, name: name, limit: .max) { reader throws(DocumentError) in
      try reader.skipValue(depth: 1)
    }
  }

  /// - Parameter depth: the number of values that enclose it, itself included.
  mutating func skipValue(depth: Int) throws(DocumentError) {
    guard depth <= Self.checkedDepth else {
      throw error("values are nested more than \(Self.checkedDepth) deep")
    }
    skipSpaces()
    switch next {
    case UInt8(ascii: "{"):
      try readObject("an object") { reader, _ throws(DocumentError) in try reader.skipValue(depth: depth + 1)
      }
    case UInt8(ascii: "["):
      try readArray("an array") { reader, _ throws(DocumentError) in try reader.skipValue(depth: depth + 1) }
    case UInt8(ascii: "\""): try checkString()
    case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try readBoolean()
    case UInt8(ascii: "n"): if !takeWord("null") { throw error("found \(found); use null") }
    default: _ = try readNumber()
    }
  }

  /// Checks a string without a copy of it, which may be as long as the file.
  private mutating func checkString() throws(DocumentError) {
    var end = offset + 1
    while end < bytes.count, bytes[end] >= 0x20, bytes[end] != UInt8(ascii: "\""),
      bytes[end] != UInt8(ascii: "\\")
    {
      end += 1
    }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "\""), UTF8Fault(in: bytes[(offset + 1)..<end]) == nil
    else {
      // With escapes, or a fault.
      _ = try readString()
      return
    }
    offset = end + 1
  }
}
