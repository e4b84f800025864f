/// The format of a premultiplied texel in memory, from which a smaller mip level is computed.
protocol MipTexel {
  var channels: SIMD4<Float> { get }
  init(channels: SIMD4<Float>)
  /// A mean of texels, whose channels need no limits.
  init(mean: SIMD4<Float>)
}

extension MipTexel {
  @inline(__always)
  init(mean: SIMD4<Float>) { self.init(channels: mean) }
}

/// A texel of 8 bits a channel, 0...255. No channel is stored above alpha.
struct ByteTexel: MipTexel {
  private let bits: SIMD4<UInt8>

  @inline(__always)
  var channels: SIMD4<Float> { SIMD4<Int16>(truncatingIfNeeded: bits).asFloats }

  @inline(__always)
  init(channels: SIMD4<Float>) {
    bits = SIMD4<UInt8>(truncatingIfNeeded: channels.premultiplied(within: 255).asIntegers)
  }

  @inline(__always)
  init(mean: SIMD4<Float>) { bits = SIMD4<UInt8>(truncatingIfNeeded: mean.asIntegers) }
}

/// A texel of 16 bits a channel, 0...65,535. No channel is stored above alpha.
struct ShortTexel: MipTexel {
  private let bits: SIMD4<UInt16>

  @inline(__always)
  var channels: SIMD4<Float> { SIMD4<Float>(bits) }

  @inline(__always)
  init(channels: SIMD4<Float>) {
    bits = SIMD4<UInt16>(clamping: channels.premultiplied(within: 65_535).rounded(.toNearestOrEven))
  }
}

/// A texel between levels, in units of 1/64 of a step of 8 bits. Values below 0 and above alpha, where the filter
/// overshoots, are kept, so that errors of rounding and clamping do not add up.
struct WideTexel: MipTexel {
  private let bits: SIMD4<Int16>

  @inline(__always)
  var channels: SIMD4<Float> { bits.asFloats * (1 / 64) }

  @inline(__always)
  init(channels: SIMD4<Float>) { bits = (channels * 64).asIntegers }
}

/// A texel in linear light, 0...1, of four 16-bit floats. No channel is stored above alpha.
struct HalfFloatTexel: MipTexel {
  private let bits: SIMD4<UInt16>

  /// The bits of a half float, shifted to the positions of a float's, give its value except for the exponent's bias.
  @inline(__always)
  var channels: SIMD4<Float> {
    unsafeBitCast(SIMD4<UInt32>(truncatingIfNeeded: bits) &<< 13, to: SIMD4<Float>.self) * 0x1p112
  }

  @inline(__always)
  init(channels: SIMD4<Float>) {
    let limited = channels.premultiplied(within: 1)
    bits = SIMD4(
      Float16(limited.x).bitPattern, Float16(limited.y).bitPattern, Float16(limited.z).bitPattern,
      Float16(limited.w).bitPattern)
  }
}

/// A texel of 16 bits between levels, not clamped.
struct FloatTexel: MipTexel {
  let channels: SIMD4<Float>
}

extension SIMD4<Float> {
  /// The channels clamped to 0...`limit` and to alpha. Where alpha overshoots, colors are scaled with it: clamped
  /// separately they would change their hue.
  @inline(__always)
  fileprivate func premultiplied(within limit: Float) -> SIMD4<Float> {
    let inside = self * (limit / Swift.max(w, limit))
    return smaller(larger(inside, .zero), SIMD4(repeating: Swift.max(inside.w, 0)))
  }

  /// The nearest integers, for values from -32768 to 32767: the sum is a float whose precision is 1.
  @inline(__always)
  fileprivate var asIntegers: SIMD4<Int16> {
    SIMD4<Int16>(truncatingIfNeeded: unsafeBitCast(self + 0x1.8p23, to: SIMD4<Int32>.self))
  }
}

extension SIMD4<Int16> {
  @inline(__always)
  fileprivate var asFloats: SIMD4<Float> {
    unsafeBitCast(SIMD4<Int32>(truncatingIfNeeded: self) &+ 0x4B40_0000, to: SIMD4<Float>.self) - 0x1.8p23
  }
}
