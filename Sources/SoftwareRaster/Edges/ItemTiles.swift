import MeshTransform
import RenderGraph

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
    (columns, rows) = tiles.range(from: SIMD2(lowest.x, lowest.y), to: SIMD2(highest.x, highest.y))
    rowLength = tiles.columns
    isReached = [Bool](repeating: false, count: columns.count * rows.count)
    for triangle in mesh.windings.indices where mesh.windings[triangle] != ProjectedMesh.undrawn {
      let (a, b, c) = mesh.corners(triangle)
      let reach = TriangleReach(
        a.lowHalf, b.lowHalf, c.lowHalf, margin: Self.reach, in: (tiles.columns, tiles.rows))
      for row in reach.rows {
        for column in reach.columns where !isReached[place(column, row)] {
          if reach.touches(column: column, row: row) { isReached[place(column, row)] = true }
        }
      }
    }
  }

  private func place(_ column: Int, _ row: Int) -> Int {
    (row - rows.lowerBound) * columns.count + column - columns.lowerBound
  }

  /// Calls `body` with each tile that the item reaches.
  func forEachTile(_ body: (Int) -> Void) {
    for row in rows {
      for column in columns where isReached[place(column, row)] { body(row * rowLength + column) }
    }
  }

  func contains(_ tile: Int) -> Bool {
    let (row, column) = tile.quotientAndRemainder(dividingBy: rowLength)
    return rows.contains(row) && columns.contains(column) && isReached[place(column, row)]
  }
}
