extension MergedGrid {
  /// What is drawn.
  struct Triangles {
    /// Those where rows and columns that are kept cross come first.
    var vertices: [Mesh.Vertex]
    /// One for each vertex, where the grid is lit.
    var normals: [Mesh.Normal]
    /// One for each vertex, where the grid has any.
    var brightness: [Float]
    /// Three a triangle, clockwise as the faces are, cell by cell.
    var indices: [UInt32] = []
  }

  func triangles(_ grid: GridVertices) -> Triangles {
    var builder = TriangleBuilder(self, grid)
    for i in cells.indices where !cells[i].contains(.isHidden) { builder.append(cell: i) }
    return builder.triangles
  }
}

private struct TriangleBuilder {
  let merged: MergedGrid
  let grid: GridVertices
  var triangles: MergedGrid.Triangles
  private let cellsPerRow: Int
  /// Of each row of cells, whether some are fine.
  private let hasFine: [Bool]
  /// By their place in the grid, the vertices that fine cells have beyond those that are kept.
  private var places: [Int: UInt32] = [:]

  init(_ merged: MergedGrid, _ grid: GridVertices) {
    (self.merged, self.grid) = (merged, grid)
    let count = merged.columns.count - 1
    cellsPerRow = count
    hasFine = (0..<merged.rows.count - 1).map { row in
      merged.cells[row * count..<(row + 1) * count].contains { $0.contains(.isFine) }
    }
    func kept<Value>(_ value: (Int) -> Value) -> [Value] {
      merged.rows.flatMap { row in merged.columns.map { value(row * grid.width + $0) } }
    }
    triangles = MergedGrid.Triangles(
      vertices: kept { grid.vertices[$0] }, normals: merged.normals,
      brightness: grid.brightness.map { values in kept { values[$0] } } ?? [])
    triangles.indices.reserveCapacity(6 * merged.cells.count)
  }

  private func isFine(_ row: Int, _ column: Int) -> Bool {
    row >= 0 && row < hasFine.count && hasFine[row] && column >= 0 && column < cellsPerRow
      && merged.cells[row * cellsPerRow + column].contains(.isFine)
  }

  mutating func append(cell i: Int) {
    let (row, column) = i.quotientAndRemainder(dividingBy: cellsPerRow)
    let (rises, isFine) = (merged.cells[i].contains(.rises), merged.cells[i].contains(.isFine))
    let topLeft = UInt32(row * merged.columns.count + column)
    let bottomLeft = topLeft + UInt32(merged.columns.count)
    let (topRight, bottomRight) = (topLeft + 1, bottomLeft + 1)
    if isFine { return appendFaces(row, column) }
    let (above, below) = (self.isFine(row - 1, column), self.isFine(row + 1, column))
    let (before, behind) = (self.isFine(row, column - 1), self.isFine(row, column + 1))
    guard above || below || before || behind else {
      if rises {
        append(bottomLeft, topLeft, topRight)
        append(topRight, bottomRight, bottomLeft)
      } else {
        append(topLeft, topRight, bottomRight)
        append(bottomRight, bottomLeft, topLeft)
      }
      return
    }
    // The sides clockwise, with the vertices that fine neighbors have there.
    let (rows, columns) = (
      merged.rows[row]...merged.rows[row + 1], merged.columns[column]...merged.columns[column + 1]
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
    if rises {
      append(between: leftSide, top)
      append(between: rightSide, bottom)
    } else {
      append(between: top, rightSide)
      append(between: bottom, leftSide)
    }
  }

  /// The triangle whose sides from its first corner to the right-angled one and on to the third have these vertices.
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
    for r in merged.rows[row]..<merged.rows[row + 1] {
      for c in merged.columns[column]..<merged.columns[column + 1] {
        let (a, b) = (index(r, c, row, column), index(r, c + 1, row, column))
        let (e, d) = (index(r + 1, c, row, column), index(r + 1, c + 1, row, column))
        append(a, b, d)
        append(d, e, a)
      }
    }
  }

  /// Of the grid's vertex in or around a cell.
  private mutating func index(_ r: Int, _ c: Int, _ row: Int, _ column: Int) -> UInt32 {
    let (upper, lower) = (merged.rows[row], merged.rows[row + 1])
    let (left, right) = (merged.columns[column], merged.columns[column + 1])
    let (isAcross, isDown) = (r == upper || r == lower, c == left || c == right)
    if isAcross, isDown { return keptIndex(r == upper ? row : row + 1, c == left ? column : column + 1) }
    let vertex = r * grid.width + c
    if let known = places[vertex] { return known }
    let made = UInt32(triangles.vertices.count)
    places[vertex] = made
    if isAcross, isFine(row, column) != isFine(r == upper ? row - 1 : row + 1, column), r > 0,
      r < grid.height - 1
    {
      let keptRow = r == upper ? row : row + 1
      append(
        between: keptIndex(keptRow, column), keptIndex(keptRow, column + 1),
        Float(c - left) / Float(right - left))
    } else if isDown, isFine(row, column) != isFine(row, c == left ? column - 1 : column + 1), c > 0,
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

  private func keptIndex(_ row: Int, _ column: Int) -> UInt32 { UInt32(row * merged.columns.count + column) }

  /// A vertex on the straight side between two others.
  private mutating func append(between a: UInt32, _ b: UInt32, _ share: Float) {
    let (p, q) = (triangles.vertices[Int(a)], triangles.vertices[Int(b)])
    triangles.vertices.append(
      Mesh.Vertex(from: p.from + (q.from - p.from) * share, to: p.to + (q.to - p.to) * share))
    if grid.isLit {
      let (m, n) = (triangles.normals[Int(a)], triangles.normals[Int(b)])
      triangles.normals.append(
        Mesh.Normal(m.x + (n.x - m.x) * share, m.y + (n.y - m.y) * share, m.z + (n.z - m.z) * share))
    }
    if grid.brightness != nil {
      let (m, n) = (triangles.brightness[Int(a)], triangles.brightness[Int(b)])
      triangles.brightness.append(m + (n - m) * share)
    }
  }
}
