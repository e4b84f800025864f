// The only conversions from text to floating-point numbers in this package. Those of the standard library also take
// hexadecimal digits, "nan" and "infinity".

extension Double {
  /// The nearest number to decimal text: a sign or none, digits with at most one point among them, an exponent or none
  /// (`1.5`, `-.25`, `2e3`). Nil for other text and for numbers beyond the range.
  package init?(decimal text: some StringProtocol) {
    var text = String(text)
    guard text.withUTF8(isDecimal), let value = Double(text), value.isFinite else { return nil }
    self = value
  }

  /// The nearest number to text that is known to be decimal; infinite beyond the range.
  package init(knownDecimal text: String) { self = Double(text) ?? .infinity }
}

extension Float {
  /// The nearest number to text that is known to be decimal; infinite beyond the range.
  package init(knownDecimal text: String) { self = Float(text) ?? .infinity }
}

/// Bytes and not a generic collection, whose code would not be specialized for the callers in other modules.
private func isDecimal(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
  var offset = 0
  func take(_ isTaken: (UInt8) -> Bool) -> Bool {
    guard offset < text.count, isTaken(text[offset]) else { return false }
    offset += 1
    return true
  }
  func takeSign() { _ = take { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") } }
  func takeDigits() -> Bool {
    let start = offset
    while take({ $0 &- 0x30 < 10 }) {}
    return offset > start
  }
  takeSign()
  var hasDigits = takeDigits()
  if take({ $0 == UInt8(ascii: ".") }) { hasDigits = takeDigits() || hasDigits }
  guard hasDigits else { return false }
  if take({ $0 | 0x20 == UInt8(ascii: "e") }) {
    takeSign()
    guard takeDigits() else { return false }
  }
  return offset == text.count
}
