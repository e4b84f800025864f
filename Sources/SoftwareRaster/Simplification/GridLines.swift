import MeshTransform
import RenderGraph

/// A sample of the lines of a grid, either rows or columns, for an estimate of how far faces can be simplified along
/// them.
struct GridLines {
  private let lines: [[Sample]]
  private let length: Int
  private let bounds: SimplificationBounds

  private struct Sample {
    /// Homogeneous canvas pixels.
    var position: SIMD4<Float>
    var normal: SIMD3<Float>
    /// Content point and brightness, in multiples of their error bounds.
    var content: SIMD4<Float>
    /// Whether the sample lies at least ``margin`` outside the canvas or behind the eye.
    var isOffCanvas: Bool
  }

  /// The largest number of lines. More lines find more local detail and cost time in proportion to their vertices. An
  /// odd number includes the middle line, where symmetric shapes have their extremes.
  private static let maxLineCount = 17
  /// Pixels.
  private static let margin: Float = 32

  /// - `alongRows`: samples rows if true, else columns.
  init(_ grid: GridVertices, alongRows: Bool, _ bounds: SimplificationBounds) {
    let (across, along) = alongRows ? (grid.height, grid.width) : (grid.width, grid.height)
    let count = min(across, Self.maxLineCount)
    // The content counts at least as finely as the canvas, also where it has one color, because of its edge.
    let pixels = bounds.canvas ?? SIMD2(1024, 1024)
    let resolution =
      SIMD2(max(bounds.contentSize.x, pixels.x), max(bounds.contentSize.y, pixels.y))
      / SimplificationBounds.positionTolerance
    lines = mapBlocks(count, of: 1) { range in
      let line = count > 1 ? range.lowerBound * (across - 1) / (count - 1) : 0
      return (0..<along).map { i in
        let (row, column) = alongRows ? (line, i) : (i, line)
        let to = grid[row, column].to
        let p = bounds.apply(to.x, to.y, to.z)
        var isOffCanvas = !(p.w > 0)
        if let canvas = bounds.canvas, p.w > 0 {
          let (x, y) = (p.x / p.w, p.y / p.w)
          isOffCanvas =
            x < -Self.margin || y < -Self.margin || x > canvas.x + Self.margin || y > canvas.y + Self.margin
        }
        let from = grid[row, column].from * resolution
        let brightness = grid.brightness.map { $0[row * grid.width + column] / bounds.brightness } ?? 0
        return Sample(
          position: p, normal: grid.isLit && !isOffCanvas ? grid.normal(row, column) : .zero,
          content: SIMD4(from.x, from.y, brightness, 0), isOffCanvas: isOffCanvas)
      }
    }
    (length, self.bounds) = (along, bounds)
  }

  /// The vertices to keep, so that straight lines between them stay within bounds: greedy, each interval as long as
  /// possible.
  /// - `tolerance`: the bound as a multiple of the error bounds.
  func kept(tolerance: Float) -> [Int] {
    var kept = [0]
    var step = 1
    while let start = kept.last, start < length - 1 {
      let rest = length - 1 - start
      step = min(step, rest)
      if isStraight(start, start + step, tolerance) {
        while step < rest {
          let longer = min(rest, step + max(1, step / 4))
          guard isStraight(start, start + longer, tolerance) else { break }
          step = longer
        }
      } else {
        while step > 1 {
          step = max(1, step - max(1, step / 4))
          if isStraight(start, start + step, tolerance) { break }
        }
      }
      kept.append(start + step)
    }
    return kept
  }

  private func isStraight(_ a: Int, _ b: Int, _ tolerance: Float) -> Bool {
    if b - a < 2 { return true }
    let limit = tolerance * SimplificationBounds.positionTolerance
    let (depth, sine) = (tolerance * bounds.depth, tolerance * (bounds.sine ?? 1))
    return lines.allSatisfy { line in
      line.withUnsafeBufferPointer { line in
        let (first, last) = (line[a], line[b])
        for i in a + 1..<b {
          let sample = line[i]
          if sample.isOffCanvas { continue }
          let fraction = Float(i - a) / Float(b - a)
          let p = sample.position
          let q = first.position + (last.position - first.position) * fraction
          let w = p.w * q.w
          let off = p * q.w - q * p.w
          guard off.x * off.x + off.y * off.y <= limit * limit * w * w, abs(off.z) <= depth * w else {
            return false
          }
          let changed = sample.content - (first.content + (last.content - first.content) * fraction)
          guard (changed * changed).sum() <= tolerance * tolerance else { return false }
          if bounds.sine != nil {
            let n = first.normal + (last.normal - first.normal) * fraction
            let turn = cross(sample.normal, n)
            guard (turn * turn).sum() <= sine * sine else { return false }
          }
        }
        return true
      }
    }
  }
}
