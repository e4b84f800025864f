// The only conversions from text to floating-point numbers in this package. Those of the standard library also take
// hexadecimal digits, "nan" and "infinity".

extension Double {
  /// The nearest number to decimal text: a sign or none, digits with at most one point among them, an exponent or none
  /// (`1.5`, `-.25`, `2e3`). Nil for other text and for numbers beyond the range.
  package init?(decimal text: some StringProtocol) {
    guard isDecimal(text.utf8), let value = Double(String(text)), value.isFinite else { return nil }
    self = value
  }

  /// The nearest number to text that is known to be decimal; infinite beyond the range.
  package init(knownDecimal text: String) { self = Double(text) ?? .infinity }
}

extension Float {
  /// The nearest number to text that is known to be decimal; infinite beyond the range.
  package init(knownDecimal text: String) { self = Float(text) ?? .infinity }
}

private func isDecimal(_ text: some Collection<UInt8>) -> Bool {
  var rest = text[...]
  func takeSign() {
    if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
  }
  func takeDigits() -> Int {
    let digits = rest.prefix { $0 &- 0x30 < 10 }.count
    rest = rest.dropFirst(digits)
    return digits
  }
  takeSign()
  var digits = takeDigits()
  if rest.first == UInt8(ascii: ".") {
    rest.removeFirst()
    digits += takeDigits()
  }
  guard digits > 0 else { return false }
  if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
    rest.removeFirst()
    takeSign()
    guard takeDigits() > 0 else { return false }
  }
  return rest.isEmpty
}
