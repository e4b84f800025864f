/// The numbers of the elements of a grid in a ``TopologyLevel``, as tables in rows from the top left, so that
/// ``GridRefiner`` numbers them alike.
///
/// The sides of a grid cell are 0 top, 1 right, 2 bottom, 3 left; side `i` begins at corner `i`. A face may list its
/// corners from any of these on.
struct GridNumbering {
  private(set) var size: GridSize
  private(set) var vertices: [UInt32]
  /// Horizontal edges, `rows` + 1 times `columns`.
  private(set) var horizontal: [UInt32]
  /// Vertical edges, `rows` times `columns` + 1.
  private(set) var vertical: [UInt32]
  private(set) var faces: [UInt32]
  /// Whether no step has been made.
  private var isControlMesh = true

  /// The numbers of the control mesh: edges in the order of the faces' sides.
  init(_ size: GridSize) {
    self.size = size
    vertices = (0..<size.vertices).map { UInt32($0) }
    faces = (0..<size.faces).map { UInt32($0) }
    horizontal = [UInt32](repeating: 0, count: (size.rows + 1) * size.columns)
    vertical = [UInt32](repeating: 0, count: size.rows * (size.columns + 1))
    var next: UInt32 = 0
    func name(_ edge: inout UInt32) { (edge, next) = (next, next + 1) }
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        if row == 0 { name(&horizontal[column]) }
        name(&vertical[row * (size.columns + 1) + column + 1])
        name(&horizontal[(row + 1) * size.columns + column])
        if column == 0 { name(&vertical[row * (size.columns + 1)]) }
      }
    }
  }

  /// The corner of the grid cell from which its face lists them: the position of the parent's corner.
  @inline(__always)
  func firstCorner(_ row: Int, _ column: Int) -> Int {
    isControlMesh ? 0 : row & 1 == 0 ? column & 1 : 3 - (column & 1)
  }

  /// Advances the numbers by one step.
  mutating func refine() {
    let old = self
    let (rows, columns) = (old.size.rows, old.size.columns)
    let (v, e) = (UInt32(old.size.vertices), UInt32(old.size.edges))
    size = old.size.refined
    isControlMesh = false
    let width = size.columns
    vertices = Self.table(size.vertices) { table in
      for row in 0...rows {
        let (even, odd) = (2 * row * (width + 1), (2 * row + 1) * (width + 1))
        for column in 0...columns {
          table[even + 2 * column] = old.vertices[row * (columns + 1) + column]
          if column < columns { table[even + 2 * column + 1] = v + old.horizontal[row * columns + column] }
        }
        guard row < rows else { continue }
        for column in 0...columns {
          table[odd + 2 * column] = v + old.vertical[row * (columns + 1) + column]
          if column < columns { table[odd + 2 * column + 1] = v + e + old.faces[row * columns + column] }
        }
      }
    }
    horizontal = Self.table((size.rows + 1) * width) { table in
      for row in 0...rows {
        for column in 0..<columns {
          let edge = old.horizontal[row * columns + column]
          // Half 0 is at the end that its first face visits first; after a step, that is the outer end.
          let leftHalf: UInt32 = old.isControlMesh ? (row == 0 ? 0 : 1) : UInt32(column & 1)
          table[2 * row * width + 2 * column] = 2 * edge + leftHalf
          table[2 * row * width + 2 * column + 1] = 2 * edge + (1 - leftHalf)
          guard row < rows else { continue }
          let (face, first) = (old.faces[row * columns + column], old.firstCorner(row, column))
          table[(2 * row + 1) * width + 2 * column] = 2 * e + 4 * face + UInt32((3 - first) & 3)
          table[(2 * row + 1) * width + 2 * column + 1] = 2 * e + 4 * face + UInt32((1 - first) & 3)
        }
      }
    }
    vertical = Self.table(size.rows * (width + 1)) { table in
      for row in 0..<rows {
        let (upper, lower) = (2 * row * (width + 1), (2 * row + 1) * (width + 1))
        for column in 0...columns {
          let edge = old.vertical[row * (columns + 1) + column]
          let upperHalf: UInt32 = old.isControlMesh ? (column == 0 ? 1 : 0) : UInt32(row & 1)
          table[upper + 2 * column] = 2 * edge + upperHalf
          table[lower + 2 * column] = 2 * edge + (1 - upperHalf)
          guard column < columns else { continue }
          let (face, first) = (old.faces[row * columns + column], old.firstCorner(row, column))
          table[upper + 2 * column + 1] = 2 * e + 4 * face + UInt32((0 - first) & 3)
          table[lower + 2 * column + 1] = 2 * e + 4 * face + UInt32((2 - first) & 3)
        }
      }
    }
    faces = Self.table(size.faces) { table in
      for row in 0..<rows {
        for column in 0..<columns {
          let (face, first) = (old.faces[row * columns + column], old.firstCorner(row, column))
          let upper = 2 * row * width + 2 * column
          table[upper] = 4 * face + UInt32((0 - first) & 3)
          table[upper + 1] = 4 * face + UInt32((1 - first) & 3)
          table[upper + width + 1] = 4 * face + UInt32((2 - first) & 3)
          table[upper + width] = 4 * face + UInt32((3 - first) & 3)
        }
      }
    }
  }

  private static func table(
    _ count: Int, _ fill: (UnsafeMutableBufferPointer<UInt32>) -> Void
  ) -> [UInt32] {
    [UInt32](unsafeUninitializedCapacity: count) { table, initialized in
      fill(table)
      initialized = count
    }
  }
}
