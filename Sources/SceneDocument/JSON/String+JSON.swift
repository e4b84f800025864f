extension String {
  /// The string as JSON (RFC 8259): in quotation marks, with escapes, also of the characters by which a terminal is
  /// controlled or the order of text is changed.
  package var quotedAsJSON: String {
    var result = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.controlsText:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension Unicode.Scalar {
  /// DEL, a control character of C1, or one that changes the direction of text.
  fileprivate var controlsText: Bool {
    switch value {
    case 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
