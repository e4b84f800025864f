import Dispatch

/// The faces of grids. The faces of the last grid are cached, so that the frames of an animation share them, and
/// comparisons and caches can identify them by their memory.
///
/// The cache holds at most 32 MiB, for the largest grid within ``Mesh/vertexLimit``; faces of larger grids are not
/// cached.
enum GridFaces {
  private static let lock = DispatchSemaphore(value: 1)
  /// Accessed only while `lock` is held.
  nonisolated(unsafe) private static var last: (rows: Int, columns: Int, faces: [Mesh.Face]) = (0, 0, [])

  static func faces(rows: Int, columns: Int) -> [Mesh.Face] {
    lock.wait()
    let cached = last
    lock.signal()
    if cached.rows == rows, cached.columns == columns { return cached.faces }
    let made = makeFaces(rows: rows, columns: columns)
    guard made.count <= Mesh.vertexLimit else { return made }
    lock.wait()
    last = (rows, columns, made)
    lock.signal()
    return made
  }

  /// Whether the faces are the cached ones, in the same memory, of a grid of that size.
  static func areLast(_ faces: [Mesh.Face], rows: Int, columns: Int) -> Bool {
    lock.wait()
    let cached = last
    lock.signal()
    return cached.rows == rows && cached.columns == columns && cached.faces.isInMemory(of: faces)
  }

  private static func makeFaces(rows: Int, columns: Int) -> [Mesh.Face] {
    [Mesh.Face](unsafeUninitializedCapacity: rows * columns) { faces, count in
      let faces = UnsafeMutableBufferPointer(rebasing: faces[..<(rows * columns)])
      inParallel(rows, grainSize: max(1, 16_384 / columns)) { rows in
        for row in rows {
          for column in 0..<columns {
            let topLeft = UInt32(row * (columns + 1) + column)
            let bottomLeft = topLeft + UInt32(columns + 1)
            faces.initializeElement(
              at: row * columns + column, to: Mesh.Face(topLeft, topLeft + 1, bottomLeft + 1, bottomLeft))
          }
        }
      }
      count = rows * columns
    }
  }
}
