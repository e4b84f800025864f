/// The sides of faces or triangles, those with the same two vertices together: they are one edge of a mesh, whose faces may
/// have it in either direction.
///
/// All that asks which faces meet at an edge finds it here: subdivision, the analysis of meshes, and the renderer's
/// silhouettes.
@usableFromInline
package struct EqualSides {
  /// Each side and its higher vertex: by the lower vertex, then by the higher one, then by number.
  @usableFromInline let sorted: [SIMD2<UInt32>]
  /// The place in `sorted` of the first side of each lower vertex, and the end.
  @usableFromInline let first: [UInt32]

  /// The number of sides up to which insertion is faster than the sorting of the library: a refinement of 250,000 faces takes
  /// 0.89 of the time (`Benchmarks/subdivision.sh`).
  @usableFromInline static var fewSides: Int { 16 }

  /// - Parameters:
  ///   - count: the number of sides.
  ///   - ends: the two vertices of a side, in 0 ..< `vertexCount`.
  /// - Complexity: O(V + S log n) for S sides, of which n share one lower vertex.
  @inlinable
  package init(count: Int, vertexCount: Int, ends: (_ side: Int) -> (UInt32, UInt32)) {
    var first = [UInt32](repeating: 0, count: vertexCount + 1)
    for side in 0..<count {
      let (a, b) = ends(side)
      first[Int(min(a, b)) + 1] += 1
    }
    for vertex in 0..<vertexCount { first[vertex + 1] += first[vertex] }
    var next = first
    var sorted = [SIMD2<UInt32>](repeating: .zero, count: count)
    for side in 0..<count {
      let (a, b) = ends(side)
      let low = Int(min(a, b))
      sorted[Int(next[low])] = SIMD2(UInt32(side), max(a, b))
      next[low] += 1
    }
    for vertex in 0..<vertexCount {
      let places = Int(first[vertex])..<Int(first[vertex + 1])
      if places.count > Self.fewSides {
        sorted[places].sort { $0.y != $1.y ? $0.y < $1.y : $0.x < $1.x }
      } else {
        // Insertion, which keeps the order of equal sides. Most vertices have four to six.
        for place in places.dropFirst() {
          let side = sorted[place]
          var free = place
          while free > places.lowerBound, sorted[free - 1].y > side.y {
            sorted[free] = sorted[free - 1]
            free -= 1
          }
          sorted[free] = side
        }
      }
    }
    (self.sorted, self.first) = (sorted, first)
  }

  /// Calls `body` with each edge, by its lower vertex, then by its higher one.
  /// - Parameter body: receives the places of the edge's sides for ``side(_:)``.
  @inlinable
  package func forEachEdge(_ body: (_ low: UInt32, _ high: UInt32, _ places: Range<Int>) -> Void) {
    for low in 0..<first.count - 1 {
      let end = Int(first[low + 1])
      var start = Int(first[low])
      while start < end {
        let high = sorted[start].y
        var next = start + 1
        while next < end, sorted[next].y == high { next += 1 }
        body(UInt32(low), high, start..<next)
        start = next
      }
    }
  }

  /// The side at a place; those of one edge are in ascending order.
  @inlinable
  package func side(_ place: Int) -> Int { Int(sorted[place].x) }
}
