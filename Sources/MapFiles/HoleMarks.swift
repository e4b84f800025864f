/// Counts of the pixels of a map with a position.
struct HoleMarks {
  /// The value of x and y that marks a hole in the files that this package writes for OpenCV and NumPy.
  static let outside: Float = -1_000_000

  /// Pixels with a position.
  private(set) var positions = 0
  /// Pixels with a position whose two numbers are in -2...2.
  private(set) var small = 0

  /// Makes both numbers of a hole NaN, and counts the others.
  ///
  /// A pixel is a hole if one of its numbers is not finite, or both are `outside`.
  /// - Parameter values: x and y of each pixel.
  init(_ values: inout [Float], outside: Float) {
    var (positions, small) = (0, 0)
    values.withUnsafeMutableBufferPointer { values in
      // Without branches, so that several pixels are handled at once.
      var at = 0
      while at < values.count {
        let end = min(at + 8192, values.count)
        var (here, little) = (Int32(0), Int32(0))
        for pixel in at / 2..<end / 2 {
          let (x, y) = (values[2 * pixel], values[2 * pixel + 1])
          // The difference of a number from itself is 0 for finite numbers only.
          let isPosition = (x - x) + (y - y) == 0 && (x != outside || y != outside)
          here &+= isPosition ? 1 : 0
          little &+= isPosition && abs(x) <= 2 && abs(y) <= 2 ? 1 : 0
          values[2 * pixel] = isPosition ? x : .nan
          values[2 * pixel + 1] = isPosition ? y : .nan
        }
        positions += Int(here)
        small += Int(little)
        at = end
      }
    }
    (self.positions, self.small) = (positions, small)
  }
}
