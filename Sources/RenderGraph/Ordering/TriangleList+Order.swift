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

extension TriangleList {
  /// The overlap of triangles in a plane.
  package enum Folding {
    /// No triangles overlap.
    case none
    /// No triangles overlap, except in slivers of some thousandths of a pixel.
    case slivers
    /// Triangles may overlap.
    case folded
  }

  /// - `positions`: the positions of the vertices in a plane.
  /// - `hidden`: the sign of the area of triangles that are not drawn; 0 if all are drawn.
  /// - `negligible`: the total area up to which triangles of the opposite orientation are ignored, since rounding
  ///   inverts slivers.
  func folding(_ positions: [SIMD2<Float>], hidden: Int = 0, negligible: Double) -> Folding {
    var (positive, negative) = (0.0, 0.0)
    var drawn: [UInt32] = []
    for start in stride(from: 0, to: indices.count, by: 3) {
      let (a, b, c) = (indices[start], indices[start + 1], indices[start + 2])
      let p = positions[Int(a)]
      let (u, v) = (SIMD2<Double>(positions[Int(b)] - p), SIMD2<Double>(positions[Int(c)] - p))
      let area = (u.x * v.y - u.y * v.x) / 2
      if hidden != 0 {
        if area * Double(hidden) > 0 { continue }
        drawn += [a, b, c]
      }
      if area > 0 { positive += area } else { negative -= area }
      if min(positive, negative) > negligible { return .folded }
    }
    guard positive.isFinite, negative.isFinite else { return .folded }
    if positive + negative == 0 { return .none }
    guard let chain = BoundaryLoops(positions, hidden == 0 ? indices : drawn),
      chain.windsOnce(positive > negative ? 1 : -1)
    else { return .folded }
    return min(positive, negative) > 0 ? .slivers : .none
  }
}
