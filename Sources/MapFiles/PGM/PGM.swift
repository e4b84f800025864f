import CheckedNumbers
import MeshTransform

/// Maps as pairs of Portable Graymaps, one with the column and one with the row of the pixel nearest to each position, as
/// FFmpeg's `remap` takes them: https://netpbm.sourceforge.net/doc/pgm.html
enum PGM {
  /// The value of a pixel without a position, and of one with a position outside the picture.
  static let outside: UInt16 = .max

  /// The column or the row of the nearest pixel.
  static func pixel(_ position: SIMD2<Float>, of picture: PixelSize, axis: Int) -> UInt16 {
    let rounded = position.rounded(.toNearestOrAwayFromZero)
    // False also for NaN.
    guard rounded.x >= 0, rounded.y >= 0, rounded.x < Float(picture.width), rounded.y < Float(picture.height)
    else { return outside }
    return UInt16(clamping: rounded[axis])
  }
}
