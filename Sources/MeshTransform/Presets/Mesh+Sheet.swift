extension Mesh {
  /// A grid whose vertex at (u, v) of unit layer space lands where `to` says, computed in double precision.
  static func sheet(
    rows: Int, columns: Int, depth: DepthNormalization, _ to: (_ u: Double, _ v: Double) -> Point3D
  ) throws(MeshError) -> Mesh {
    var mesh = try grid(rows: rows, columns: columns)
    mesh.depthNormalization = depth
    try mesh.mapVertices { vertex, i in
      let (row, column) = i.quotientAndRemainder(dividingBy: columns + 1)
      let point = to(Double(column) / Double(columns), Double(row) / Double(rows))
      return Vertex(from: vertex.from, to: SIMD3(Float(point.x), Float(point.y), Float(point.z)))
    }
    return mesh
  }
}
