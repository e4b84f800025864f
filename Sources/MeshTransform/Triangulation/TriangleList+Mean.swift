extension TriangleList {
  /// Adds a vertex whose values are weighted means of those of others.
  /// - `corners`: vertices with their weights, whose sum is 1.
  /// - Returns: the number of the vertex.
  package mutating func appendMean(of corners: [(vertex: UInt32, weight: Double)]) -> UInt32 {
    func mean(_ value: (Int) -> Float) -> Float {
      Float(corners.reduce(0.0) { $0 + $1.weight * Double(value(Int($1.vertex))) })
    }
    let made = UInt32(vertices.count)
    let vertex = Mesh.Vertex(
      from: SIMD2(mean { vertices[$0].fromX }, mean { vertices[$0].fromY }),
      to: SIMD3(mean { vertices[$0].toX }, mean { vertices[$0].toY }, mean { vertices[$0].toZ }))
    if !normals.isEmpty {
      let normal = Mesh.Normal(mean { normals[$0].x }, mean { normals[$0].y }, mean { normals[$0].z })
      normals.append(normal)
    }
    if !brightness.isEmpty {
      let value = mean { brightness[$0] }
      brightness.append(value)
    }
    vertices.append(vertex)
    return made
  }
}
