import MeshTransform
import RenderGraph

/// The kept columns of a grid, and the positions of the others between them.
struct KeptColumns {
  /// Ascending; includes the first and the last column of the grid.
  let kept: [Int]
  /// The position of each column of the grid between its kept neighbors: 0 for a kept column, growing to 1 at the next
  /// one.
  let fractions: FloatRow
  /// The number of columns that each cell spans.
  let widths: FloatRow
  /// The error of `from.x` in each cell of an axis-aligned grid: absolute, and relative to the width of the cell.
  let contentErrors: (absolute: FloatRow, relative: FloatRow)
  private let memory: (FloatRows, FloatRows)
  /// The cell of each column of the grid.
  private let cellIndices: [Int32]
  /// The first columns of all cells, their second columns and so on; a narrow cell repeats its last column. Loops over
  /// this order have long trip counts. Empty if a few cells are much wider than the
  /// others.
  private let scanOrder: [Int32]

  init(_ kept: [Int], _ grid: GridVertices) {
    self.kept = kept
    memory = (FloatRows(1, of: grid.width), FloatRows(3, of: kept.count))
    fractions = memory.0[0]
    (widths, contentErrors) = (memory.1[0], (memory.1[1], memory.1[2]))
    var cellIndices: [Int32] = []
    cellIndices.reserveCapacity(grid.width)
    for j in 0..<kept.count - 1 {
      let (a, b) = (kept[j], kept[j + 1])
      let (start, length) = (grid[0, a].fromX, grid[0, b].fromX - grid[0, a].fromX)
      var error: Float = 0
      for c in a..<b {
        cellIndices.append(Int32(j))
        let fraction = Float(c - a) / Float(b - a)
        fractions[c] = fraction
        error = max(error, abs(grid[0, c].fromX - (start + length * fraction)))
      }
      widths[j] = Float(b - a)
      contentErrors.absolute[j] = error
      contentErrors.relative[j] = error == 0 ? 0 : error / abs(length)
    }
    cellIndices.append(Int32(kept.count - 2))
    self.cellIndices = cellIndices
    let widest = zip(kept, kept.dropFirst()).map { $1 - $0 }.max() ?? 0
    scanOrder =
      (widest + 1) * (kept.count - 1) > 4 * grid.width
      ? [] : (0...widest).flatMap { i in (0..<kept.count - 1).map { Int32(min(kept[$0] + i, kept[$0 + 1])) } }
  }

  /// Lanes whose cell spans one column.
  func areSingle(_ j: Int) -> SIMDMask<SIMD8<Int32>> { widths.eight(j) .<= 1 }

  /// Copies the values of the kept columns.
  @inline(__always)
  func gather(_ source: FloatRow, into values: FloatRow) {
    kept.withUnsafeBufferPointer { kept in for j in 0..<kept.count { values[j] = source[kept[j]] } }
  }

  /// Interpolates linearly between the values of the kept columns.
  @inline(__always)
  func interpolate(_ values: FloatRow, into line: FloatRow) {
    cellIndices.withUnsafeBufferPointer { cellIndices in
      for c in 0..<cellIndices.count {
        let cell = Int(cellIndices[c])
        let left = values[cell]
        line[c] = left + (values[cell + 1] - left) * fractions[c]
      }
    }
    line[cellIndices.count - 1] = values[kept.count - 1]
  }

  /// Copies the value of each cell to all of its columns; the last column gets the value of the last cell.
  @inline(__always)
  func spread(_ values: FloatRow, into line: FloatRow) {
    cellIndices.withUnsafeBufferPointer { cellIndices in
      for c in 0..<cellIndices.count { line[c] = values[Int(cellIndices[c])] }
    }
  }

  /// Reduces all columns of each cell, both its sides included, with `choose`.
  @inline(__always)
  func reduce(_ line: FloatRow, into values: FloatRow, _ choose: (Float, Float) -> Float) {
    let count = kept.count - 1
    if scanOrder.isEmpty {
      kept.withUnsafeBufferPointer { kept in
        for j in 0..<count {
          var value = line[kept[j]]
          for c in kept[j] + 1...kept[j + 1] { value = choose(value, line[c]) }
          values[j] = value
        }
      }
      return
    }
    scanOrder.withUnsafeBufferPointer { scanOrder in
      for j in 0..<count { values[j] = line[Int(scanOrder[j])] }
      for first in stride(from: count, to: scanOrder.count, by: count) {
        for j in 0..<count { values[j] = choose(values[j], line[Int(scanOrder[first + j])]) }
      }
    }
  }
}
