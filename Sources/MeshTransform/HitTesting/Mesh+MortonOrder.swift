extension Mesh {
  /// The drawable faces, sorted by the Morton codes of their centers: neighbors in this order are neighbors in space.
  ///
  /// A face whose corners all lie beyond the same side of the content is transparent and not drawable.
  /// - Complexity: O(F).
  func facesInMortonOrder() -> [UInt32] {
    let visible = faces.indices.filter { replicatesEdges || !isBeyondContent(faces[$0]) }
    guard let first = visible.first else { return [] }
    var (low, high) = (middle(of: faces[first]), middle(of: faces[first]))
    for face in visible {
      let middle = middle(of: faces[face])
      (low, high) = (pointwiseMin(low, middle), pointwiseMax(high, middle))
    }
    // One scale for all axes keeps the cells cubic.
    let size = (high - low).max()
    let scale = size > 0 ? Double(Morton.cells - 1) / size : 0
    let keyed = visible.map { face in
      Morton.Entry(key: Morton.key((middle(of: faces[face]) - low) * scale), value: UInt32(face))
    }
    return Morton.sorted(keyed).map(\.value)
  }

  /// Four times the mean of the corners, in unit layer space with depth.
  @inline(__always)
  private func middle(of face: Face) -> SIMD3<Double> {
    var sum = SIMD3<Double>.zero
    for corner in 0..<4 {
      let vertex = vertices[Int(face.indices[corner])]
      sum += SIMD3(Double(vertex.toX), Double(vertex.toY), Double(vertex.toZ))
    }
    return sum
  }

  private func isBeyondContent(_ face: Face) -> Bool {
    var (low, high) = (vertices[Int(face.indices.x)].from, vertices[Int(face.indices.x)].from)
    for corner in 1..<4 {
      let from = vertices[Int(face.indices[corner])].from
      (low, high) = (pointwiseMin(low, from), pointwiseMax(high, from))
    }
    return high.x < -1e-5 || high.y < -1e-5 || low.x > 1 + 1e-5 || low.y > 1 + 1e-5
  }
}
