extension Mesh {
  /// The faces of a grid, row by row, without creases.
  static func gridFaces(rows: Int, columns: Int) -> [Face] {
    [Face](unsafeUninitializedCapacity: rows * columns) { faces, count in
      let faces = UnsafeMutableBufferPointer(rebasing: faces[..<(rows * columns)])
      inParallel(rows, grainSize: max(1, 16_384 / columns)) { rows in
        for row in rows {
          for column in 0..<columns {
            let topLeft = UInt32(row * (columns + 1) + column)
            let bottomLeft = topLeft + UInt32(columns + 1)
            faces.initializeElement(
              at: row * columns + column, to: Face(topLeft, topLeft + 1, bottomLeft + 1, bottomLeft))
          }
        }
      }
      count = rows * columns
    }
  }
}
