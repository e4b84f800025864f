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

  private(set) var edges: [Edge] = []

  /// The largest number of edges that are compared; more edges mean very many separate pieces.
  private static let longest = 16_384
  /// The largest number of edges before those of pieces that touch without shared vertices cancel out.
  private static let longestByIndex = 262_144

  /// Fails when too many edges remain, or one remains more than once.
  /// - `positions`: the positions of the vertices in a plane.
  /// - `indices`: three indices for each triangle.
  init?(_ positions: [SIMD2<Float>], _ indices: [UInt32]) {
    let neighbors = TriangleAdjacency(indices, vertexCount: positions.count)
    self.init(
      MeshBoundary(neighbors, indices).edges.compactMap { edge in
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
