/// The weights of a pixel's samples where an edge divides the pixel. The weights of the samples on the inner side add up
/// to the exact area of that side, those on the outer side to the rest of the pixel.
package struct CoverageRecord {
  /// One bit for each sample that certainly lies on that side.
  let inside: UInt16, outside: UInt16
  /// The area of the inner side, as a fraction of the pixel, 0...1.
  let share: Float
  /// The color of a side on which the pixel has no sample.
  var borrowed: Borrowed?

  package init(inside: UInt16, outside: UInt16, share: Float, borrowed: Borrowed? = nil) {
    (self.inside, self.outside, self.share, self.borrowed) = (inside, outside, share, borrowed)
  }

  /// A sample of a neighboring pixel.
  package struct Borrowed {
    /// The offset from the pixel to its neighbor, -1...1 along each axis.
    let offset: SIMD2<Int>
    /// The number of the sample in the pixel.
    package let sample: Int

    package init(offset: SIMD2<Int>, sample: Int) { (self.offset, self.sample) = (offset, sample) }
  }

  /// The record in the format of edge-tiles.frag.glsl.
  package var bits: SIMD2<UInt32> {
    var second = UInt32(clamping: max(0, min(share, 1)) * 65535 + 0.5)
    if let borrowed {
      second |=
        UInt32(borrowed.offset.x + 1) << 16 | UInt32(borrowed.offset.y + 1) << 18
        | UInt32(borrowed.sample) << 20
    }
    return SIMD2(UInt32(inside) | UInt32(outside) << 16, second)
  }

  /// Whether both records give the samples the same weights. The inner side of one may be the outer side of the other.
  func agrees(with other: CoverageRecord) -> Bool {
    let isSame = inside == other.inside && outside == other.outside
    let isOpposite = inside == other.outside && outside == other.inside
    return (isSame && abs(share - other.share) < 1 / 64)
      || (isOpposite && abs(share + other.share - 1) < 1 / 64)
  }
}

extension CoverageRecord {
  /// Reads a record without its borrowed sample.
  package init(bits: SIMD2<UInt32>) {
    (inside, outside) = (UInt16(truncatingIfNeeded: bits.x), UInt16(truncatingIfNeeded: bits.x >> 16))
    share = Float(bits.y & 0xFFFF) / 65535
  }
}
