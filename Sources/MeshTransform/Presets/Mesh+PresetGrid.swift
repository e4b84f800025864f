extension Mesh {
  /// A grid that maps each point (u, v) of unit layer space by `to`, in double precision, on several threads for large
  /// grids.
  static func grid(
    rows: Int, columns: Int, depth: DepthNormalization,
    _ to: (_ u: Double, _ v: Double) -> Point3D
  ) throws(MeshError) -> Mesh {
    try checkGrid(rows: rows, columns: columns, limit: vertexLimit)
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
    return Mesh(unchecked: vertices, .grid(rows: rows, columns: columns), depthNormalization: depth)
  }
}
