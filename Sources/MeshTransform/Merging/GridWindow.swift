/// Some rows of a grid, taken apart into rows of single numbers, as loops over many columns at a time want them.
///
/// Of each vertex it holds what must be checked: `to`, then `from` where the grid is not upright, then the brightness;
/// and behind these the normals that are given.
final class GridWindow {
  let grid: GridVertices
  /// Numbers a vertex that are checked.
  let checked: Int
  /// False as soon as a row was met that contradicts ``GridVertices/isUpright``.
  private(set) var isUpright: Bool
  private let rows: FloatRows
  private let perRow: Int
  /// By place, the row that is there.
  private var present: [Int]
  /// Of the row that was asked for last.
  private let areas: FloatRows

  private static let places = 16

  init(_ grid: GridVertices) {
    self.grid = grid
    isUpright = grid.isUpright
    checked = 3 + (grid.isUpright ? 0 : 2) + (grid.brightness != nil ? 1 : 0)
    perRow = checked + (grid.givenNormals != nil ? 3 : 0)
    rows = FloatRows(Self.places * perRow, of: grid.width)
    present = [Int](repeating: -1, count: Self.places)
    areas = FloatRows(3, of: grid.width)
  }

  /// The first of the rows of numbers of a row of the grid; valid until 16 other rows have been asked for.
  func load(_ row: Int) -> Int {
    let place = row % Self.places
    let first = place * perRow
    if present[place] == row { return first }
    present[place] = row
    let source = grid.vertices + row * grid.width
    let (x, y, z) = (rows[first], rows[first + 1], rows[first + 2])
    if grid.isUpright {
      let (top, fromY) = (grid.vertices, source[0].fromY)
      var isSame = true
      for c in 0..<grid.width {
        let v = source[c]
        (x[c], y[c], z[c]) = (v.toX, v.toY, v.toZ)
        isSame = isSame && v.fromX == top[c].fromX && v.fromY == fromY
      }
      isUpright = isUpright && isSame
    } else {
      let (fromX, fromY) = (rows[first + 3], rows[first + 4])
      for c in 0..<grid.width {
        let v = source[c]
        (x[c], y[c], z[c]) = (v.toX, v.toY, v.toZ)
        (fromX[c], fromY[c]) = (v.fromX, v.fromY)
      }
    }
    if let brightness = grid.brightness {
      let target = rows[first + checked - 1]
      for c in 0..<grid.width { target[c] = brightness[row * grid.width + c] }
    }
    if let normals = grid.givenNormals {
      let (nx, ny, nz) = (rows[first + checked], rows[first + checked + 1], rows[first + checked + 2])
      for c in 0..<grid.width {
        let n = normals[row * grid.width + c]
        (nx[c], ny[c], nz[c]) = (n.x, n.y, n.z)
      }
    }
    return first
  }

  @inline(__always)
  subscript(i: Int) -> FloatRow { rows[i] }

  /// Normals of a row, of any length.
  func normals(of row: Int) -> (FloatRow, FloatRow, FloatRow) {
    if grid.givenNormals != nil {
      let first = load(row) + checked
      return (rows[first], rows[first + 1], rows[first + 2])
    }
    let (x, y, z) = (areas[0], areas[1], areas[2])
    let last = grid.width - 1
    func setAlone(_ c: Int) {
      let area = grid.area(row, c)
      (x[c], y[c], z[c]) = (area.x, area.y, area.z)
    }
    if row == 0 || row == grid.height - 1 {
      for c in 0...last { setAlone(c) }
      return (x, y, z)
    }
    let (above, here, below) = (load(row - 1), load(row), load(row + 1))
    let factor = grid.normalFactor
    for c in stride(from: 0, to: grid.width, by: 8) {
      // As GridVertices.area has it: east - south, south-east - west, east - north-west, west - north.
      @inline(__always)
      func sides(_ axis: Int) -> (FloatRow.Eight, FloatRow.Eight, FloatRow.Eight, FloatRow.Eight) {
        let (east, west) = (rows[here + axis].eight(c + 1), rows[here + axis].eight(c - 1))
        let (south, southEast) = (rows[below + axis].eight(c), rows[below + axis].eight(c + 1))
        let (north, northWest) = (rows[above + axis].eight(c), rows[above + axis].eight(c - 1))
        return (east - south, southEast - west, east - northWest, west - north)
      }
      let (px, qx, rx, sx) = sides(0)
      let (py, qy, ry, sy) = sides(1)
      let (pz, qz, rz, sz) = sides(2)
      x.set(c, ((py * qz - pz * qy) + (ry * sz - rz * sy)) * factor.x)
      y.set(c, ((pz * qx - px * qz) + (rz * sx - rx * sz)) * factor.y)
      z.set(c, ((px * qy - py * qx) + (rx * sy - ry * sx)) * factor.z)
    }
    setAlone(0)
    setAlone(last)
    return (x, y, z)
  }
}
