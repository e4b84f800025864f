import MeshTransform

extension TriangleList {
  /// Sorts the triangles from the farthest to the nearest, by the depth of their centers; equal depths keep their
  /// order. Translucent content whose faces overlap is blended in this order where the A-buffer does not sort it
  /// (``ItemFootprint/needsSorting(hasExactTransparency:)``).
  mutating func sortBackToFront(_ projected: ProjectedVertices) {
    let depths = projected.points.map { $0.w > 0 ? $0.z : Float.infinity }
    let count = indices.count / 3
    let keys = (0..<count).map { triangle -> Float in
      let corners = indices[3 * triangle..<3 * triangle + 3]
      return corners.reduce(Float(0)) { $0 + depths[Int($1)] }
    }
    if zip(keys, keys.dropFirst()).allSatisfy({ $0 <= $1 }) { return }
    let order = (0..<count).sorted { keys[$0] != keys[$1] ? keys[$0] < keys[$1] : $0 < $1 }
    indices = order.flatMap { indices[3 * $0..<3 * $0 + 3] }
  }
}
