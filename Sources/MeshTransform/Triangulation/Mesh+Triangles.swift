extension Mesh {
  /// The triangles 0-1-2 and 2-3-0 of every face, three vertex indices each, in the order of the faces.
  ///
  /// Triangles with two equal indices are left out. Every index is in `0..<vertices.count`.
  public func triangleIndices() -> [UInt32] {
    if let grid = storedFaces.gridSize { return Self.triangleIndices(of: grid) }
    return [UInt32](unsafeUninitializedCapacity: faces.count * 6) { buffer, count in
      faces.withUnsafeBufferPointer { faces in
        let triangles = UnsafeMutableBufferPointer(rebasing: buffer[..<(6 * faces.count)])
        if Self.fill(triangles, withQuads: faces) {
          count = 6 * faces.count
        } else {
          count = Self.fill(triangles, with: faces)
        }
      }
    }
  }

  /// The triangles of a grid, without a list of its faces.
  private static func triangleIndices(of grid: GridSize) -> [UInt32] {
    [UInt32](unsafeUninitializedCapacity: 6 * grid.faces) { buffer, count in
      let triangles = UnsafeMutableBufferPointer(rebasing: buffer[..<(6 * grid.faces)])
      let width = UInt32(grid.columns + 1)
      inParallel(grid.rows, grainSize: max(1, 16_384 / grid.columns)) { rows in
        for row in rows {
          var (a, place) = (UInt32(row) * width, 6 * row * grid.columns)
          for _ in 0..<grid.columns {
            let (b, c, d) = (a + 1, a + width + 1, a + width)
            (triangles[place], triangles[place + 1], triangles[place + 2]) = (a, b, c)
            (triangles[place + 3], triangles[place + 4], triangles[place + 5]) = (c, d, a)
            (a, place) = (a + 1, place + 6)
          }
        }
      }
      count = 6 * grid.faces
    }
  }

  /// Writes two triangles for every face, on several threads; false if a face lacks a triangle.
  private static func fill(
    _ buffer: UnsafeMutableBufferPointer<UInt32>, withQuads faces: UnsafeBufferPointer<Face>
  ) -> Bool {
    !mapBlocks(faces.count, of: 16_384) { range in
      var isComplete = true
      for i in range {
        let (a, b, c, d) = (
          faces[i].indices.x, faces[i].indices.y, faces[i].indices.z, faces[i].indices.w
        )
        (buffer[6 * i], buffer[6 * i + 1], buffer[6 * i + 2]) = (a, b, c)
        (buffer[6 * i + 3], buffer[6 * i + 4], buffer[6 * i + 5]) = (c, d, a)
        isComplete = isComplete && a != c && b != a && b != c && d != a && d != c
      }
      return isComplete
    }.contains(false)
  }

  /// - Returns: the number of indices.
  private static func fill(
    _ buffer: UnsafeMutableBufferPointer<UInt32>, with faces: UnsafeBufferPointer<Face>
  ) -> Int {
    var n = 0
    for face in faces {
      let (a, b, c, d) = (face.indices.x, face.indices.y, face.indices.z, face.indices.w)
      if a == c { continue }
      if b != a && b != c {
        (buffer[n], buffer[n + 1], buffer[n + 2]) = (a, b, c)
        n += 3
      }
      if d != a && d != c {
        (buffer[n], buffer[n + 1], buffer[n + 2]) = (c, d, a)
        n += 3
      }
    }
    return n
  }
}
