/// A grid with fewer rows and columns that looks the same: within ``MergeView``'s limits everywhere.
///
/// Rows and columns are kept or left out as a whole; their cells are two triangles each. A cell that would look different is
/// fine: it is drawn with all of its faces. Vertices on a side that it shares with one that is not are moved onto that
/// straight side, which looks right too, and both cells have them: no gap opens and nothing overlaps.
///
/// Some lines of the grid tell what to keep, and then every vertex is compared. The result depends on nothing but the
/// arguments.
///
/// Measured on two cores of llvmpipe, work W3 of Benchmarks/frames.sh: of the two million triangles of a ripple at 1080p
/// 248,000 are left. To find them takes as long as the list of all and their normals does; a whole frame takes 0.37 to
/// 0.41 of the time and the process 340 instead of 610 MiB.
struct MergedGrid {
  let rows: [Int], columns: [Int]
  /// Strip by strip.
  let cells: [MergedStrip.Cell]
  /// Of the vertices where rows and columns that are kept cross, where the grid is lit: those of the whole grid.
  let normals: [Mesh.Normal]

  /// Fewer faces are not worth the search.
  static let leastFaces = 4096
  /// By how much fewer triangles must become: drawing one of a few pixels takes 150 ns in llvmpipe, comparing a vertex 20.
  private static let leastGain = 2
  /// Parts of what cells may be off to which single lines are held: both directions of a cell add up, and what is
  /// not on a line may be more bent.
  private static let tolerances: [Float] = [1.4, 1, 0.7, 0.5]

  /// Why a grid is drawn as it is.
  enum Refusal: Error {
    /// Too little can be merged.
    case tooFine
    /// It is not what ``GridVertices/isUpright`` says.
    case notUpright
  }

  init(_ grid: GridVertices, _ view: MergeView) throws(Refusal) {
    let (acrossLines, downLines) = (
      GridLines(grid, alongRows: true, view), GridLines(grid, alongRows: false, view)
    )
    let most = (grid.width - 1) * (grid.height - 1) / Self.leastGain
    var plan: (rows: [Int], columns: [Int])?
    var least = most
    for tolerance in Self.tolerances {
      let (rows, columns) = (downLines.kept(tolerance: tolerance), acrossLines.kept(tolerance: tolerance))
      let expected = Self.expectedFaces(rows, columns, grid, view, below: least)
      if expected < least { (plan, least) = ((rows, columns), expected) } else if plan != nil { break }
    }
    guard let plan else { throw .tooFine }
    (rows, columns) = plan
    (cells, normals) = try Self.check(rows, columns, grid, view)
    guard faceCount <= most else { throw .tooFine }
  }

  /// All in all, two triangles each.
  private var faceCount: Int {
    var count = 0
    for (i, cell) in cells.enumerated() where !cell.contains(.isHidden) {
      let (row, column) = i.quotientAndRemainder(dividingBy: columns.count - 1)
      count +=
        cell.contains(.isFine) ? (rows[row + 1] - rows[row]) * (columns[column + 1] - columns[column]) : 1
    }
    return count
  }

  /// From some strips.
  /// - `limit`: no longer of interest.
  private static func expectedFaces(
    _ rows: [Int], _ columns: [Int], _ grid: GridVertices, _ view: MergeView, below limit: Int
  ) -> Int {
    let strips = rows.count - 1
    let cellCount = strips * (columns.count - 1)
    if cellCount >= limit { return limit }
    let count = min(strips, 12)
    let shared = GridColumns(columns, grid)
    let faces = mapBlocks(count, of: max(1, (count + 3) / 4)) { range in
      var strip = MergedStrip(grid, shared, view)
      return range.reduce(into: (all: 0, fine: 0)) { faces, i in
        let chosen = (2 * i + 1) * strips / (2 * count)
        strip.start(at: rows[chosen])
        strip.check(to: rows[chosen + 1])
        let height = rows[chosen + 1] - rows[chosen]
        faces.all += height * (grid.width - 1)
        for (j, cell) in strip.cells.enumerated() where cell.contains(.isFine) {
          faces.fine += height * (columns[j + 1] - columns[j])
        }
      }
    }
    let (all, fine) = faces.reduce((0, 0)) { ($0.0 + $1.all, $0.1 + $1.fine) }
    return cellCount + Int(Double(fine) / Double(all) * Double((grid.width - 1) * (grid.height - 1)))
  }

  private static func check(_ rows: [Int], _ columns: [Int], _ grid: GridVertices, _ view: MergeView)
    throws(Refusal) -> (cells: [MergedStrip.Cell], normals: [Mesh.Normal])
  {
    let strips = rows.count - 1
    let shared = GridColumns(columns, grid)
    let parts = mapBlocks(strips, of: max(1, (strips + 15) / 16)) { range in
      var strip = MergedStrip(grid, shared, view)
      var (cells, normals): ([MergedStrip.Cell], [Mesh.Normal]) = ([], [])
      strip.start(at: rows[range.lowerBound])
      if range.lowerBound == 0 { normals = strip.top.normals(strip.window, shared) }
      for i in range {
        strip.check(to: rows[i + 1])
        cells += strip.cells
        normals += strip.bottom.normals(strip.window, shared)
        strip.advance()
      }
      return (cells: cells, normals: normals, isUpright: strip.window.isUpright)
    }
    guard parts.allSatisfy({ $0.isUpright == grid.isUpright }) else { throw .notUpright }
    return (parts.flatMap(\.cells), parts.flatMap(\.normals))
  }
}
