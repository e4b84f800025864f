import RenderGraph

/// The blended pixels of a picture by their rows, for a picture that is read back in strips.
struct BlendedRows {
  private let pixels: [BlendedPixel]
  private let count: Int
  var isEmpty: Bool { pixels.isEmpty }

  /// - `count`: the rows of the picture.
  init(_ pixels: [BlendedPixel], count: Int) {
    (self.pixels, self.count) = (pixels.sorted { $0.y < $1.y }, count)
  }

  /// The rows with those beside them, from which their pixels take colors.
  func rows(around rows: Range<Int>) -> Range<Int> {
    max(rows.lowerBound - BlendedPixel.reach, 0)..<min(rows.upperBound + BlendedPixel.reach, count)
  }

  /// The pixels in some rows.
  func pixels(in rows: Range<Int>) -> [BlendedPixel] {
    Array(pixels[index(of: rows.lowerBound)..<index(of: rows.upperBound)])
  }

  /// The index of the first pixel in that row or a later one.
  private func index(of row: Int) -> Int {
    var (low, high) = (0, pixels.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(pixels[middle].y) < row { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
