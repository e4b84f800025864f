/// The cells of a map's canvas: squares that are halved where the map is not close to linear.
struct PlaneCells {
  /// A square whose corners have whole coordinates on the finest grid.
  struct Cell {
    var x: Int, y: Int, side: Int
  }

  /// A point of the finest grid.
  struct Node {
    let position: SIMD2<Double>
    let content: SIMD2<Double>?
    /// Whether the point is a corner of a cell.
    var isCorner = false
  }

  let map: PlaneMap
  private let resolution: PlaneMap.Resolution
  private let limit: Int
  /// Cells of the coarsest grid.
  private let columns: Int, rows: Int
  /// Steps of the finest grid in a cell of the coarsest.
  private let coarse: Int
  /// Steps below which cells are not halved, and those below which cells with an edge of the content are not.
  private let least: Int, leastAtEdge: Int

  private(set) var cells: [Cell] = []
  private(set) var nodes: [Node] = []
  private var indices: [UInt64: Int] = [:]

  init(_ map: PlaneMap, _ resolution: PlaneMap.Resolution, limit: Int) {
    (self.map, self.resolution, self.limit) = (map, resolution, limit)
    let (width, height) = (resolution.canvas.width, resolution.canvas.height)
    // 32 cells along the longer side, so that smaller parts with content are found.
    let size = max(width, height) / 32
    columns = min(max(Int(clamping: (width / size).rounded()), 1), 32)
    rows = min(max(Int(clamping: (height / size).rounded()), 1), 32)
    // Steps of at most 3/4 of a pixel.
    var steps = 2
    while Double(steps) < size * 4 / 3, steps < 1 << 14 { steps *= 2 }
    coarse = steps
    let step = size / Double(steps)
    least = max(2, Int(clamping: 1.5 / step))
    // A chord across a cell leaves a circle by `side^2 / (4 radius)`, and the map bends most there; a sixteenth
    // of the tolerance is kept for a radius of `size`.
    leastAtEdge = max(least, Int(clamping: (resolution.tolerance * size).squareRoot() / (2 * step)))
  }

  /// Halves the cells until each keeps the tolerance.
  /// - Returns: false where that takes more cells than the limit.
  mutating func divide() -> Bool {
    var open: [Cell] = []
    for row in (0..<rows).reversed() {
      for column in (0..<columns).reversed() {
        open.append(Cell(x: column * coarse, y: row * coarse, side: coarse))
      }
    }
    while let cell = open.popLast() {
      guard needsHalving(cell) else {
        for (x, y) in cell.corners { nodes[index(x, y)].isCorner = true }
        cells.append(cell)
        guard cells.count <= limit else { return false }
        continue
      }
      let half = cell.side / 2
      for (x, y) in [(half, half), (0, half), (half, 0), (0, 0)] {
        open.append(Cell(x: cell.x + x, y: cell.y + y, side: half))
      }
    }
    return true
  }

  /// The index of the node at a place of the finest grid, which is computed where it is new.
  mutating func index(_ x: Int, _ y: Int) -> Int {
    let key = Self.key(x, y)
    if let index = indices[key] { return index }
    let position = SIMD2(Double(x) / Double(columns * coarse), Double(y) / Double(rows * coarse))
    nodes.append(Node(position: position, content: map.content(position)))
    indices[key] = nodes.count - 1
    return nodes.count - 1
  }

  /// The corner of a cell at a place; nil where there is none.
  func corner(_ x: Int, _ y: Int) -> Int? {
    guard let index = indices[Self.key(x, y)], nodes[index].isCorner else { return nil }
    return index
  }

  private static func key(_ x: Int, _ y: Int) -> UInt64 { UInt64(y) << 32 | UInt64(x) }

  private mutating func needsHalving(_ cell: Cell) -> Bool {
    guard cell.side > least else { return false }
    let half = cell.side / 2
    // Row by row: the corners are 0, 2, 6 and 8, the middle is 4.
    var points: [SIMD2<Double>] = []
    for row in 0...2 {
      for column in 0...2 {
        let node = index(cell.x + column * half, cell.y + row * half)
        if let content = nodes[node].content { points.append(content) }
      }
    }
    guard points.count == 9 else { return !points.isEmpty && cell.side > leastAtEdge }
    // All of it is outside of the content, on one side, and transparent.
    let (low, high) = (points.reduce(points[0], pointwiseMin), points.reduce(points[0], pointwiseMax))
    if !map.isPeriodic, !map.leadsToCanvas, high.min() < -0.05 || low.max() > 1.05 { return false }
    // Between the points at which the error is computed it is slightly larger.
    return error(points, half: half) > 0.65 * resolution.tolerance
  }

  /// The largest distance between the map and its interpolation on two triangles, at the middles of the sides and of the
  /// diagonal, in pixels of the canvas or of the content, whichever are larger.
  private func error(_ p: [SIMD2<Double>], half: Int) -> Double {
    let pixels = SIMD2(resolution.content.width, resolution.content.height)
    let step = SIMD2(
      resolution.canvas.width * Double(half) / Double(columns * coarse),
      resolution.canvas.height * Double(half) / Double(rows * coarse))
    // Half a side to the right and down, in pixels of the content.
    let right = map.difference(p[3], p[5]) / 2 * pixels
    let down = map.difference(p[1], p[7]) / 2 * pixels
    let determinant = right.x * down.y - right.y * down.x
    var largest = 0.0
    for (a, middle, b) in [(0, 1, 2), (0, 3, 6), (2, 5, 8), (6, 7, 8), (0, 4, 8)] {
      let bend = (map.difference(p[a], p[middle]) - map.difference(p[a], p[b]) / 2) * pixels
      let onCanvas =
        SIMD2(bend.x * down.y - bend.y * down.x, right.x * bend.y - right.y * bend.x) / determinant * step
      let error = min((bend * bend).sum(), (onCanvas * onCanvas).sum())
      largest = max(largest, error.isNaN ? (bend * bend).sum() : error)
    }
    return largest.squareRoot()
  }
}

extension PlaneCells.Cell {
  /// The corners from the top left one, as a face has them.
  var corners: [(x: Int, y: Int)] { [(x, y), (x + side, y), (x + side, y + side), (x, y + side)] }
}
