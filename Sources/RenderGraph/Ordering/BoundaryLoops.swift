import MeshTransform

/// The boundary loops of a set of triangles: the directed edges, without pairs that two triangles traverse in opposite
/// directions.
///
/// The winding number of a point is the number of triangles of positive orientation over it minus that of negative
/// ones. So triangles of one orientation do not overlap exactly if every winding number is at most 1 in magnitude.
struct BoundaryLoops {
  struct Edge {
    let start: SIMD2<Float>, end: SIMD2<Float>
  }

  package private(set) var edges: [Edge] = []

  /// The largest number of edges that are compared; more edges mean very many separate pieces.
  private static let longest = 16_384
  /// The largest number of edges before those of pieces that touch without shared vertices cancel out.
  private static let longestByIndex = 262_144

  /// Fails when too many edges remain, or one remains more than once.
  /// - `positions`: the positions of the vertices in a plane.
  /// - `indices`: three indices for each triangle.
  init?(_ positions: [SIMD2<Float>], _ indices: [UInt32]) {
    guard let byIndex = BoundaryLoops.unpaired(indices, vertexCount: positions.count) else { return nil }
    self.init(
      byIndex.compactMap { edge in
        // Negative zeros become positive, so that both are the same point.
        let (start, end) = (positions[Int(edge.x)] + 0, positions[Int(edge.y)] + 0)
        return start == end ? nil : Edge(start: start, end: end)
      })
  }

  /// Fails when too many edges remain, or one remains more than once.
  /// - `edges`: edges with two different ends and without negative zeros; opposite edges may occur.
  init?(_ edges: [Edge]) {
    guard edges.count <= Self.longestByIndex else { return nil }
    self.edges = edges
    guard cancelByPosition(), self.edges.count <= Self.longest else { return nil }
  }

  /// The directed edges that no triangle traverses in the opposite direction; nil when there are too many, or one
  /// remains more than once.
  private static func unpaired(_ indices: [UInt32], vertexCount: Int) -> [SIMD2<UInt32>]? {
    guard vertexCount < Int(UInt32.max) / 2 else { return nil }
    // Each edge is filed under the lower index of its ends. Its value is twice the other index, plus 1 if it starts
    // there.
    var first = [UInt32](repeating: 0, count: vertexCount + 1)
    forEachEdge(indices) { first[Int(min($0, $1)) + 1] += 1 }
    for i in 1..<first.count { first[i] += first[i - 1] }
    var next = first
    var others = [UInt32](repeating: 0, count: Int(first[vertexCount]))
    forEachEdge(indices) { a, b in
      let low = Int(min(a, b))
      others[Int(next[low])] = 2 * max(a, b) + (b < a ? 1 : 0)
      next[low] += 1
    }
    var result: [SIMD2<UInt32>] = []
    for low in 0..<vertexCount {
      let range = Int(first[low])..<Int(first[low + 1])
      others[range].sort()
      var i = range.lowerBound
      while i < range.upperBound {
        let other = others[i] / 2
        var balance = 0
        while i < range.upperBound, others[i] / 2 == other {
          balance += others[i] & 1 == 0 ? 1 : -1
          i += 1
        }
        guard abs(balance) <= 1 else { return nil }
        if balance == 0 { continue }
        guard result.count < longestByIndex else { return nil }
        result.append(balance > 0 ? SIMD2(UInt32(low), other) : SIMD2(other, UInt32(low)))
      }
    }
    return result
  }

  @inline(__always)
  private static func forEachEdge(_ indices: [UInt32], _ body: (UInt32, UInt32) -> Void) {
    for start in stride(from: 0, to: indices.count, by: 3) {
      let (a, b, c) = (indices[start], indices[start + 1], indices[start + 2])
      if a != b { body(a, b) }
      if b != c { body(b, c) }
      if c != a { body(c, a) }
    }
  }

  /// Cancels edges with equal end positions and opposite directions.
  /// - Returns: false when an edge remains more than once.
  private mutating func cancelByPosition() -> Bool {
    var balances: [SIMD4<Float>: Int] = [:]
    for edge in edges {
      let isForward = (edge.start.x, edge.start.y) < (edge.end.x, edge.end.y)
      let (low, high) = isForward ? (edge.start, edge.end) : (edge.end, edge.start)
      balances[SIMD4(lowHalf: low, highHalf: high), default: 0] += isForward ? 1 : -1
    }
    edges = []
    for (key, balance) in balances where balance != 0 {
      guard abs(balance) == 1 else { return false }
      edges.append(
        balance > 0
          ? Edge(start: key.lowHalf, end: key.highHalf) : Edge(start: key.highHalf, end: key.lowHalf))
    }
    return true
  }
}
