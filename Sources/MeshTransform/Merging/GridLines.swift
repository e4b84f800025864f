/// Some lines of a grid, all along its rows or all along its columns, from which to guess how far faces can be merged in
/// that direction.
struct GridLines {
  private let lines: [[Sample]]
  private let length: Int
  private let view: MergeView

  private struct Sample {
    /// Homogeneous canvas pixels.
    var place: SIMD4<Float>
    var normal: SIMD3<Float>
    /// Content point and brightness, as parts of what they may be off.
    var content: SIMD4<Float>
    /// Off the canvas by so much that it does not matter.
    var isHidden: Bool
  }

  /// More find more that is local, and each takes as long as its vertices. Odd, for what is special about a shape is often
  /// in its middle.
  private static let most = 17
  /// Pixels.
  private static let margin: Float = 32

  /// - `alongRows`: else along columns.
  init(_ grid: GridVertices, alongRows: Bool, _ view: MergeView) {
    let (across, along) = alongRows ? (grid.height, grid.width) : (grid.width, grid.height)
    let count = min(across, Self.most)
    // Content that is the same everywhere has an edge, at least.
    let pixels = view.canvas ?? SIMD2(1024, 1024)
    let fineness = SIMD2(max(view.texels.x, pixels.x), max(view.texels.y, pixels.y)) / MergeView.place
    lines = mapBlocks(count, of: 1) { range in
      let line = count > 1 ? range.lowerBound * (across - 1) / (count - 1) : 0
      return (0..<along).map { i in
        let (row, column) = alongRows ? (line, i) : (i, line)
        let to = grid[row, column].to
        let p = view.apply(to.x, to.y, to.z)
        var isHidden = !(p.w > 0)
        if let canvas = view.canvas, p.w > 0 {
          let (x, y) = (p.x / p.w, p.y / p.w)
          isHidden =
            x < -Self.margin || y < -Self.margin || x > canvas.x + Self.margin || y > canvas.y + Self.margin
        }
        let from = grid[row, column].from * fineness
        let brightness = grid.brightness.map { $0[row * grid.width + column] / view.brightness } ?? 0
        return Sample(
          place: p, normal: grid.isLit && !isHidden ? grid.normal(row, column) : .zero,
          content: SIMD4(from.x, from.y, brightness, 0), isHidden: isHidden)
      }
    }
    (length, self.view) = (along, view)
  }

  /// What to keep, so that straight lines between come near enough: greedily, each interval as long as it can be.
  /// - `tolerance`: as a part of what may be off.
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
    let place = tolerance * MergeView.place
    let (depth, sine) = (tolerance * view.depth, tolerance * (view.sine ?? 1))
    return lines.allSatisfy { line in
      line.withUnsafeBufferPointer { line in
        let (first, last) = (line[a], line[b])
        for i in a + 1..<b {
          let sample = line[i]
          if sample.isHidden { continue }
          let share = Float(i - a) / Float(b - a)
          let p = sample.place
          let q = first.place + (last.place - first.place) * share
          let w = p.w * q.w
          let off = p * q.w - q * p.w
          guard off.x * off.x + off.y * off.y <= place * place * w * w, abs(off.z) <= depth * w else {
            return false
          }
          let changed = sample.content - (first.content + (last.content - first.content) * share)
          guard (changed * changed).sum() <= tolerance * tolerance else { return false }
          if view.sine != nil {
            let n = first.normal + (last.normal - first.normal) * share
            let turn = cross(sample.normal, n)
            guard (turn * turn).sum() <= sine * sine else { return false }
          }
        }
        return true
      }
    }
  }
}
