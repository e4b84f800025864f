import MeshTransform
import RenderGraph

/// A kept row of a grid: the values at the kept columns, and the differences of the other vertices from straight lines.
final class KeptRow {
  private(set) var row = -1
  private(set) var fromY: Float = 0
  /// Components at the kept columns: those that ``GridWindow`` compares, then normals of unit length or zero.
  let values: FloatRows
  /// Canvas positions at the kept columns: x, y, depth, and w.
  let positions: FloatRows
  /// Values of every column on the straight lines between kept columns.
  let lines: FloatRows
  /// True value minus the value on the line.
  let differences: FloatRows
  /// ``normalError(_:_:_:_:_:_:)`` of every column.
  let normalErrors: FloatRows

  init(_ window: GridWindow, columns: Int) {
    let (numbers, length) = (window.componentCount + 3, window.grid.width)
    (values, positions) = (FloatRows(numbers, of: columns), FloatRows(4, of: columns))
    (lines, differences) = (FloatRows(numbers, of: length), FloatRows(window.componentCount, of: length))
    normalErrors = FloatRows(1, of: length)
  }

  func set(_ row: Int, _ window: GridWindow, _ columns: KeptColumns, _ bounds: SimplificationBounds) {
    if row == self.row { return }
    self.row = row
    let (grid, componentCount, count) = (window.grid, window.componentCount, columns.kept.count)
    fromY = grid[row, 0].fromY
    let first = window.load(row)
    for i in 0..<componentCount {
      let (source, value, line, difference) = (window[first + i], values[i], lines[i], differences[i])
      columns.gather(source, into: value)
      columns.interpolate(value, into: line)
      for c in stride(from: 0, to: grid.width, by: 8) { difference.set(c, source.eight(c) - line.eight(c)) }
    }
    let (x, y, z) = (values[0], values[1], values[2])
    for j in stride(from: 0, to: count, by: 8) {
      let (x, y, z) = (x.eight(j), y.eight(j), z.eight(j))
      func component(_ axis: Int) -> FloatRow.Eight {
        let rows = bounds.unitToCanvas
        let xy: FloatRow.Eight = x * rows.0[axis] + y * rows.1[axis]
        return xy + z * rows.2[axis] + rows.3[axis]
      }
      let w = component(3)
      positions[0].set(j, component(0) / w)
      positions[1].set(j, component(1) / w)
      positions[2].set(j, component(2) / w)
      positions[3].set(j, w)
    }
    if grid.isLit { setNormals(window, columns) }
  }

  private func setNormals(_ window: GridWindow, _ columns: KeptColumns) {
    let (x, y, z) = window.normals(of: row)
    let (n, m, o) = (window.componentCount, window.componentCount + 1, window.componentCount + 2)
    let (nx, ny, nz) = (values[n], values[m], values[o])
    columns.gather(x, into: nx)
    columns.gather(y, into: ny)
    columns.gather(z, into: nz)
    for j in stride(from: 0, to: columns.kept.count, by: 8) {
      let (x, y, z) = (nx.eight(j), ny.eight(j), nz.eight(j))
      // Division by the largest component first keeps the squares of small components above zero.
      let largest = larger(larger(magnitude(x), magnitude(y)), magnitude(z))
      let isDefined = (largest .> 0) .& (largest .<= .greatestFiniteMagnitude)
      let (u, v, w) = (x / largest, y / largest, z / largest)
      let length = (u * u + v * v + w * w).squareRoot()
      nx.set(j, FloatRow.Eight.zero.replacing(with: u / length, where: isDefined))
      ny.set(j, FloatRow.Eight.zero.replacing(with: v / length, where: isDefined))
      nz.set(j, FloatRow.Eight.zero.replacing(with: w / length, where: isDefined))
    }
    let (lineX, lineY, lineZ) = (lines[n], lines[m], lines[o])
    columns.interpolate(nx, into: lineX)
    columns.interpolate(ny, into: lineY)
    columns.interpolate(nz, into: lineZ)
    let normalErrors = normalErrors[0]
    for c in stride(from: 0, to: window.grid.width, by: 8) {
      normalErrors.set(
        c, normalError(x.eight(c), y.eight(c), z.eight(c), lineX.eight(c), lineY.eight(c), lineZ.eight(c)))
    }
  }

  /// The normals at the kept columns; empty if the grid is unlit.
  func normals(_ window: GridWindow, _ columns: KeptColumns) -> [Mesh.Normal] {
    guard window.grid.isLit else { return [] }
    let n = window.componentCount
    let (x, y, z) = (values[n], values[n + 1], values[n + 2])
    return columns.kept.indices.map { j in
      x[j] == 0 && y[j] == 0 && z[j] == 0 ? .towardViewer : Mesh.Normal(x[j], y[j], z[j])
    }
  }
}

/// The squared sine of the angle between `(x, y, z)` and `(u, v, w)`, times the squared length of the latter. Infinite
/// for angles of 90 degrees or more, and for undefined normals.
@inline(__always)
func normalError(
  _ x: SIMD8<Float>, _ y: SIMD8<Float>, _ z: SIMD8<Float>, _ u: SIMD8<Float>, _ v: SIMD8<Float>,
  _ w: SIMD8<Float>
) -> SIMD8<Float> {
  let (a, b, c) = (y * w - z * v, z * u - x * w, x * v - y * u)
  let square = x * x + y * y + z * z
  let isDefined = (x * u + y * v + z * w .> 0) .& (square .> 1e-30)
  let endless = SIMD8<Float>(repeating: .greatestFiniteMagnitude)
  return endless.replacing(with: (a * a + b * b + c * c) / square, where: isDefined)
}
