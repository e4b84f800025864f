/// A number of a JSON text: its range and its decimal digits, converted on demand.
package struct JSONNumber {
  /// The offsets of its first byte and of the byte after its last.
  package let start: Int, end: Int
  /// The value is `mantissa * 10^exponent`, if the digits fit into the mantissa (19 of them always do).
  private let mantissa: UInt64, exponent: Int, isNegative: Bool, fits: Bool

  /// Nil when there is no JSON number at `start`.
  @inline(__always) package init?(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
    var end = start
    @inline(__always) func digit(_ index: Int) -> UInt64? {
      guard index < bytes.count else { return nil }
      let value = bytes[index] &- 0x30
      return value < 10 ? UInt64(value) : nil
    }
    var (mantissa, digits, exponent) = (UInt64(0), 0, 0)
    let isNegative = end < bytes.count && bytes[end] == UInt8(ascii: "-")
    if isNegative { end += 1 }
    let first = end
    while let value = digit(end) {
      mantissa = mantissa &* 10 &+ value
      // Leading zeros are skipped; 19 other digits stay below 2^64. The mantissa of more of them wraps, also to 0.
      if digits + Int(value) != 0 { digits += 1 }
      end += 1
    }
    guard end > first, end == first + 1 || bytes[first] != UInt8(ascii: "0") else { return nil }
    if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
      let point = end
      end += 1
      while let value = digit(end) {
        mantissa = mantissa &* 10 &+ value
        if digits + Int(value) != 0 { digits += 1 }
        end += 1
      }
      guard end > point + 1 else { return nil }
      exponent = point + 1 - end
    }
    if end < bytes.count, bytes[end] | 0x20 == UInt8(ascii: "e") {
      end += 1
      var sign = 1
      if end < bytes.count, bytes[end] == UInt8(ascii: "+") || bytes[end] == UInt8(ascii: "-") {
        sign = bytes[end] == UInt8(ascii: "-") ? -1 : 1
        end += 1
      }
      let first = end
      var power = 0
      while let value = digit(end) {
        // More than a text has digits, so that no fraction makes up for it.
        power = min(power * 10 + Int(value), 100_000_000_000_000_000)
        end += 1
      }
      guard end > first else { return nil }
      exponent += sign * power
    }
    (self.start, self.end, self.mantissa, self.exponent) = (start, end, mantissa, exponent)
    (self.isNegative, fits) = (isNegative, digits <= 19)
  }

  /// The nearest `Double`; infinite when there is none.
  package func double(in bytes: UnsafeBufferPointer<UInt8>) -> Double {
    // Both operands are exact, so the single operation is correctly rounded (Clinger 1990).
    if fits, mantissa <= 1 << 53, abs(exponent) <= 22 { return scaled }
    return Double(knownDecimal: text(in: bytes))
  }

  /// The nearest `Float`; infinite when there is none.
  @inline(__always) func float(in bytes: UnsafeBufferPointer<UInt8>) -> Float {
    if fits, abs(exponent) <= 22 {
      // A mantissa above 2^53 is rounded twice, so the double may have an error of one or two units in the last place.
      // The error affects the float only if the double is next to the midpoint of two floats, where the 29 bits that a
      // float lacks are about a one and 28 zeros.
      let double = scaled
      let rest = double.bitPattern & 0x1FFF_FFFF
      if rest < 0x0FFF_FFF0 || rest > 0x1000_0010 { return Float(double) }
    }
    return Float(knownDecimal: text(in: bytes))
  }

  /// The value when it is whole and an `Int`.
  @inline(__always) func integer(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    if fits, exponent == 0, mantissa < 1 << 63 { return isNegative ? -Int(mantissa) : Int(mantissa) }
    return Int(exactly: double(in: bytes))
  }

  @inline(__always) private var scaled: Double {
    let value = Double(mantissa)
    let scaled = exponent < 0 ? value / Self.powers[-exponent] : value * Self.powers[exponent]
    return isNegative ? -scaled : scaled
  }

  func text(in bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// 10^0...10^22, all exact.
  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
  ]
}
