extension Mesh {
  /// The faces of a grid, row by row, without creases.
  static func gridFaces(rows: Int, columns: Int) -> [Face] {
    [Face](unsafeUninitializedCapacity: rows * columns) { faces, count in
      let faces = UnsafeMutableBufferPointer(rebasing: faces[..<(rows * columns)])
      inParallel(rows, grainSize: max(1, 16_384 / columns)) { rows in
        for row in rows {
          for column in 0..<columns {
            faces.initializeElement(
              at: row * columns + column, to: Face(ofGridWith: columns + 1, row, column))
          }
        }
      }
      count = rows * columns
    }
  }
}

extension Mesh.Face {
  /// The face of a grid in a row and a column, whose rows have `width` vertices.
  @inline(__always)
  init(ofGridWith width: Int, _ row: Int, _ column: Int) {
    let topLeft = UInt32(row * width + column)
    let bottomLeft = topLeft + UInt32(width)
    self.init(topLeft, topLeft + 1, bottomLeft + 1, bottomLeft)
  }
}
