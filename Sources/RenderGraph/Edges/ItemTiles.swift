import MeshTransform

/// The screen tiles that the triangles of an item reach.
struct ItemTiles {
  /// Whether the item reaches each tile of the rectangle `columns` x `rows`, row by row.
  private var isReached: [Bool]
  private let columns: Range<Int>, rows: Range<Int>
  /// The number of tiles in a row of the picture.
  private let rowLength: Int

  /// Width in pixels of the margin around the item: larger than the distance at which pixels borrow colors.
  private static let reach: Float = 2

  init(_ mesh: ProjectedMesh, over tiles: ScreenTiles) {
    let (lowest, highest) = (mesh.vertices.low - Self.reach, mesh.vertices.high + Self.reach)
    columns = ScreenTiles.span(lowest.x, highest.x, count: tiles.columns)
    rows = ScreenTiles.span(lowest.y, highest.y, count: tiles.rows)
    rowLength = tiles.columns
    isReached = [Bool](repeating: false, count: columns.count * rows.count)
    let side = Float(ScreenTiles.side)
    // Half the side of a tile with its margin.
    let half = side / 2 + Self.reach
    for triangle in mesh.windings.indices where mesh.windings[triangle] != ProjectedMesh.unseen {
      let (a4, b4, c4) = mesh.corners(triangle)
      let (a, b, c) = (a4.lowHalf, b4.lowHalf, c4.lowHalf)
      let low = pointwiseMin(a, pointwiseMin(b, c)) - Self.reach
      let high = pointwiseMax(a, pointwiseMax(b, c)) + Self.reach
      let across = ScreenTiles.span(low.x, high.x, count: tiles.columns)
      let down = ScreenTiles.span(low.y, high.y, count: tiles.rows)
      let sign: Float = mesh.windings[triangle] == 1 ? 1 : -1
      for row in down {
        for column in across where !isReached[place(column, row)] {
          let middle = (SIMD2(Float(column), Float(row)) + 0.5) * side
          // The triangle does not reach a tile that lies beyond one of its edges as a whole.
          func isBeyond(_ p: SIMD2<Float>, _ q: SIMD2<Float>) -> Bool {
            let (u, m) = ((q - p) * sign, middle - p)
            return u.x * m.y - u.y * m.x < -half * (abs(u.x) + abs(u.y)) * 1.01
          }
          if isBeyond(a, b) || isBeyond(b, c) || isBeyond(c, a) { continue }
          isReached[place(column, row)] = true
        }
      }
    }
  }

  private func place(_ column: Int, _ row: Int) -> Int {
    (row - rows.lowerBound) * columns.count + column - columns.lowerBound
  }

  package func contains(_ tile: Int) -> Bool {
    let (row, column) = tile.quotientAndRemainder(dividingBy: rowLength)
    return rows.contains(row) && columns.contains(column) && isReached[place(column, row)]
  }
}
