import CheckedNumbers

// Hides conversions of the standard library, and reports each use: those to integers end the process on a number that is
// out of range, infinite or not a number, and those of text also take "0x1p3", "nan" and "infinity". CheckedNumbers has
// the conversions to write instead. Nothing calls these declarations; the build of the tests treats the warning as an
// error. They hide others only in the module that has them, so that each Swift module above CheckedNumbers links this
// file, whose import serves the whole module.

extension Int {
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Double) { self.init(clamping: value) }
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Float) { self.init(clamping: value) }
}

extension Int8 {
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Double) { self.init(clamping: value) }
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Float) { self.init(clamping: value) }
}

extension Int16 {
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Double) { self.init(clamping: value) }
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Float) { self.init(clamping: value) }
}

extension Int32 {
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Double) { self.init(clamping: value) }
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Float) { self.init(clamping: value) }
}

extension Int64 {
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Double) { self.init(clamping: value) }
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Float) { self.init(clamping: value) }
}

extension UInt {
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Double) { self.init(clamping: value) }
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Float) { self.init(clamping: value) }
}

extension UInt8 {
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Double) { self.init(clamping: value) }
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Float) { self.init(clamping: value) }
}

extension UInt16 {
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Double) { self.init(clamping: value) }
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Float) { self.init(clamping: value) }
}

extension UInt32 {
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Double) { self.init(clamping: value) }
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Float) { self.init(clamping: value) }
}

extension UInt64 {
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Double) { self.init(clamping: value) }
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init(_ value: Float) { self.init(clamping: value) }
}

extension FixedWidthInteger {
  @available(*, deprecated, message: "traps out of range and on NaN: use clamping: or exactly:")
  init<Number: BinaryFloatingPoint>(_ value: Number) { self.init(clamping: Double(value)) }
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
