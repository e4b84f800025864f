/// How the samples of a pixel are weighed that an edge crosses: those on its inner side share the area that this side has
/// of the pixel, exactly, and those on its outer side the rest.
struct CoverageRecord {
  /// A bit for each sample that certainly lies there.
  let inside: UInt16, outside: UInt16
  /// Of the pixel's area, 0...1.
  let share: Float
  /// For a side on which the pixel has no sample.
  var borrowed: Borrowed?

  /// A sample of a neighbor.
  struct Borrowed {
    let offset: SIMD2<Int>
    let sample: Int
  }

  /// As parts.frag.glsl reads it.
  var bits: SIMD2<UInt32> {
    var second = UInt32(max(0, min(share, 1)) * 65535 + 0.5)
    if let borrowed {
      second |=
        UInt32(borrowed.offset.x + 1) << 16 | UInt32(borrowed.offset.y + 1) << 18
        | UInt32(borrowed.sample) << 20
    }
    return SIMD2(UInt32(inside) | UInt32(outside) << 16, second)
  }

  /// Whether both weigh samples alike, be it that one's inside is the other's outside.
  func agrees(with other: CoverageRecord) -> Bool {
    let isSame = inside == other.inside && outside == other.outside
    let isOpposite = inside == other.outside && outside == other.inside
    return (isSame && abs(share - other.share) < 1 / 64)
      || (isOpposite && abs(share + other.share - 1) < 1 / 64)
  }
}

extension CoverageRecord {
  /// All but what is borrowed.
  init(bits: SIMD2<UInt32>) {
    (inside, outside) = (UInt16(truncatingIfNeeded: bits.x), UInt16(truncatingIfNeeded: bits.x >> 16))
    share = Float(bits.y & 0xFFFF) / 65535
  }
}
