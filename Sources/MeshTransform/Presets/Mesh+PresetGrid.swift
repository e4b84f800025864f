extension Mesh {
  /// A grid that maps each point (u, v) of unit layer space by `to`, in double precision, on several threads for large
  /// grids.
  ///
  /// - Parameter other: a grid whose faces are shared if it has the same rows and columns.
  static func grid(
    like other: Mesh?, rows: Int, columns: Int, depth: DepthNormalization,
    _ to: (_ u: Double, _ v: Double) -> Point3D
  ) throws(MeshError) -> Mesh {
    let faces: [Face]
    if let other, other.hasGridFaces(rows: rows, columns: columns) {
      faces = other.faces
    } else {
      try checkGrid(rows: rows, columns: columns, limit: vertexLimit)
      faces = gridFaces(rows: rows, columns: columns)
    }
    let (width, count) = (columns + 1, (rows + 1) * (columns + 1))
    // Values for columns: one division each instead of one per vertex.
    let us = (0..<width).map { Double($0) / Double(columns) }
    let fromXs = (0..<width).map { Float($0) / Float(columns) }
    // The first invalid column of each row.
    var faults = [Int?](repeating: nil, count: rows + 1)
    let vertices = faults.withUnsafeMutableBufferPointer { faults in
      nonisolated(unsafe) let faults = faults
      return [Vertex](unsafeUninitializedCapacity: count) { vertices, initialized in
        nonisolated(unsafe) let vertices = vertices
        inParallel(rows + 1, grainSize: max(1, 8192 / width)) { some in
          for row in some {
            let (v, fromY) = (Double(row) / Double(rows), Float(row) / Float(rows))
            for column in 0..<width {
              let point = to(us[column], v)
              let vertex = Vertex(
                from: SIMD2(fromXs[column], fromY),
                to: SIMD3(Float(point.x), Float(point.y), Float(point.z)))
              if !vertex.isFinite, faults[row] == nil { faults[row] = column }
              vertices.initializeElement(at: row * width + column, to: vertex)
            }
          }
        }
        initialized = count
      }
    }
    if let row = faults.firstIndex(where: { $0 != nil }), let column = faults[row] {
      throw .nonFinite(vertex: row * width + column, vertices[row * width + column])
    }
    return Mesh(unchecked: vertices, faces, depthNormalization: depth)
  }

  /// Whether a mesh of ``grid(like:rows:columns:depth:_:)`` has these faces; the first face determines the columns.
  private func hasGridFaces(rows: Int, columns: Int) -> Bool {
    guard columns > 0, faces.count == rows * columns, let first = faces.first else { return false }
    let below = UInt32(columns + 1)
    return first == Face(0, 1, below + 1, below)
  }
}
