extension Mesh {
  /// A grid whose vertex at (u, v) of unit layer space lands where `to` says, computed in double precision.
  ///
  /// - Parameter to: called on several threads; its result may depend on (u, v) only.
  static func sheet(
    rows: Int, columns: Int, depth: DepthNormalization, _ to: (_ u: Double, _ v: Double) -> Point3D
  ) throws(MeshError) -> Mesh {
    try checkGrid(rows: rows, columns: columns, limit: vertexLimit)
    let width = columns + 1
    let vertices = [Vertex](unsafeUninitializedCapacity: width * (rows + 1)) { vertices, count in
      let vertices = UnsafeMutableBufferPointer(rebasing: vertices[..<(width * (rows + 1))])
      inParallel(rows + 1, least: max(1, 2048 / width)) { range in
        for row in range {
          let (y, v) = (Float(row) / Float(rows), Double(row) / Double(rows))
          for column in 0..<width {
            let point = to(Double(column) / Double(columns), v)
            vertices.initializeElement(
              at: row * width + column,
              to: Vertex(
                from: SIMD2(Float(column) / Float(columns), y),
                to: SIMD3(Float(point.x), Float(point.y), Float(point.z))))
          }
        }
      }
      count = width * (rows + 1)
    }
    let isFinite = !anyBlock(vertices.count, of: 65_536) { range in
      vertices.withUnsafeBufferPointer { vertices in !vertices[range].allSatisfy(\.isFinite) }
    }
    if !isFinite, let fault = vertices.firstIndex(where: { !$0.isFinite }) {
      throw .nonFinite(vertex: fault, vertices[fault])
    }
    return Mesh(unchecked: vertices, GridFaces.faces(rows: rows, columns: columns), depthNormalization: depth)
  }
}
