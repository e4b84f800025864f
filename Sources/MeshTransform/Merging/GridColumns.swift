/// The columns of a grid that are kept, and where the others lie between them.
struct GridColumns {
  /// Ascending, the first and the last of the grid among them.
  let kept: [Int]
  /// Of each column of the grid: 0 for one that is kept, growing to 1 at the next one.
  let shares: FloatRow
  /// Of each cell: its columns.
  let widths: FloatRow
  /// Of each cell of an upright grid, how far `from.x` is off between its sides, and how far relative to its width.
  let contentErrors: (absolute: FloatRow, relative: FloatRow)
  private let memory: (FloatRows, FloatRows)
  /// Of each column of the grid.
  private let cells: [Int32]
  /// All cells' first columns, their second ones and so on, narrow cells' last ones again and again: loops over these have
  /// lengths that a processor can foresee, and take a third of the time. Empty where a few cells are wide.
  private let places: [Int32]

  init(_ kept: [Int], _ grid: GridVertices) {
    self.kept = kept
    memory = (FloatRows(1, of: grid.width), FloatRows(3, of: kept.count))
    shares = memory.0[0]
    (widths, contentErrors) = (memory.1[0], (memory.1[1], memory.1[2]))
    var cells: [Int32] = []
    cells.reserveCapacity(grid.width)
    for j in 0..<kept.count - 1 {
      let (a, b) = (kept[j], kept[j + 1])
      let (start, length) = (grid[0, a].fromX, grid[0, b].fromX - grid[0, a].fromX)
      var error: Float = 0
      for c in a..<b {
        cells.append(Int32(j))
        let share = Float(c - a) / Float(b - a)
        shares[c] = share
        error = max(error, abs(grid[0, c].fromX - (start + length * share)))
      }
      widths[j] = Float(b - a)
      contentErrors.absolute[j] = error
      contentErrors.relative[j] = error == 0 ? 0 : error / abs(length)
    }
    cells.append(Int32(kept.count - 2))
    self.cells = cells
    let widest = zip(kept, kept.dropFirst()).map { $1 - $0 }.max() ?? 0
    places =
      (widest + 1) * (kept.count - 1) > 4 * grid.width
      ? [] : (0...widest).flatMap { i in (0..<kept.count - 1).map { Int32(min(kept[$0] + i, kept[$0 + 1])) } }
  }

  /// Of eight cells, those without a column between their sides.
  func areSingle(_ j: Int) -> SIMDMask<SIMD8<Int32>> { widths.eight(j) .<= 1 }

  /// The values of the columns that are kept.
  @inline(__always)
  func gather(_ source: FloatRow, into values: FloatRow) {
    kept.withUnsafeBufferPointer { kept in for j in 0..<kept.count { values[j] = source[kept[j]] } }
  }

  /// Straight lines between the values of the columns that are kept.
  @inline(__always)
  func interpolate(_ values: FloatRow, into line: FloatRow) {
    cells.withUnsafeBufferPointer { cells in
      for c in 0..<cells.count {
        let cell = Int(cells[c])
        let left = values[cell]
        line[c] = left + (values[cell + 1] - left) * shares[c]
      }
    }
    line[cells.count - 1] = values[kept.count - 1]
  }

  /// The same value for all columns of a cell, and the last one's for the last column.
  @inline(__always)
  func spread(_ values: FloatRow, into line: FloatRow) {
    cells.withUnsafeBufferPointer { cells in for c in 0..<cells.count { line[c] = values[Int(cells[c])] } }
  }

  /// The extreme of all columns of a cell, both its sides included.
  @inline(__always)
  func reduce(_ line: FloatRow, into values: FloatRow, _ choose: (Float, Float) -> Float) {
    let count = kept.count - 1
    if places.isEmpty {
      kept.withUnsafeBufferPointer { kept in
        for j in 0..<count {
          var value = line[kept[j]]
          for c in kept[j] + 1...kept[j + 1] { value = choose(value, line[c]) }
          values[j] = value
        }
      }
      return
    }
    places.withUnsafeBufferPointer { places in
      for j in 0..<count { values[j] = line[Int(places[j])] }
      for first in stride(from: count, to: places.count, by: count) {
        for j in 0..<count { values[j] = choose(values[j], line[Int(places[first + j])]) }
      }
    }
  }
}
