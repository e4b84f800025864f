/// Positions that were rounded to whole pixels, made smooth again: a map of FFmpeg's `remap` would otherwise bend straight
/// lines into steps of a pixel.
///
/// The result is within half a pixel of each number, as the position was before it was rounded. Among all such maps it is
/// nearly that of least bending: second differences along both axes are relaxed toward 0, and each position is clamped to
/// its interval (projected Gauss-Seidel), from coarse grids to fine ones, so that steps hundreds of pixels long vanish
/// too. Linear maps are kept. Holes take no part.
package enum IntegerSteps {
  /// Sweeps over each grid.
  private static let sweepCount = 8

  /// - Parameter values: x and y of each pixel, whole numbers or NaN.
  /// - Complexity: O(pixels), with the memory of the result once more.
  package static func smooth(_ values: [Float], size: PixelSize) -> [Float] {
    var result = values
    for axis in 0..<2 {
      let numbers = (0..<size.area).map { values[2 * $0 + axis] }
      let smooth = Plane(size: size, values: numbers).smoothed
      for index in 0..<size.area { result[2 * index + axis] = smooth[index] }
    }
    return result
  }

  /// One number a pixel.
  private struct Plane {
    let size: PixelSize
    var values: [Float]

    var smoothed: [Float] {
      guard min(size.width, size.height) > 2 else { return values }
      var result =
        max(size.width, size.height) > 8 ? enlarged(Plane(size: halfSize, values: half).smoothed) : values
      for sweep in 0..<IntegerSteps.sweepCount { relax(&result, isForward: sweep % 2 == 0) }
      return result
    }

    private var halfSize: PixelSize { PixelSize((size.width + 1) / 2, (size.height + 1) / 2) }

    /// Every other number of every other row, from the first on.
    private var half: [Float] {
      stride(from: 0, to: size.height, by: 2).flatMap { row in
        stride(from: 0, to: size.width, by: 2).map { values[row * size.width + $0] }
      }
    }

    /// A start from the smooth numbers of `half`: those between two are their mean, one behind the last continues the
    /// line of the last two.
    private func enlarged(_ half: [Float]) -> [Float] {
      let (width, columns, rows) = (size.width, halfSize.width, halfSize.height)
      /// The two numbers and the weight of the second.
      func neighbors(_ index: Int, of count: Int) -> (Int, Int, Float) {
        let low = index / 2
        if index % 2 == 0 { return (low, low, 0) }
        return low + 1 < count ? (low, low + 1, 0.5) : (low, low - 1, -0.5)
      }
      var result = values
      for row in 0..<size.height {
        let (top, bottom, down) = neighbors(row, of: rows)
        for column in 0..<width {
          let (left, right, along) = neighbors(column, of: columns)
          let upper = half[top * columns + left] * (1 - along) + half[top * columns + right] * along
          let lower = half[bottom * columns + left] * (1 - along) + half[bottom * columns + right] * along
          let (value, start) = (values[row * width + column], upper * (1 - down) + lower * down)
          // Beside a hole the rounded number remains.
          if !start.isNaN, !value.isNaN {
            result[row * width + column] = min(max(start, value - 0.5), value + 0.5)
          }
        }
      }
      return result
    }

    /// Moves each number to the mean of what its neighbors on both sides have, along each axis on which it has both.
    private func relax(_ result: inout [Float], isForward: Bool) {
      let width = size.width
      values.withUnsafeBufferPointer { values in
        result.withUnsafeMutableBufferPointer { result in
          for step in 0..<size.height {
            let row = isForward ? step : size.height - 1 - step
            let hasRows = row > 0 && row < size.height - 1
            for place in 0..<width {
              let column = isForward ? place : width - 1 - place
              let at = row * width + column
              // NaN where a neighbor is missing.
              let across = column > 0 && column < width - 1 ? 0.5 * (result[at - 1] + result[at + 1]) : .nan
              let along = hasRows ? 0.5 * (result[at - width] + result[at + width]) : .nan
              let both = 0.5 * (across + along)
              let mean = !both.isNaN ? both : !across.isNaN ? across : along
              let value = values[at]
              if mean.isNaN || value.isNaN { continue }
              result[at] = min(max(mean, value - 0.5), value + 0.5)
            }
          }
        }
      }
    }
  }
}

extension [Float] {
  /// Whether every number is whole or NaN.
  package var areWholeOrNaN: Bool { allSatisfy { $0.isNaN || $0 == $0.rounded() } }
}
