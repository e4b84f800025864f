extension TextCursor {
  /// Takes numbers in parentheses, separated by commas or spaces.
  /// - Throws: when the count is wrong.
  mutating func takeArguments(
    _ counts: ClosedRange<Int>, of name: String, example: String
  ) throws(SyntaxError) -> [Double] {
    skipSpaces()
    guard take("(") else { throw error("found \(found) after \(name); write \(example)") }
    var numbers: [Double] = []
    skipSpaces()
    while !take(")") {
      if !numbers.isEmpty, take(",") { skipSpaces() }
      guard numbers.count < counts.upperBound, let number = try takeNumber() else {
        throw error("found \(found) in \(name); write \(example)")
      }
      numbers.append(number)
      skipSpaces()
    }
    guard counts.contains(numbers.count) else {
      throw error("\(name) has \(numbers.count) numbers; write \(example)")
    }
    return numbers
  }

  /// Takes everything up to a space, `;`, `@`, `..` or the end, except inside parentheses. A comma ends it unless
  /// `continues` returns true for the text after the comma.
  mutating func takeWord(continues: (_ afterComma: ArraySlice<UInt8>) -> Bool = { _ in false }) -> String {
    var depth = 0
    return take { ahead in
      switch ahead[ahead.startIndex] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case 0x20, 0x09...0x0D, UInt8(ascii: ";"), UInt8(ascii: "@"): return depth > 0
      case UInt8(ascii: ","): return depth > 0 || continues(ahead.dropFirst())
      case UInt8(ascii: "."):
        // Two dots are a separator, except in a path.
        return depth > 0 || ahead.dropFirst().first != UInt8(ascii: ".")
          || ahead.dropFirst(2).first == UInt8(ascii: "/")
      default: break
      }
      return true
    }
  }

  /// Takes two dots in a row.
  mutating func takeDots() -> Bool {
    var ahead = self
    guard ahead.take("."), ahead.take(".") else { return false }
    self = ahead
    return true
  }

  /// Takes everything from an opening parenthesis to its closing one, or to the end.
  mutating func skipParentheses() {
    var depth = 0
    _ = take { ahead in
      switch ahead[ahead.startIndex] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      default: break
      }
      return depth > 0
    }
    _ = take(")")
  }
}
