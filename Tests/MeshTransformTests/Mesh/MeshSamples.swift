import MeshTransform

extension Mesh.Vertex {
  /// A vertex that stays where it is, at (x, y) of unit layer space, but for its depth.
  static func still(_ x: Float, _ y: Float, z: Float = 0) -> Mesh.Vertex {
    Mesh.Vertex(from: SIMD2(x, y), to: SIMD3(x, y, z))
  }
}

extension Mesh {
  /// Top left, top right, bottom right, bottom left of the layer.
  static let corners: [Vertex] = [.still(0, 0), .still(1, 0), .still(1, 1), .still(0, 1)]
}

/// Lane by lane.
func abs(_ v: SIMD3<Float>) -> SIMD3<Float> { v.replacing(with: -v, where: v .< 0) }
