extension Mesh {
  /// One flat face over the bounds: the mesh of layers without a mesh.
  package static let unitQuad: Mesh = {
    let corners: [SIMD2<Float>] = [SIMD2(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)]
    do {
      return try Mesh(
        vertices: corners.map { Vertex(from: $0, to: SIMD3($0.x, $0.y, 0)) }, faces: [Face(0, 1, 2, 3)])
    } catch {
      preconditionFailure("the unit square is a valid mesh: \(error)")
    }
  }()
}
