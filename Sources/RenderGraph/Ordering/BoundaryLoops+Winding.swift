import MeshTransform

extension BoundaryLoops {
  /// Whether the winding number of every point is certainly 0 or `sense`: the loops do not cross or touch, and nested
  /// loops add up to 0 or `sense`.
  ///
  /// - `sense`: the sign of the triangles' area: 1 when they turn from the x axis to the y axis, else -1.
  func windsOnce(_ sense: Int) -> Bool {
    guard let loops = loops(), !hasCrossing() else { return false }
    // One edge decides for its whole loop, since nothing crosses the loop. The edge of the largest height is the most
    // precise.
    guard loops.count * edges.count <= 4_000_000 else { return false }
    return loops.allSatisfy { loop in
      guard let edge = loop.map({ edges[$0] }).max(by: { $0.height < $1.height }), edge.height > 0 else {
        return false
      }
      let right = windingRight(of: edge)
      let left = right + (edge.end.y > edge.start.y ? 1 : -1)
      return (sense * right == 0 && sense * left == 1) || (sense * right == 1 && sense * left == 0)
    }
  }

  /// The indices of the edges, loop by loop; nil when a loop ends or branches.
  private func loops() -> [[Int]]? {
    var following: [SIMD2<Float>: Int] = [:]
    for (i, edge) in edges.enumerated() {
      guard following.updateValue(i, forKey: edge.start) == nil else { return nil }
    }
    var isSeen = [Bool](repeating: false, count: edges.count)
    var loops: [[Int]] = []
    for first in edges.indices where !isSeen[first] {
      var loop: [Int] = []
      var i = first
      while !isSeen[i] {
        isSeen[i] = true
        loop.append(i)
        guard let next = following[edges[i].end] else { return nil }
        i = next
      }
      guard i == first else { return nil }
      loops.append(loop)
    }
    return loops
  }

  /// The winding number of a point just right of the edge's middle: the edges that a ray to the right crosses count 1
  /// where they run down (y down) and -1 where they run up.
  private func windingRight(of edge: Edge) -> Int {
    let x = (Double(edge.start.x) + Double(edge.end.x)) / 2
    let y = (Double(edge.start.y) + Double(edge.end.y)) / 2
    var count = 0
    for other in edges where (Double(other.start.y) <= y) != (Double(other.end.y) <= y) {
      if other.start == edge.start && other.end == edge.end { continue }
      let share = (y - Double(other.start.y)) / (Double(other.end.y) - Double(other.start.y))
      if Double(other.start.x) + share * (Double(other.end.x) - Double(other.start.x)) > x {
        count += other.end.y > other.start.y ? 1 : -1
      }
    }
    return count
  }

  /// The largest number of pairs of edges that are compared for each edge, beside a fixed number.
  private static let pairsOfEdge = 64, pairsOfAll = 1 << 20

  /// Whether any two edges share more than a common end point; true also where too many pairs would be compared, as of
  /// long edges side by side.
  private func hasCrossing() -> Bool {
    var pairs = Self.pairsOfAll + Self.pairsOfEdge * edges.count
    let sorted = edges.sorted { $0.left < $1.left }
    // The edges that reach the current position of the sweep.
    var open: [Edge] = []
    for edge in sorted {
      open.removeAll { $0.right < edge.left }
      pairs -= open.count
      if pairs < 0 { return true }
      if open.contains(where: { edge.meets($0) }) { return true }
      open.append(edge)
    }
    return false
  }
}

extension BoundaryLoops.Edge {
  var left: Float { min(start.x, end.x) }
  var right: Float { max(start.x, end.x) }
  var height: Float { abs(end.y - start.y) }

  /// Twice the signed area of the triangle of the edge and a point. Its sign is exact: differences of Floats and their
  /// products are exact in Double as long as they are of similar size.
  private func side(_ p: SIMD2<Float>) -> Double {
    let (a, b) = (SIMD2<Double>(end) - SIMD2<Double>(start), SIMD2<Double>(p) - SIMD2<Double>(start))
    return a.x * b.y - a.y * b.x
  }

  /// Whether the edges share more than a common end point.
  func meets(_ other: Self) -> Bool {
    if max(start.y, end.y) < min(other.start.y, other.end.y) { return false }
    if max(other.start.y, other.end.y) < min(start.y, end.y) { return false }
    for (shared, far) in [(start, end), (end, start)] {
      for (otherShared, otherFar) in [(other.start, other.end), (other.end, other.start)]
      where shared == otherShared {
        if far == otherFar { return true }
        // Edges with a common end point overlap if they are collinear and run in one direction from it.
        let (a, b) = (
          SIMD2<Double>(far) - SIMD2<Double>(shared), SIMD2<Double>(otherFar) - SIMD2<Double>(shared)
        )
        return a.x * b.y == a.y * b.x && (a * b).sum() > 0
      }
    }
    let (a, b) = (side(other.start), side(other.end))
    let (c, d) = (other.side(start), other.side(end))
    // The edges are collinear and their y ranges overlap, so that their x ranges decide.
    if a == 0, b == 0 { return max(left, other.left) <= min(right, other.right) }
    return !(a > 0 && b > 0) && !(a < 0 && b < 0) && !(c > 0 && d > 0) && !(c < 0 && d < 0)
  }
}
