/// Tells whether the faces between two rows of a grid can be merged into one row of cells, of two triangles each.
///
/// Every vertex between is compared with the point of the coarse triangles that has its row and column. In between, what
/// differs is linear on the grid's triangles as they are cut by the diagonals of the cells, so it is largest at a vertex or
/// where a cell's diagonal crosses an edge of the grid. There the coarse surface is bent under a straight edge: to one side,
/// by at most a part of the cell's twist.
struct MergedStrip {
  typealias Eight = FloatRow.Eight

  /// What is drawn of a cell.
  struct Cell: OptionSet {
    let rawValue: UInt8
    /// The diagonal runs from the top right to the bottom left, not as in a face.
    static let rises = Cell(rawValue: 1)
    /// All of it lies outside the canvas.
    static let isHidden = Cell(rawValue: 2)
    /// It would differ by too much: its faces are drawn as they are.
    static let isFine = Cell(rawValue: 4)
  }

  let window: GridWindow
  let columns: GridColumns
  let view: MergeView
  private(set) var top: GridEdge
  private(set) var bottom: GridEdge
  /// Of the strip that was checked last.
  private(set) var cells: [Cell]

  let grid: GridVertices
  private let checked: Int
  /// Of every column: on a row at the share t of the strip's height the coarse surface is
  /// `line + t * slope + max(0, t - fold) * twist`.
  private let slopes: FloatRows, twists: FloatRows, folds: FloatRows
  private let low: FloatRows, high: FloatRows, turns: FloatRows
  /// Of every cell: whether its diagonal rises, 1 or 0; by what part of the twist the coarse surface is bent under an edge;
  /// slope and twist of each number; the extremes of the rows above.
  let rises: FloatRow, bends: FloatRow
  let cellSlopes: FloatRows, cellTwists: FloatRows
  let cellLow: FloatRows, cellHigh: FloatRows
  let cellTurns: FloatRow
  private let single: FloatRows

  init(_ grid: GridVertices, _ columns: GridColumns, _ view: MergeView) {
    window = GridWindow(grid)
    (self.grid, self.columns, self.view) = (grid, columns, view)
    checked = window.checked
    let (width, kept) = (grid.width, columns.kept.count)
    top = GridEdge(window, columns: kept)
    bottom = GridEdge(window, columns: kept)
    cells = [Cell](repeating: [], count: kept - 1)
    (slopes, twists) = (FloatRows(checked + 3, of: width), FloatRows(checked + 3, of: width))
    (folds, turns) = (FloatRows(1, of: width), FloatRows(1, of: width))
    (low, high) = (FloatRows(checked, of: width), FloatRows(checked, of: width))
    (cellSlopes, cellTwists) = (FloatRows(checked + 3, of: kept), FloatRows(checked + 3, of: kept))
    (cellLow, cellHigh) = (FloatRows(checked, of: kept), FloatRows(checked, of: kept))
    single = FloatRows(3, of: kept)
    (rises, bends, cellTurns) = (single[0], single[1], single[2])
  }

  func start(at row: Int) { top.set(row, window, columns, view) }

  /// The last strip's lower edge becomes the next one's upper edge.
  mutating func advance() { swap(&top, &bottom) }

  /// From the upper edge to that row. Sets ``cells``.
  mutating func check(to row: Int) {
    bottom.set(row, window, columns, view)
    let height = row - top.row
    chooseDiagonals(height)
    prepare()
    compareEdges()
    for r in top.row + 1..<max(row, top.row + 1) { compare(r, Float(r - top.row) / Float(height)) }
    for i in 0..<checked {
      columns.reduce(low[i], into: cellLow[i]) { $1 < $0 ? $1 : $0 }
      columns.reduce(high[i], into: cellHigh[i]) { $1 > $0 ? $1 : $0 }
    }
    if grid.isLit { columns.reduce(turns[0], into: cellTurns) { $1 > $0 ? $1 : $0 } }
    let contentError = grid.isUpright ? contentError(to: row) : (0, 0)
    for j in stride(from: 0, to: cells.count, by: 8) {
      let verdict = judge(j, height, contentError)
      for lane in 0..<min(8, cells.count - j) {
        var cell: Cell = rises[j + lane] > 0 ? .rises : []
        if verdict.areHidden[lane] { cell.insert(.isHidden) }
        if !verdict.areRight[lane] { cell.insert(.isFine) }
        cells[j + lane] = cell
      }
    }
  }

  @inline(__always)
  func corners(_ i: Int, _ j: Int) -> (Eight, Eight, Eight, Eight) {
    let (upper, lower) = (top.values[i], bottom.values[i])
    return (upper.eight(j), upper.eight(j + 1), lower.eight(j), lower.eight(j + 1))
  }

  /// Takes the diagonal that comes nearer to the vertex in the middle of a cell, as it is seen.
  private func chooseDiagonals(_ height: Int) {
    let row = top.row + height / 2
    let t = Float(height / 2) / Float(height)
    // Slopes are free for it still.
    let (x, y, z, share) = (cellSlopes[0], cellSlopes[1], cellSlopes[2], bends)
    for j in cells.indices {
      let (a, b) = (columns.kept[j], columns.kept[j + 1])
      let vertex = grid[row, (a + b) / 2]
      (x[j], y[j], z[j]) = (vertex.toX, vertex.toY, vertex.toZ)
      share[j] = columns.shares[(a + b) / 2]
    }
    let k = 1 / Float(height)
    for j in stride(from: 0, to: cells.count, by: 8) {
      let s = share.eight(j)
      let (across, over) = (smaller(s, Eight(repeating: t)), larger(s + (t - 1), .zero))
      let (atX, atY) = (top.places[0].eight(j), top.places[1].eight(j))
      // Moved on the canvas, up to the same factor: by the one diagonal's point and the other's.
      var (one, other) = ((x: Eight.zero, y: Eight.zero), (x: Eight.zero, y: Eight.zero))
      for i in 0..<3 {
        let (p, q, r, u) = corners(i, j)
        let twist = p + u - q - r
        let rest = cellSlopes[i].eight(j) - (p + (q - p) * s + (r - p) * t)
        let m = i == 0 ? view.rows.0 : i == 1 ? view.rows.1 : view.rows.2
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
      // Along an edge of the grid, the distance to the diagonal changes by so much of what it is at a corner.
      let l = 1 / columns.widths.eight(j)
      let falling = larger(l, Eight(repeating: k)).replacing(
        with: 0, where: columns.widths.eight(j) .== Float(height))
      bends.set(j, falling.replacing(with: l + k, where: isNearer) / 4)
    }
  }

  private static var all: SIMDMask<SIMD8<Int32>> { SIMDMask(repeating: true) }
  private static var none: SIMDMask<SIMD8<Int32>> { SIMDMask(repeating: false) }

  /// The plane pieces of all cells. At a side, both cells' are the same.
  private func prepare() {
    for i in 0..<checked + (grid.isLit ? 3 : 0) {
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
    let (fold, shares) = (folds[0], columns.shares)
    columns.spread(rises, into: fold)
    for c in stride(from: 0, to: grid.width, by: 8) {
      let share = shares.eight(c)
      fold.set(c, share.replacing(with: 1 - share, where: fold.eight(c) .> 0))
    }
    // The last column is the right side of its cell, not the left one of another.
    fold[grid.width - 1] = 1 - fold[grid.width - 1]
    if rises[cells.count - 1] == 0 { fold[grid.width - 1] = 1 }
  }

  /// The rows above and below are part of the strip.
  private func compareEdges() {
    for i in 0..<checked {
      let (upper, lower, low, high) = (top.differences[i], bottom.differences[i], low[i], high[i])
      for c in stride(from: 0, to: grid.width, by: 8) {
        let (a, b) = (upper.eight(c), lower.eight(c))
        low.set(c, smaller(a, b))
        high.set(c, larger(a, b))
      }
    }
    if !grid.isLit { return }
    let (upper, lower, turns) = (top.turns[0], bottom.turns[0], turns[0])
    for c in stride(from: 0, to: grid.width, by: 8) { turns.set(c, larger(upper.eight(c), lower.eight(c))) }
  }

  /// - `t`: the row's share of the strip's height.
  private func compare(_ row: Int, _ t: Float) {
    let first = window.load(row)
    let (fold, width) = (folds[0], grid.width)
    for i in 0..<checked {
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
    let turns = turns[0]
    let (n, m, o) = (checked, checked + 1, checked + 2)
    let (lineX, lineY, lineZ) = (top.lines[n], top.lines[m], top.lines[o])
    let (slopeX, slopeY, slopeZ) = (slopes[n], slopes[m], slopes[o])
    let (twistX, twistY, twistZ) = (twists[n], twists[m], twists[o])
    for c in stride(from: 0, to: width, by: 8) {
      let beyond = larger(t - fold.eight(c), .zero)
      let u = lineX.eight(c) + slopeX.eight(c) * t + beyond * twistX.eight(c)
      let v = lineY.eight(c) + slopeY.eight(c) * t + beyond * twistY.eight(c)
      let w = lineZ.eight(c) + slopeZ.eight(c) * t + beyond * twistZ.eight(c)
      turns.set(c, larger(turns.eight(c), turn(x.eight(c), y.eight(c), z.eight(c), u, v, w)))
    }
  }

  /// As ``GridColumns/contentErrors``, of `from.y` between the strip's edges.
  private func contentError(to row: Int) -> (absolute: Float, relative: Float) {
    let (start, length) = (top.fromY, bottom.fromY - top.fromY)
    var error: Float = 0
    for r in top.row..<row {
      let share = Float(r - top.row) / Float(row - top.row)
      error = max(error, abs(grid[r, 0].fromY - (start + length * share)))
    }
    return (error, error == 0 ? 0 : error / abs(length))
  }
}
