/// A premultiplied texel as memory holds it, of which a smaller level of a picture is made.
protocol MipTexel {
  var channels: SIMD4<Float> { get }
  init(channels: SIMD4<Float>)
}

/// 8 bits a channel: 0...255. No channel is stored above alpha.
struct ByteTexel: MipTexel {
  private let bits: SIMD4<UInt8>

  @inline(__always)
  package var channels: SIMD4<Float> { SIMD4<Int16>(truncatingIfNeeded: bits).asFloats }

  @inline(__always)
  init(channels: SIMD4<Float>) {
    bits = SIMD4<UInt8>(truncatingIfNeeded: channels.premultiplied(within: 255).asIntegers)
  }
}

/// What is carried from one level to the next: 1/64 of a step of 8 bits, below 0 and above alpha, too, where the filter
/// overshoots. So neither rounding nor limits add up.
struct WideTexel: MipTexel {
  private let bits: SIMD4<Int16>

  @inline(__always)
  package var channels: SIMD4<Float> { bits.asFloats * (1 / 64) }

  @inline(__always)
  init(channels: SIMD4<Float>) { bits = (channels * 64).asIntegers }
}

/// Linear light, 0...1, in four 16-bit floats. No channel is stored above alpha.
struct HalfFloatTexel: MipTexel {
  private let bits: SIMD4<UInt16>

  /// The bits of a half float, moved to the places of a float's, are its value but for the exponent's offset.
  @inline(__always)
  package var channels: SIMD4<Float> {
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

/// Linear light between levels.
struct FloatTexel: MipTexel {
  package let channels: SIMD4<Float>
}

extension SIMD4<Float> {
  /// Where alpha overshoots, colors do by as much: cut off alone they would change their hue.
  @inline(__always)
  fileprivate func premultiplied(within limit: Float) -> SIMD4<Float> {
    let inside = self * (limit / Swift.max(w, limit))
    return pointwiseMin(pointwiseMax(inside, .zero), SIMD4(repeating: Swift.max(inside.w, 0)))
  }

  /// To the nearest, of values between -32768 and 32767: a float of this size has no bits left for fractions.
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
