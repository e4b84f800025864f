// Declarations that hide conversions of the standard library in the module that is compiled with them. No build has them:
// see check-conversions.sh.

extension Int {
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Double) { self = 0 }
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Float) { self = 0 }
}

extension Int8 {
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Double) { self = 0 }
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Float) { self = 0 }
}

extension Int16 {
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Double) { self = 0 }
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Float) { self = 0 }
}

extension Int32 {
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Double) { self = 0 }
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Float) { self = 0 }
}

extension Int64 {
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Double) { self = 0 }
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Float) { self = 0 }
}

extension UInt {
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Double) { self = 0 }
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Float) { self = 0 }
}

extension UInt8 {
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Double) { self = 0 }
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Float) { self = 0 }
}

extension UInt16 {
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Double) { self = 0 }
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Float) { self = 0 }
}

extension UInt32 {
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Double) { self = 0 }
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Float) { self = 0 }
}

extension UInt64 {
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Double) { self = 0 }
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Float) { self = 0 }
}

extension FixedWidthInteger {
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init<Number: BinaryFloatingPoint>(_ value: Number) { self = 0 }
}

extension SIMD2 where Scalar: FixedWidthInteger {
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init<Number: BinaryFloatingPoint>(_ values: SIMD2<Number>) { self = .zero }
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init<Number: BinaryFloatingPoint>(_ values: SIMD2<Number>, rounding rule: FloatingPointRoundingRule) {
    self = .zero
  }
}

extension SIMD3 where Scalar: FixedWidthInteger {
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init<Number: BinaryFloatingPoint>(_ values: SIMD3<Number>) { self = .zero }
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init<Number: BinaryFloatingPoint>(_ values: SIMD3<Number>, rounding rule: FloatingPointRoundingRule) {
    self = .zero
  }
}

extension SIMD4 where Scalar: FixedWidthInteger {
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init<Number: BinaryFloatingPoint>(_ values: SIMD4<Number>) { self = .zero }
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init<Number: BinaryFloatingPoint>(_ values: SIMD4<Number>, rounding rule: FloatingPointRoundingRule) {
    self = .zero
  }
}

extension SIMD8 where Scalar: FixedWidthInteger {
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init<Number: BinaryFloatingPoint>(_ values: SIMD8<Number>) { self = .zero }
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init<Number: BinaryFloatingPoint>(_ values: SIMD8<Number>, rounding rule: FloatingPointRoundingRule) {
    self = .zero
  }
}

extension SIMD16 where Scalar: FixedWidthInteger {
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init<Number: BinaryFloatingPoint>(_ values: SIMD16<Number>) { self = .zero }
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init<Number: BinaryFloatingPoint>(_ values: SIMD16<Number>, rounding rule: FloatingPointRoundingRule) {
    self = .zero
  }
}

extension Duration {
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  static func seconds(_ value: Double) -> Duration { .zero }
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  static func milliseconds(_ value: Double) -> Duration { .zero }
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  static func microseconds(_ value: Double) -> Duration { .zero }
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  static func nanoseconds(_ value: Double) -> Duration { .zero }
}

extension Double {
  @available(*, deprecated, message: "takes hexadecimal digits and nan: use Double(decimal:)")
  init?(_ text: some StringProtocol) { return nil }
  @available(*, deprecated, message: "takes hexadecimal digits and nan: use Double(decimal:)")
  init?(_ text: Substring) { return nil }
  @available(*, deprecated, message: "takes hexadecimal digits and nan: use Double(decimal:)")
  init?(_ text: String) { return nil }
}

extension Float {
  @available(*, deprecated, message: "takes hexadecimal digits and nan: use Double(decimal:)")
  init?(_ text: some StringProtocol) { return nil }
  @available(*, deprecated, message: "takes hexadecimal digits and nan: use Double(decimal:)")
  init?(_ text: Substring) { return nil }
  @available(*, deprecated, message: "takes hexadecimal digits and nan: use Double(decimal:)")
  init?(_ text: String) { return nil }
}
