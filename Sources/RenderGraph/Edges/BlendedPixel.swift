/// A pixel that an edge crosses: its color is the mean of the colors of two pixels in the picture with one sample, one on
/// each side of the edge.
package struct BlendedPixel {
  /// The largest offset in pixels along an axis.
  package static let reach = 9

  /// The place in the picture.
  package let x: Int32, y: Int32
  /// The offsets to the pixels that show the inner and the outer side; zero for the pixel itself.
  package var inner: SIMD2<Int8>, outer: SIMD2<Int8>
  /// The area of the inner side, as a fraction of the pixel, in 1/65536: 0...65536.
  package let share: UInt32

  package init(x: Int32, y: Int32, inner: SIMD2<Int8>, outer: SIMD2<Int8>, share: UInt32) {
    (self.x, self.y, self.inner, self.outer, self.share) = (x, y, inner, outer, share)
  }
}
