/// A number that an accessor holds.
protocol GLTFNumber {
  init<Value: FixedWidthInteger>(_ value: Value, _ isNormalized: Bool)
  init(float: Float)
}

extension Float: GLTFNumber {
  init<Value: FixedWidthInteger>(_ value: Value, _ isNormalized: Bool) {
    self = isNormalized ? max(Float(value) / Float(Value.max), -1) : Float(value)
  }
  init(float: Float) { self = float }
}

extension UInt32: GLTFNumber {
  init<Value: FixedWidthInteger>(_ value: Value, _ isNormalized: Bool) {
    self = UInt32(truncatingIfNeeded: value)
  }
  init(float: Float) { self = 0 }
}
