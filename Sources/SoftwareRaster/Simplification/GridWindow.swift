import MeshTransform
import RenderGraph

/// A window of rows of a grid, split into one row of numbers for each component, for loops over eight columns at a
/// time.
///
/// The components of a vertex that are compared are `to`, then `from` unless the grid is axis-aligned, then the
/// brightness. The given normals follow.
final class GridWindow {
  let grid: GridVertices
  /// Number of compared components of a vertex.
  let componentCount: Int
  /// False after a row was loaded that contradicts ``GridVertices/isAxisAligned``.
  private(set) var isAxisAligned: Bool
  private let rows: FloatRows
  private let perRow: Int
  /// The row in each slot; -1 if empty.
  private var loadedRows: [Int]
  /// Area vectors of the row that was requested last.
  private let areas: FloatRows

  private static let slotCount = 16

  init(_ grid: GridVertices) {
    self.grid = grid
    isAxisAligned = grid.isAxisAligned
    componentCount = 3 + (grid.isAxisAligned ? 0 : 2) + (grid.brightness != nil ? 1 : 0)
    perRow = componentCount + (grid.givenNormals != nil ? 3 : 0)
    rows = FloatRows(Self.slotCount * perRow, of: grid.width)
    loadedRows = [Int](repeating: -1, count: Self.slotCount)
    areas = FloatRows(3, of: grid.width)
  }

  /// The index of the first component of a row of the grid, valid until 16 other rows are loaded.
  func load(_ row: Int) -> Int {
    let slot = row % Self.slotCount
    let first = slot * perRow
    if loadedRows[slot] == row { return first }
    loadedRows[slot] = row
    let source = grid.vertices + row * grid.width
    let (x, y, z) = (rows[first], rows[first + 1], rows[first + 2])
    if grid.isAxisAligned {
      let (top, fromY) = (grid.vertices, source[0].fromY)
      var isSame = true
      for c in 0..<grid.width {
        let v = source[c]
        (x[c], y[c], z[c]) = (v.toX, v.toY, v.toZ)
        isSame = isSame && v.fromX == top[c].fromX && v.fromY == fromY
      }
      isAxisAligned = isAxisAligned && isSame
    } else {
      let (fromX, fromY) = (rows[first + 3], rows[first + 4])
      for c in 0..<grid.width {
        let v = source[c]
        (x[c], y[c], z[c]) = (v.toX, v.toY, v.toZ)
        (fromX[c], fromY[c]) = (v.fromX, v.fromY)
      }
    }
    if let brightness = grid.brightness {
      let target = rows[first + componentCount - 1]
      for c in 0..<grid.width { target[c] = brightness[row * grid.width + c] }
    }
    if let normals = grid.givenNormals {
      let (nx, ny, nz) = (
        rows[first + componentCount], rows[first + componentCount + 1], rows[first + componentCount + 2]
      )
      for c in 0..<grid.width {
        let n = normals[row * grid.width + c]
        (nx[c], ny[c], nz[c]) = (n.x, n.y, n.z)
      }
    }
    return first
  }

  @inline(__always)
  subscript(i: Int) -> FloatRow { rows[i] }

  /// The normals of a row, of any length.
  func normals(of row: Int) -> (FloatRow, FloatRow, FloatRow) {
    if grid.givenNormals != nil {
      let first = load(row) + componentCount
      return (rows[first], rows[first + 1], rows[first + 2])
    }
    let (x, y, z) = (areas[0], areas[1], areas[2])
    let last = grid.width - 1
    func setSingle(_ c: Int) {
      let area = grid.area(row, c)
      (x[c], y[c], z[c]) = (area.x, area.y, area.z)
    }
    if row == 0 || row == grid.height - 1 {
      for c in 0...last { setSingle(c) }
      return (x, y, z)
    }
    let (above, here, below) = (load(row - 1), load(row), load(row + 1))
    let factor = grid.normalFactor
    for c in stride(from: 0, to: grid.width, by: 8) {
      // The edges of GridVertices.area: east - south, south-east - west, east - north-west, west - north.
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
    setSingle(0)
    setSingle(last)
    return (x, y, z)
  }
}
