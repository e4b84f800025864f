import MeshTransform

extension TriangleList {
  /// The overlap of triangles in a plane.
  enum Folding {
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
