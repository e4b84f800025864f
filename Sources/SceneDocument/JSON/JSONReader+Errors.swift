import MeshTransform

extension JSONReader {
  /// A fault at the next byte, or at `place`.
  func error(at place: Int? = nil, _ problem: String) -> DocumentError {
    DocumentError(name: documentName, in: bytes, at: place ?? offset, path: pathText, problem: problem)
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
    while end < bytes.count {
      let byte = bytes[end]
      if isString
        ? byte == UInt8(ascii: "\"") : [0x20, 0x0A, 0x0D, 0x09, 0x2C, 0x5D, 0x7D, 0x3A].contains(byte)
      {
        break
      }
      end += 1
    }
    let text = String(excerptOf: bytes[(isString ? offset + 1 : offset)..<end])
    if isString { return "the string \"\(text)\"" }
    // Numbers and words of JSON have no quotation marks in the file either.
    let isValue = JSONNumber(bytes, at: offset)?.end == end || ["true", "false", "null"].contains(text)
    return isValue ? text : "\"\(text)\""
  }

  /// A hint for common syntax that JSON does not have.
  var hint: String {
    guard let byte = next, found != "null" else { return "" }
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "#"): return "; JSON has no comments"
    case UInt8(ascii: "'"): return "; JSON strings use double quotation marks"
    case UInt8(ascii: "]"), UInt8(ascii: "}"): return "; JSON allows no comma before it"
    case UInt8(ascii: "+"), UInt8(ascii: "."): return "; JSON numbers start with a digit or \"-\""
    case UInt8(ascii: "N"), UInt8(ascii: "n"), UInt8(ascii: "I"), UInt8(ascii: "i"):
      return "; only finite numbers can be drawn"
    default: return ""
    }
  }
}
