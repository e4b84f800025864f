import MeshTransform

/// The tiles of a picture that an item reaches, by its triangles.
struct ItemTiles {
  /// By tile of a rectangle.
  private var isReached: [Bool]
  private let columns: Range<Int>, rows: Range<Int>
  /// Of the picture.
  private let rowLength: Int

  /// Pixels around the item that count as its own: as far away pixels borrow colors, and more.
  private static let reach: Float = 2

  init(_ mesh: ProjectedMesh, over tiles: ScreenTiles) {
    let points = mesh.points
    let lowest = points.reduce(SIMD2(repeating: .infinity)) { pointwiseMin($0, $1.lowHalf) } - Self.reach
    let highest = points.reduce(SIMD2(repeating: -.infinity)) { pointwiseMax($0, $1.lowHalf) } + Self.reach
    columns = ScreenTiles.span(lowest.x, highest.x, count: tiles.columns)
    rows = ScreenTiles.span(lowest.y, highest.y, count: tiles.rows)
    rowLength = tiles.columns
    isReached = [Bool](repeating: false, count: columns.count * rows.count)
    let side = Float(ScreenTiles.side)
    // Half of a tile with what lies around it.
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
          // Not all of the square may lie beyond one of the edges.
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
