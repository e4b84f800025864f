import CheckedNumbers

/// Reads words and numbers of a text from front to back. Millions of numbers are read without a copy of their text.
struct TextNumbers {
  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var offset = 0

  /// - Parameter bytes: must outlive the scanner.
  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { offset >= bytes.count }
  var next: UInt8? { isAtEnd ? nil : bytes[offset] }
  /// The bytes from the current one on.
  var rest: Int { bytes.count - offset }

  mutating func advance() { offset += 1 }

  /// The bytes of a range of offsets as text.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Skips bytes up to the next that is none of these.
  mutating func skip(while isSkipped: (UInt8) -> Bool) {
    while offset < bytes.count, isSkipped(bytes[offset]) { offset += 1 }
  }

  mutating func skipSpaces() { skip { $0 == 0x20 || (0x09...0x0D).contains($0) } }

  /// Moves behind the next place that has these bytes; false, and no move, where there is none.
  mutating func skip(behind text: StaticString, within limit: Int = .max) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard rest >= wanted.count else { return false }
    let end = min(bytes.count - wanted.count, limit == .max ? .max : offset + limit)
    var place = offset
    while place <= end {
      if bytes[place] == wanted[0], bytes[place..<place + wanted.count].elementsEqual(wanted) {
        offset = place + wanted.count
        return true
      }
      place += 1
    }
    return false
  }

  /// Whether the next bytes are these, which are consumed.
  mutating func take(_ text: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard rest >= wanted.count, bytes[offset..<offset + wanted.count].elementsEqual(wanted) else {
      return false
    }
    offset += wanted.count
    return true
  }

  /// The bytes up to the next that is not of the word, as text.
  mutating func word(of isPart: (UInt8) -> Bool) -> String {
    let start = offset
    skip(while: isPart)
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// A number without a sign and fraction; nil where there is no digit, and for more than `limit`.
  mutating func whole(limit: Int = 1 << 32) -> Int? {
    var (value, end) = (0, offset)
    while end < bytes.count, bytes[end] &- 0x30 < 10 {
      value = min(value * 10 + Int(bytes[end] &- 0x30), limit + 1)
      end += 1
    }
    guard end > offset, value <= limit else { return nil }
    offset = end
    return value
  }

  /// The nearest number to decimal text as C and YAML write it: `1`, `-2.`, `.5`, `1e-07`; NaN and the infinite ones as
  /// `.Nan`, `-.Inf`, `nan` and `inf` in any case, as NaN. Nil for other text, at which the offset stays.
  @inline(__always) mutating func number() -> Double? {
    let start = offset
    var at = start
    let count = bytes.count
    let isNegative = at < count && bytes[at] == UInt8(ascii: "-")
    if at < count, isNegative || bytes[at] == UInt8(ascii: "+") { at += 1 }
    var (mantissa, digits, exponent) = (UInt64(0), 0, 0)
    while at < count, bytes[at] &- 0x30 < 10 {
      mantissa = mantissa &* 10 &+ UInt64(bytes[at] &- 0x30)
      digits += 1
      at += 1
    }
    if at < count, bytes[at] == UInt8(ascii: ".") {
      at += 1
      let point = at
      while at < count, bytes[at] &- 0x30 < 10 {
        mantissa = mantissa &* 10 &+ UInt64(bytes[at] &- 0x30)
        digits += 1
        at += 1
      }
      exponent = point - at
    }
    guard digits > 0 else { return notFinite(from: start) }
    if at < count, bytes[at] | 0x20 == UInt8(ascii: "e") {
      var power = at + 1
      let isSmall = power < count && bytes[power] == UInt8(ascii: "-")
      if power < count, isSmall || bytes[power] == UInt8(ascii: "+") { power += 1 }
      let first = power
      var value = 0
      while power < count, bytes[power] &- 0x30 < 10 {
        value = min(value * 10 + Int(bytes[power] &- 0x30), 100_000)
        power += 1
      }
      if power > first {
        exponent += isSmall ? -value : value
        at = power
      }
    }
    offset = at
    // Both operands are exact, so the single operation is correctly rounded (Clinger 1990).
    if digits <= 15, abs(exponent) <= 22 {
      let value = Double(mantissa)
      let scaled = exponent < 0 ? value / Self.powers[-exponent] : value * Self.powers[exponent]
      return isNegative ? -scaled : scaled
    }
    return Double(knownDecimal: String(decoding: bytes[start..<at], as: UTF8.self))
  }

  private mutating func notFinite(from start: Int) -> Double? {
    offset = start
    _ = take("-") || take("+")
    _ = take(".")
    for word: StaticString in ["nan", "inf"] {
      var rest = TextNumbers(UnsafeBufferPointer(rebasing: bytes[offset...].prefix(3)))
      let text = rest.word { _ in true }.lowercased()
      if text == "\(word)" {
        offset += 3
        return .nan
      }
    }
    offset = start
    return nil
  }

  /// 10^0...10^22, all exact.
  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
  ]
}

extension MapSource {
  /// The most bytes of a file of text.
  static let textLimit = 1 << 31

  /// All bytes of a file of text.
  func text(_ format: MapFormat, limit: Int) throws(MapFileError) -> [UInt8] {
    let limit = min(Self.textLimit, limit)
    guard bytes.count <= limit else { throw .input(.tooLarge(name: name, limit: limit)) }
    let text = [UInt8](unsafeUninitializedCapacity: bytes.count) { text, filled in
      filled = bytes.read(at: 0, into: UnsafeMutableRawBufferPointer(text))
    }
    guard text.count == bytes.count else { throw truncated(format) }
    return text
  }
}
