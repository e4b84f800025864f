import MeshTransform
import RenderGraph

/// Compares the faces between two kept rows of a grid with one row of cells of two triangles each.
///
/// Every vertex is compared with the point of the coarse triangles at its row and column. Between vertices the
/// difference is linear on the triangles of the grid, which the diagonals of the cells cut. So it is largest at a
/// vertex or where a diagonal crosses an edge of the grid. At such a crossing the coarse surface bends to one side, by
/// at most a fraction of the cell's twist.
struct CellRow {
  typealias Eight = FloatRow.Eight

  /// The state of a cell.
  struct Cell: OptionSet {
    let rawValue: UInt8
    /// The diagonal runs from the top right to the bottom left; in a face it runs from the top left to the bottom
    /// right.
    static let rises = Cell(rawValue: 1)
    /// The cell lies outside the canvas.
    static let isOffCanvas = Cell(rawValue: 2)
    /// The error is out of bounds: the faces of the cell are drawn without simplification.
    static let keepsFaces = Cell(rawValue: 4)
  }

  let window: GridWindow
  let columns: KeptColumns
  let bounds: SimplificationBounds
  private(set) var top: KeptRow
  private(set) var bottom: KeptRow
  /// The cells of the row that was checked last.
  private(set) var cells: [Cell]

  let grid: GridVertices
  private let componentCount: Int
  /// Coefficients for every column: at the fraction t of the height of the cell row, the coarse surface is
  /// `line + t * slope + max(0, t - fold) * twist`.
  private let slopes: FloatRows, twists: FloatRows, folds: FloatRows
  private let low: FloatRows, high: FloatRows, normalErrors: FloatRows
  /// Values for every cell: 1 if its diagonal rises, else 0; the fraction of the twist by which the coarse surface
  /// bends under an edge; slope and twist of each component; the extremes of the differences.
  let rises: FloatRow, bends: FloatRow
  let cellSlopes: FloatRows, cellTwists: FloatRows
  let cellLow: FloatRows, cellHigh: FloatRows
  let cellNormalErrors: FloatRow
  private let single: FloatRows

  init(_ grid: GridVertices, _ columns: KeptColumns, _ bounds: SimplificationBounds) {
    window = GridWindow(grid)
    (self.grid, self.columns, self.bounds) = (grid, columns, bounds)
    componentCount = window.componentCount
    let (width, kept) = (grid.width, columns.kept.count)
    top = KeptRow(window, columns: kept)
    bottom = KeptRow(window, columns: kept)
    cells = [Cell](repeating: [], count: kept - 1)
    (slopes, twists) = (FloatRows(componentCount + 3, of: width), FloatRows(componentCount + 3, of: width))
    (folds, normalErrors) = (FloatRows(1, of: width), FloatRows(1, of: width))
    (low, high) = (FloatRows(componentCount, of: width), FloatRows(componentCount, of: width))
    (cellSlopes, cellTwists) = (
      FloatRows(componentCount + 3, of: kept), FloatRows(componentCount + 3, of: kept)
    )
    (cellLow, cellHigh) = (FloatRows(componentCount, of: kept), FloatRows(componentCount, of: kept))
    single = FloatRows(3, of: kept)
    (rises, bends, cellNormalErrors) = (single[0], single[1], single[2])
  }

  func start(at row: Int) { top.set(row, window, columns, bounds) }

  /// Makes the lower edge of the last row of cells the upper edge of the next one.
  mutating func advance() { swap(&top, &bottom) }

  /// Compares the grid from the upper edge to `row`, and sets ``cells``.
  mutating func check(to row: Int) {
    bottom.set(row, window, columns, bounds)
    let height = row - top.row
    chooseDiagonals(height)
    prepare()
    compareEdges()
    for r in top.row + 1..<max(row, top.row + 1) { compare(r, Float(r - top.row) / Float(height)) }
    for i in 0..<componentCount {
      columns.reduce(low[i], into: cellLow[i]) { $1 < $0 ? $1 : $0 }
      columns.reduce(high[i], into: cellHigh[i]) { $1 > $0 ? $1 : $0 }
    }
    if grid.isLit { columns.reduce(normalErrors[0], into: cellNormalErrors) { $1 > $0 ? $1 : $0 } }
    let contentError = grid.isAxisAligned ? contentError(to: row) : (0, 0)
    for j in stride(from: 0, to: cells.count, by: 8) {
      let result = classify(j, height, contentError)
      for lane in 0..<min(8, cells.count - j) {
        var cell: Cell = rises[j + lane] > 0 ? .rises : []
        if result.areOffCanvas[lane] { cell.insert(.isOffCanvas) }
        if !result.areWithinBounds[lane] { cell.insert(.keepsFaces) }
        cells[j + lane] = cell
      }
    }
  }

  @inline(__always)
  func corners(_ i: Int, _ j: Int) -> (Eight, Eight, Eight, Eight) {
    let (upper, lower) = (top.values[i], bottom.values[i])
    return (upper.eight(j), upper.eight(j + 1), lower.eight(j), lower.eight(j + 1))
  }

  /// Chooses the diagonal that lies nearer on the canvas to the vertex in the middle of each cell.
  private func chooseDiagonals(_ height: Int) {
    let row = top.row + height / 2
    let t = Float(height / 2) / Float(height)
    // The rows of the slopes serve as scratch memory.
    let (x, y, z, fraction) = (cellSlopes[0], cellSlopes[1], cellSlopes[2], bends)
    for j in cells.indices {
      let (a, b) = (columns.kept[j], columns.kept[j + 1])
      let vertex = grid[row, (a + b) / 2]
      (x[j], y[j], z[j]) = (vertex.toX, vertex.toY, vertex.toZ)
      fraction[j] = columns.fractions[(a + b) / 2]
    }
    let k = 1 / Float(height)
    for j in stride(from: 0, to: cells.count, by: 8) {
      let s = fraction.eight(j)
      let (across, over) = (smaller(s, Eight(repeating: t)), larger(s + (t - 1), .zero))
      let (atX, atY) = (top.positions[0].eight(j), top.positions[1].eight(j))
      // Displacement on the canvas, up to a common factor, for each of the two diagonals.
      var (one, other) = ((x: Eight.zero, y: Eight.zero), (x: Eight.zero, y: Eight.zero))
      for i in 0..<3 {
        let (p, q, r, u) = corners(i, j)
        let twist = p + u - q - r
        let rest = cellSlopes[i].eight(j) - (p + (q - p) * s + (r - p) * t)
        let m = i == 0 ? bounds.unitToCanvas.0 : i == 1 ? bounds.unitToCanvas.1 : bounds.unitToCanvas.2
        let (byX, byY) = (m.x - atX * m.w, m.y - atY * m.w)
        one.x += (rest - twist * across) * byX
        one.y += (rest - twist * across) * byY
        other.x += (rest - twist * over) * byX
        other.y += (rest - twist * over) * byY
      }
      let isNearer =
        (other.x * other.x + other.y * other.y .< one.x * one.x + one.y * one.y)
        .& (columns.widths.eight(j) .> 1) .& (height > 1 ? Self.all : Self.none)
      rises.set(j, Eight.zero.replacing(with: 1, where: isNearer))
      // Along an edge of the grid, the distance to the diagonal changes by this fraction of its value at a corner.
      let l = 1 / columns.widths.eight(j)
      let falling = larger(l, Eight(repeating: k)).replacing(
        with: 0, where: columns.widths.eight(j) .== Float(height))
      // Some faces are divided along the other diagonal than the cell.
      let crosses = grid.alternatesDiagonals ? Self.all : isNearer
      bends.set(j, falling.replacing(with: l + k, where: crosses) / 4)
    }
  }

  private static var all: SIMDMask<SIMD8<Int32>> { SIMDMask(repeating: true) }
  private static var none: SIMDMask<SIMD8<Int32>> { SIMDMask(repeating: false) }

  /// Computes the coefficients of the plane pieces of all cells. Cells agree on the side that they share.
  private func prepare() {
    for i in 0..<componentCount + (grid.isLit ? 3 : 0) {
      for j in stride(from: 0, to: cells.count, by: 8) {
        let (p, q, r, s) = corners(i, j)
        let isRising = rises.eight(j) .> 0
        let twist = p + s - q - r
        cellSlopes[i].set(j, (s - q).replacing(with: r - p, where: isRising))
        cellTwists[i].set(j, (-twist).replacing(with: twist, where: isRising))
      }
      columns.spread(cellSlopes[i], into: slopes[i])
      columns.spread(cellTwists[i], into: twists[i])
    }
    let (fold, fractions) = (folds[0], columns.fractions)
    columns.spread(rises, into: fold)
    for c in stride(from: 0, to: grid.width, by: 8) {
      let fraction = fractions.eight(c)
      fold.set(c, fraction.replacing(with: 1 - fraction, where: fold.eight(c) .> 0))
    }
    // The last column is the right side of its cell.
    fold[grid.width - 1] = 1 - fold[grid.width - 1]
    if rises[cells.count - 1] == 0 { fold[grid.width - 1] = 1 }
  }

  /// Includes the differences on the upper and the lower row.
  private func compareEdges() {
    for i in 0..<componentCount {
      let (upper, lower, low, high) = (top.differences[i], bottom.differences[i], low[i], high[i])
      for c in stride(from: 0, to: grid.width, by: 8) {
        let (a, b) = (upper.eight(c), lower.eight(c))
        low.set(c, smaller(a, b))
        high.set(c, larger(a, b))
      }
    }
    if !grid.isLit { return }
    let (upper, lower, normalErrors) = (top.normalErrors[0], bottom.normalErrors[0], normalErrors[0])
    for c in stride(from: 0, to: grid.width, by: 8) {
      normalErrors.set(c, larger(upper.eight(c), lower.eight(c)))
    }
  }

  /// Includes the differences on a row between.
  /// - `t`: the position of the row, 0...1 over the height of the cell row.
  private func compare(_ row: Int, _ t: Float) {
    let first = window.load(row)
    let (fold, width) = (folds[0], grid.width)
    for i in 0..<componentCount {
      let (source, line, slope, twist) = (window[first + i], top.lines[i], slopes[i], twists[i])
      let (low, high) = (low[i], high[i])
      for c in stride(from: 0, to: width, by: 8) {
        let beyond = larger(t - fold.eight(c), .zero)
        let coarse = line.eight(c) + slope.eight(c) * t + beyond * twist.eight(c)
        let difference = source.eight(c) - coarse
        low.set(c, smaller(low.eight(c), difference))
        high.set(c, larger(high.eight(c), difference))
      }
    }
    if !grid.isLit { return }
    let (x, y, z) = window.normals(of: row)
    let normalErrors = normalErrors[0]
    let (n, m, o) = (componentCount, componentCount + 1, componentCount + 2)
    let (lineX, lineY, lineZ) = (top.lines[n], top.lines[m], top.lines[o])
    let (slopeX, slopeY, slopeZ) = (slopes[n], slopes[m], slopes[o])
    let (twistX, twistY, twistZ) = (twists[n], twists[m], twists[o])
    for c in stride(from: 0, to: width, by: 8) {
      let beyond = larger(t - fold.eight(c), .zero)
      let u = lineX.eight(c) + slopeX.eight(c) * t + beyond * twistX.eight(c)
      let v = lineY.eight(c) + slopeY.eight(c) * t + beyond * twistY.eight(c)
      let w = lineZ.eight(c) + slopeZ.eight(c) * t + beyond * twistZ.eight(c)
      normalErrors.set(
        c, larger(normalErrors.eight(c), normalError(x.eight(c), y.eight(c), z.eight(c), u, v, w)))
    }
  }

  /// The error of `from.y` between the edges of the row; see ``KeptColumns/contentErrors``.
  private func contentError(to row: Int) -> (absolute: Float, relative: Float) {
    let (start, length) = (top.fromY, bottom.fromY - top.fromY)
    var error: Float = 0
    for r in top.row..<row {
      let fraction = Float(r - top.row) / Float(row - top.row)
      error = max(error, abs(grid[r, 0].fromY - (start + length * fraction)))
    }
    return (error, error == 0 ? 0 : error / abs(length))
  }
}
