/// How much of the content a pixel must take in, from the cheapest to the dearest; what a dearer one gives where a
/// cheaper would do is the same to a step of 8 bits.
enum ContentFilter: UInt8, CaseIterable, Comparable {
  /// One bilinear sample: no pixel is longer than a texel.
  case single
  /// Several in a row: pixels are longer than a texel, but no wider.
  case row
  /// Several in a row, from mipmaps: pixels are larger than a texel in every direction.
  case mipmapped

  static func < (a: ContentFilter, b: ContentFilter) -> Bool { a.rawValue < b.rawValue }

  /// Triangles that are filtered alike, neighbors in the order of indices.
  struct Batch {
    let filter: ContentFilter
    /// Of indices, three a triangle.
    let range: Range<Int>
  }
}
