import MeshTransform

/// The adjacency of a triangle list: pairs of triangles that share an edge in opposite directions.
struct TriangleAdjacency {
  /// The triangle beyond each edge, three edges a triangle from its first corner on; ``none`` where there is no such
  /// triangle, or more than one.
  let beyond: [UInt32]

  package static let none = UInt32.max

  /// - `indices`: the vertex indices, three a triangle.
  init(_ indices: [UInt32], vertexCount: Int) {
    // Edges are sorted by their lower vertex, and there by the other one.
    var first = [UInt32](repeating: 0, count: vertexCount + 1)
    let count = indices.count
    @inline(__always) func ends(_ edge: Int) -> (low: UInt32, high: UInt32) {
      let next = edge % 3 == 2 ? edge - 2 : edge + 1
      let (a, b) = (indices[edge], indices[next])
      return a < b ? (a, b) : (b, a)
    }
    for edge in 0..<count { first[Int(ends(edge).low) + 1] += 1 }
    for i in 1..<first.count { first[i] += first[i - 1] }
    var next = first
    // The index of each edge, and its higher vertex.
    var sorted = [SIMD2<UInt32>](repeating: .zero, count: count)
    for edge in 0..<count {
      let (low, high) = ends(edge)
      sorted[Int(next[Int(low)])] = SIMD2(UInt32(edge), high)
      next[Int(low)] += 1
    }
    var beyond = [UInt32](repeating: Self.none, count: count)
    for low in 0..<vertexCount {
      let range = Int(first[low])..<Int(first[low + 1])
      sorted[range].sort { $0.y < $1.y }
      var start = range.lowerBound
      while start < range.upperBound {
        var end = start + 1
        while end < range.upperBound, sorted[end].y == sorted[start].y { end += 1 }
        if end - start == 2 {
          let (edge, other) = (Int(sorted[start].x), Int(sorted[start + 1].x))
          // For edges of the same direction, windings do not determine the sides on which the triangles lie.
          if indices[edge] != indices[other] {
            (beyond[edge], beyond[other]) = (UInt32(other / 3), UInt32(edge / 3))
          }
        }
        start = end
      }
    }
    self.beyond = beyond
  }
}
