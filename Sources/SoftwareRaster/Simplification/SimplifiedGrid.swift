import MeshTransform
import RenderGraph

/// A grid with fewer rows and columns that stays within ``SimplificationBounds`` of the original at every point.
///
/// Rows and columns are kept or removed as a whole; a cell between kept ones is drawn as two triangles. A cell whose
/// error is out of bounds keeps all of its faces. On the side of such a cell toward a simplified neighbor, the vertices
/// move onto the straight side, which is within bounds, and both cells use them: the surface has no gaps and no
/// overlaps.
///
/// A sample of lines determines the kept rows and columns, then every vertex is compared. The result depends only on
/// the arguments.
struct SimplifiedGrid {
  let rows: [Int], columns: [Int]
  /// Row by row.
  let cells: [CellRow.Cell]
  /// Normals at the crossings of kept rows and columns, equal to those of the whole grid; empty if the grid is unlit.
  let normals: [Mesh.Normal]

  /// Smallest number of faces for which the search pays.
  static let minFaceCount = 4096
  /// Smallest factor by which the number of triangles must fall: a triangle of a few pixels takes 150 ns in llvmpipe,
  /// the comparison of a vertex 20 ns.
  private static let minReduction = 2
  /// The further factor of reduction that ends the search: once a tolerance gives no fewer triangles, the search tries no lower
  /// one.
  private static let goodReduction = 2
  /// Tolerances of single lines as multiples of the error bounds. In a cell, the errors of both directions and that of its
  /// twist add up, and the surface between the sampled lines may be more curved. A large cell out of bounds keeps very many
  /// faces. Gently waved surfaces therefore have the fewest triangles with the low tolerances.
  private static let tolerances: [Float] = [1.4, 1, 0.7, 0.5]
  private static let lowTolerances: [Float] = [0.35, 0.25]
  /// The number of faces that may be left for each cell of a tolerance, so that a lower one is tried although this one has
  /// failed: only large cells that keep their faces are worth the search.
  private static let largeCells = 16
  /// The further factor of reduction after which a search by a lower tolerance takes longer than drawing the faces.
  private static let enoughReduction = 16

  /// Why a grid is not simplified.
  enum Failure: Error {
    /// The number of triangles would fall too little.
    case tooDetailed
    /// ``GridVertices/isAxisAligned`` does not hold.
    case notAxisAligned
  }

  init(_ grid: GridVertices, _ bounds: SimplificationBounds) throws(Failure) {
    let (acrossLines, downLines) = (
      GridLines(grid, alongRows: true, bounds), GridLines(grid, alongRows: false, bounds)
    )
    let most = (grid.width - 1) * (grid.height - 1) / Self.minReduction
    var plan: (rows: [Int], columns: [Int])?
    var (least, cellCount) = (most, 0)
    for tolerance in Self.tolerances + Self.lowTolerances {
      if tolerance < 0.5, cellCount > most / Self.largeCells || least < most / Self.enoughReduction { break }
      let (rows, columns) = (downLines.kept(tolerance: tolerance), acrossLines.kept(tolerance: tolerance))
      let expected = Self.expectedFaces(rows, columns, grid, bounds, below: least)
      cellCount = rows.count * columns.count
      if expected < least {
        (plan, least) = ((rows, columns), expected)
      } else if plan != nil, cellCount > most / Self.largeCells || least < most / Self.goodReduction {
        break
      }
    }
    guard let plan else { throw .tooDetailed }
    (rows, columns) = plan
    (cells, normals) = try Self.check(rows, columns, grid, bounds)
    guard faceCount <= most else { throw .tooDetailed }
  }

  /// The number of pairs of triangles.
  private var faceCount: Int {
    var count = 0
    for (i, cell) in cells.enumerated() where !cell.contains(.isOffCanvas) {
      let (row, column) = i.quotientAndRemainder(dividingBy: columns.count - 1)
      count +=
        cell.contains(.keepsFaces) ? (rows[row + 1] - rows[row]) * (columns[column + 1] - columns[column]) : 1
    }
    return count
  }

  /// An estimate of ``faceCount`` from a sample of cell rows.
  /// - `limit`: the estimate ends at this number.
  private static func expectedFaces(
    _ rows: [Int], _ columns: [Int], _ grid: GridVertices, _ bounds: SimplificationBounds, below limit: Int
  ) -> Int {
    let rowCount = rows.count - 1
    let cellCount = rowCount * (columns.count - 1)
    if cellCount >= limit { return limit }
    let count = min(rowCount, 12)
    let shared = KeptColumns(columns, grid)
    let faces = mapBlocks(count, of: max(1, (count + 3) / 4)) { range in
      var cellRow = CellRow(grid, shared, bounds)
      return range.reduce(into: (all: 0, kept: 0)) { faces, i in
        let chosen = (2 * i + 1) * rowCount / (2 * count)
        cellRow.start(at: rows[chosen])
        cellRow.check(to: rows[chosen + 1])
        let height = rows[chosen + 1] - rows[chosen]
        faces.all += height * (grid.width - 1)
        for (j, cell) in cellRow.cells.enumerated() where cell.contains(.keepsFaces) {
          faces.kept += height * (columns[j + 1] - columns[j])
        }
      }
    }
    let (all, kept) = faces.reduce((0, 0)) { ($0.0 + $1.all, $0.1 + $1.kept) }
    return cellCount
      + Int(clamping: Double(kept) / Double(all) * Double((grid.width - 1) * (grid.height - 1)))
  }

  private static func check(
    _ rows: [Int], _ columns: [Int], _ grid: GridVertices, _ bounds: SimplificationBounds
  )
    throws(Failure) -> (cells: [CellRow.Cell], normals: [Mesh.Normal])
  {
    let rowCount = rows.count - 1
    let shared = KeptColumns(columns, grid)
    let parts = mapBlocks(rowCount, of: max(1, (rowCount + 15) / 16)) { range in
      var cellRow = CellRow(grid, shared, bounds)
      var (cells, normals): ([CellRow.Cell], [Mesh.Normal]) = ([], [])
      cellRow.start(at: rows[range.lowerBound])
      if range.lowerBound == 0 { normals = cellRow.top.normals(cellRow.window, shared) }
      for i in range {
        cellRow.check(to: rows[i + 1])
        cells += cellRow.cells
        normals += cellRow.bottom.normals(cellRow.window, shared)
        cellRow.advance()
      }
      return (cells: cells, normals: normals, isAxisAligned: cellRow.window.isAxisAligned)
    }
    guard parts.allSatisfy({ $0.isAxisAligned == grid.isAxisAligned }) else { throw .notAxisAligned }
    return (parts.flatMap(\.cells), parts.flatMap(\.normals))
  }
}
