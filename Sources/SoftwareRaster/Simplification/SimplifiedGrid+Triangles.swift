import MeshTransform
import RenderGraph

extension SimplifiedGrid {
  /// The triangles of a simplified grid.
  struct Triangles {
    /// Begins with the vertices at the crossings of kept rows and columns.
    var vertices: [Mesh.Vertex]
    /// One for each vertex; empty if the grid is unlit.
    var normals: [Mesh.Normal]
    /// One for each vertex; empty if the grid has none.
    var brightness: [Float]
    /// Three for each triangle, clockwise as in the faces, cell by cell.
    var indices: [UInt32] = []
  }

  func triangles(_ grid: GridVertices) -> Triangles {
    var builder = TriangleBuilder(self, grid)
    for row in 0..<rows.count - 1 { builder.appendCells(row) }
    return builder.triangles
  }
}

private struct TriangleBuilder {
  let simplified: SimplifiedGrid
  let grid: GridVertices
  var triangles: SimplifiedGrid.Triangles
  private let cellsPerRow: Int
  /// For each row of cells, whether a cell keeps its faces.
  private let hasKeptFaces: [Bool]
  /// The indices of vertices of cells that keep their faces, apart from the kept crossings: for each vertex of the grid in
  /// the present row of cells, from its upper to its lower kept row; ``none`` where none was added.
  private var addedVertices: [UInt32]
  private static let none = UInt32.max

  init(_ simplified: SimplifiedGrid, _ grid: GridVertices) {
    (self.simplified, self.grid) = (simplified, grid)
    let count = simplified.columns.count - 1
    cellsPerRow = count
    hasKeptFaces = (0..<simplified.rows.count - 1).map { row in
      simplified.cells[row * count..<(row + 1) * count].contains { $0.contains(.keepsFaces) }
    }
    func kept<Value>(_ value: (Int) -> Value) -> [Value] {
      var values: [Value] = []
      values.reserveCapacity(simplified.rows.count * simplified.columns.count)
      for row in simplified.rows {
        for column in simplified.columns { values.append(value(row * grid.width + column)) }
      }
      return values
    }
    triangles = SimplifiedGrid.Triangles(
      vertices: kept { grid.vertices[$0] }, normals: simplified.normals,
      brightness: grid.brightness.map { values in kept { values[$0] } } ?? [])
    triangles.indices.reserveCapacity(6 * simplified.cells.count)
    let tallest = zip(simplified.rows, simplified.rows.dropFirst()).map { $1 - $0 }.max() ?? 0
    addedVertices = Array(repeating: Self.none, count: (tallest + 1) * grid.width)
  }

  mutating func appendCells(_ row: Int) {
    if row > 0 { moveDown(to: row) }
    let isNearKeptFaces = hasKeptFaces[max(row - 1, 0)...min(row + 1, hasKeptFaces.count - 1)].contains(true)
    for column in 0..<cellsPerRow {
      let cell = simplified.cells[row * cellsPerRow + column]
      if cell.contains(.isOffCanvas) { continue }
      if isNearKeptFaces {
        append(cell: row, column)
      } else {
        append(whole: row, column, rises: rises(row, column))
      }
    }
  }

  /// Moves ``addedVertices`` to a row of cells, whose upper vertices are the lower ones of the row above.
  private mutating func moveDown(to row: Int) {
    let shared = (simplified.rows[row] - simplified.rows[row - 1]) * grid.width
    for column in 0..<grid.width { addedVertices[column] = addedVertices[shared + column] }
    for i in grid.width..<addedVertices.count { addedVertices[i] = Self.none }
  }

  private func keepsFaces(_ row: Int, _ column: Int) -> Bool {
    row >= 0 && row < hasKeptFaces.count && hasKeptFaces[row] && column >= 0 && column < cellsPerRow
      && simplified.cells[row * cellsPerRow + column].contains(.keepsFaces)
  }

  /// Whether the diagonal of a cell runs from the bottom left to the top right.
  private func rises(_ row: Int, _ column: Int) -> Bool {
    let (r, c) = (simplified.rows[row], simplified.columns[column])
    let isFace = simplified.rows[row + 1] == r + 1 && simplified.columns[column + 1] == c + 1
    return isFace && grid.alternatesDiagonals
      ? (r + c) & 1 == 1 : simplified.cells[row * cellsPerRow + column].contains(.rises)
  }

  private mutating func append(cell row: Int, _ column: Int) {
    if keepsFaces(row, column) { return appendFaces(row, column) }
    let (above, below) = (self.keepsFaces(row - 1, column), self.keepsFaces(row + 1, column))
    let (before, behind) = (self.keepsFaces(row, column - 1), self.keepsFaces(row, column + 1))
    guard above || below || before || behind else {
      return append(whole: row, column, rises: rises(row, column))
    }
    // The sides clockwise, with the vertices of neighbors that keep their faces.
    let (rows, columns) = (
      simplified.rows[row]...simplified.rows[row + 1],
      simplified.columns[column]...simplified.columns[column + 1]
    )
    func across(_ r: Int, _ isShared: Bool) -> [UInt32] {
      let vertices = isShared ? Array(columns) : [columns.lowerBound, columns.upperBound]
      return vertices.map { index(r, $0, row, column) }
    }
    func down(_ c: Int, _ isShared: Bool) -> [UInt32] {
      let vertices = isShared ? Array(rows) : [rows.lowerBound, rows.upperBound]
      return vertices.map { index($0, c, row, column) }
    }
    let (top, bottom) = (across(rows.lowerBound, above), Array(across(rows.upperBound, below).reversed()))
    let (leftSide, rightSide) = (
      Array(down(columns.lowerBound, before).reversed()), down(columns.upperBound, behind)
    )
    if rises(row, column) {
      append(between: leftSide, top)
      append(between: rightSide, bottom)
    } else {
      append(between: top, rightSide)
      append(between: bottom, leftSide)
    }
  }

  /// Appends the two triangles of a cell without additional vertices.
  @inline(__always)
  private mutating func append(whole row: Int, _ column: Int, rises: Bool) {
    let (topLeft, bottomLeft) = (keptIndex(row, column), keptIndex(row + 1, column))
    let (topRight, bottomRight) = (topLeft + 1, bottomLeft + 1)
    if rises {
      append(bottomLeft, topLeft, topRight)
      append(topRight, bottomRight, bottomLeft)
    } else {
      append(topLeft, topRight, bottomRight)
      append(bottomRight, bottomLeft, topLeft)
    }
  }

  /// Appends a triangle whose sides have additional vertices: `first` runs from the first corner to the right-angled
  /// one, `second` from there to the third.
  private mutating func append(between first: [UInt32], _ second: [UInt32]) {
    let third = second[second.count - 1]
    let last = first.count - 2
    for i in 0..<last { append(first[i], first[i + 1], third) }
    for i in 0..<second.count - 1 { append(first[last], second[i], second[i + 1]) }
  }

  @inline(__always)
  private mutating func append(_ a: UInt32, _ b: UInt32, _ c: UInt32) {
    triangles.indices.append(a)
    triangles.indices.append(b)
    triangles.indices.append(c)
  }

  private mutating func appendFaces(_ row: Int, _ column: Int) {
    for r in simplified.rows[row]..<simplified.rows[row + 1] {
      for c in simplified.columns[column]..<simplified.columns[column + 1] {
        let (a, b) = (index(r, c, row, column), index(r, c + 1, row, column))
        let (e, d) = (index(r + 1, c, row, column), index(r + 1, c + 1, row, column))
        if grid.alternatesDiagonals, (r + c) & 1 == 1 {
          append(b, d, e)
          append(e, a, b)
        } else {
          append(a, b, d)
          append(d, e, a)
        }
      }
    }
  }

  /// The index of a vertex of the grid in or around a cell.
  private mutating func index(_ r: Int, _ c: Int, _ row: Int, _ column: Int) -> UInt32 {
    let (upper, lower) = (simplified.rows[row], simplified.rows[row + 1])
    let (left, right) = (simplified.columns[column], simplified.columns[column + 1])
    let (isAcross, isDown) = (r == upper || r == lower, c == left || c == right)
    if isAcross, isDown { return keptIndex(r == upper ? row : row + 1, c == left ? column : column + 1) }
    let (vertex, place) = (r * grid.width + c, (r - upper) * grid.width + c)
    if addedVertices[place] != Self.none { return addedVertices[place] }
    let made = UInt32(triangles.vertices.count)
    addedVertices[place] = made
    if isAcross, keepsFaces(row, column) != keepsFaces(r == upper ? row - 1 : row + 1, column), r > 0,
      r < grid.height - 1
    {
      let keptRow = r == upper ? row : row + 1
      append(
        between: keptIndex(keptRow, column), keptIndex(keptRow, column + 1),
        Float(c - left) / Float(right - left))
    } else if isDown, keepsFaces(row, column) != keepsFaces(row, c == left ? column - 1 : column + 1), c > 0,
      c < grid.width - 1
    {
      let keptColumn = c == left ? column : column + 1
      append(
        between: keptIndex(row, keptColumn), keptIndex(row + 1, keptColumn),
        Float(r - upper) / Float(lower - upper))
    } else {
      triangles.vertices.append(grid.vertices[vertex])
      if let brightness = grid.brightness { triangles.brightness.append(brightness[vertex]) }
      if grid.isLit {
        let normal = grid.normal(r, c)
        triangles.normals.append(
          normal == .zero ? .towardViewer : Mesh.Normal(normal.x, normal.y, normal.z))
      }
    }
    return made
  }

  private func keptIndex(_ row: Int, _ column: Int) -> UInt32 {
    UInt32(row * simplified.columns.count + column)
  }

  /// Appends a vertex on the straight side between two others.
  private mutating func append(between a: UInt32, _ b: UInt32, _ fraction: Float) {
    let (p, q) = (triangles.vertices[Int(a)], triangles.vertices[Int(b)])
    triangles.vertices.append(
      Mesh.Vertex(from: p.from + (q.from - p.from) * fraction, to: p.to + (q.to - p.to) * fraction))
    if grid.isLit {
      let (m, n) = (triangles.normals[Int(a)], triangles.normals[Int(b)])
      triangles.normals.append(
        Mesh.Normal(m.x + (n.x - m.x) * fraction, m.y + (n.y - m.y) * fraction, m.z + (n.z - m.z) * fraction))
    }
    if grid.brightness != nil {
      let (m, n) = (triangles.brightness[Int(a)], triangles.brightness[Int(b)])
      triangles.brightness.append(m + (n - m) * fraction)
    }
  }
}
