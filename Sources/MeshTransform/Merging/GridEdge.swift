/// A row of a grid that is kept: what is left of it, and how the rest of it differs from that.
final class GridEdge {
  private(set) var row = -1
  private(set) var fromY: Float = 0
  /// Of the columns that are kept: what the window checks, and behind it the normals, of unit length or zero.
  let values: FloatRows
  /// Likewise: x, y, depth on the canvas, and w.
  let places: FloatRows
  /// Of every column: what the values are on the straight lines between those that are kept.
  let lines: FloatRows
  /// True value less that on the line.
  let differences: FloatRows
  /// ``turn(_:_:_:_:_:_:)`` of the normals.
  let turns: FloatRows

  init(_ window: GridWindow, columns: Int) {
    let (numbers, length) = (window.checked + 3, window.grid.width)
    (values, places) = (FloatRows(numbers, of: columns), FloatRows(4, of: columns))
    (lines, differences) = (FloatRows(numbers, of: length), FloatRows(window.checked, of: length))
    turns = FloatRows(1, of: length)
  }

  func set(_ row: Int, _ window: GridWindow, _ columns: GridColumns, _ view: MergeView) {
    if row == self.row { return }
    self.row = row
    let (grid, checked, count) = (window.grid, window.checked, columns.kept.count)
    fromY = grid[row, 0].fromY
    let first = window.load(row)
    for i in 0..<checked {
      let (source, value, line, difference) = (window[first + i], values[i], lines[i], differences[i])
      columns.gather(source, into: value)
      columns.interpolate(value, into: line)
      for c in stride(from: 0, to: grid.width, by: 8) { difference.set(c, source.eight(c) - line.eight(c)) }
    }
    let (x, y, z) = (values[0], values[1], values[2])
    for j in stride(from: 0, to: count, by: 8) {
      let (x, y, z) = (x.eight(j), y.eight(j), z.eight(j))
      func seen(_ axis: Int) -> FloatRow.Eight {
        x * view.rows.0[axis] + y * view.rows.1[axis] + z * view.rows.2[axis] + view.rows.3[axis]
      }
      let w = seen(3)
      places[0].set(j, seen(0) / w)
      places[1].set(j, seen(1) / w)
      places[2].set(j, seen(2) / w)
      places[3].set(j, w)
    }
    if grid.isLit { setNormals(window, columns) }
  }

  private func setNormals(_ window: GridWindow, _ columns: GridColumns) {
    let (x, y, z) = window.normals(of: row)
    let (n, m, o) = (window.checked, window.checked + 1, window.checked + 2)
    let (nx, ny, nz) = (values[n], values[m], values[o])
    columns.gather(x, into: nx)
    columns.gather(y, into: ny)
    columns.gather(z, into: nz)
    for j in stride(from: 0, to: columns.kept.count, by: 8) {
      let (x, y, z) = (nx.eight(j), ny.eight(j), nz.eight(j))
      // Dividing by the largest part first keeps the squares of small ones above zero.
      let largest = larger(larger(magnitude(x), magnitude(y)), magnitude(z))
      let isTold = (largest .> 0) .& (largest .<= .greatestFiniteMagnitude)
      let (u, v, w) = (x / largest, y / largest, z / largest)
      let length = (u * u + v * v + w * w).squareRoot()
      nx.set(j, FloatRow.Eight.zero.replacing(with: u / length, where: isTold))
      ny.set(j, FloatRow.Eight.zero.replacing(with: v / length, where: isTold))
      nz.set(j, FloatRow.Eight.zero.replacing(with: w / length, where: isTold))
    }
    let (lineX, lineY, lineZ) = (lines[n], lines[m], lines[o])
    columns.interpolate(nx, into: lineX)
    columns.interpolate(ny, into: lineY)
    columns.interpolate(nz, into: lineZ)
    let turns = turns[0]
    for c in stride(from: 0, to: window.grid.width, by: 8) {
      turns.set(
        c, turn(x.eight(c), y.eight(c), z.eight(c), lineX.eight(c), lineY.eight(c), lineZ.eight(c)))
    }
  }

  /// Of the columns that are kept.
  func normals(_ window: GridWindow, _ columns: GridColumns) -> [Mesh.Normal] {
    guard window.grid.isLit else { return [] }
    let n = window.checked
    let (x, y, z) = (values[n], values[n + 1], values[n + 2])
    return columns.kept.indices.map { j in
      x[j] == 0 && y[j] == 0 && z[j] == 0 ? .towardViewer : Mesh.Normal(x[j], y[j], z[j])
    }
  }
}

/// The square of the sine of the angle between a vector and another, times the other's square; endless where the angle is a
/// right one or more, or unknown.
@inline(__always)
func turn(
  _ x: SIMD8<Float>, _ y: SIMD8<Float>, _ z: SIMD8<Float>, _ u: SIMD8<Float>, _ v: SIMD8<Float>,
  _ w: SIMD8<Float>
) -> SIMD8<Float> {
  let (a, b, c) = (y * w - z * v, z * u - x * w, x * v - y * u)
  let square = x * x + y * y + z * z
  let isTold = (x * u + y * v + z * w .> 0) .& (square .> 1e-30)
  let endless = SIMD8<Float>(repeating: .greatestFiniteMagnitude)
  return endless.replacing(with: (a * a + b * b + c * c) / square, where: isTold)
}
