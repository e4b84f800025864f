// The only conversions from floating-point numbers to integers in this package. Those of the standard library end the
// process on a number that is out of range, infinite or not a number; Scripts/check-conversions.sh finds uses of them.

extension Int {
  /// The number rounded toward zero, within the range of `Int`: the nearest limit for a number beyond it, also for an
  /// infinite one; 0 for NaN. As fast as the conversion that traps.
  @inlinable @inline(__always)
  package init(clamping value: Double) {
    if value < 0x1p63 {
      self = value > -0x1p63 ? Int(value) : .min
    } else {
      self = value.isNaN ? 0 : .max
    }
  }

  /// As for `Double`.
  @inlinable @inline(__always)
  package init(clamping value: Float) { self.init(clamping: Double(value)) }
}

extension Int {
  /// A place or a number of pixels: rounded toward zero, within the range of `Int32`, so that sums of a few and products
  /// of two are within that of `Int`; 0 for NaN.
  @inlinable @inline(__always)
  package init(pixels value: Double) { self = Int(Int32(clamping: value)) }

  /// As for `Double`.
  @inlinable @inline(__always)
  package init(pixels value: Float) { self = Int(Int32(clamping: value)) }
}

extension FixedWidthInteger {
  /// The number rounded toward zero, within the range of this type and that of `Int`: the nearest limit for a number
  /// beyond it, also for an infinite one; 0 for NaN.
  @inlinable @inline(__always)
  package init(clamping value: Double) { self.init(clamping: Int(clamping: value)) }

  /// As for `Double`.
  @inlinable @inline(__always)
  package init(clamping value: Float) { self.init(clamping: Int(clamping: value)) }
}

extension SIMD2 where Scalar: FixedWidthInteger {
  /// Each number as `Scalar(clamping:)` converts it.
  @inlinable @inline(__always)
  package init(clamping values: SIMD2<Double>) {
    self.init(Scalar(clamping: values.x), Scalar(clamping: values.y))
  }
}

extension SIMD4 where Scalar: FixedWidthInteger {
  /// Each number as `Scalar(clamping:)` converts it.
  @inlinable @inline(__always)
  package init(clamping values: SIMD4<Double>) {
    self.init(
      Scalar(clamping: values.x), Scalar(clamping: values.y), Scalar(clamping: values.z),
      Scalar(clamping: values.w))
  }

  /// Each number as `Scalar(clamping:)` converts it.
  @inlinable @inline(__always)
  package init(clamping values: SIMD4<Float>) {
    self.init(
      Scalar(clamping: values.x), Scalar(clamping: values.y), Scalar(clamping: values.z),
      Scalar(clamping: values.w))
  }
}
