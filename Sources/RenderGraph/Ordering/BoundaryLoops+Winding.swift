import MeshTransform

extension BoundaryLoops {
  /// Whether it certainly winds around every point once or not at all: loops that neither cross nor touch, none of which
  /// lies in another where it would wind twice.
  ///
  /// - `sense`: 1 when the triangles run from x to y, else -1.
  func windsOnce(_ sense: Int) -> Bool {
    guard let loops = loops(), !hasCrossing() else { return false }
    // What one edge of a loop tells holds for all of the loop, for nothing crosses it. An upright one is judged best.
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

  /// The edges' indices, loop by loop; nil when one ends or branches anywhere.
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

  /// How often the chain winds around a point just right of the edge's middle: edges met on the way to the right count 1
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

  /// Whether any two edges share more than a common end.
  private func hasCrossing() -> Bool {
    let sorted = edges.sorted { $0.left < $1.left }
    // Those that reach as far right as the sweep has come.
    var open: [Edge] = []
    for edge in sorted {
      open.removeAll { $0.right < edge.left }
      if open.contains(where: { edge.meets($0) }) { return true }
      open.append(edge)
    }
    return false
  }
}

extension BoundaryLoops.Edge {
  var left: Float { min(start.x, end.x) }
  var right: Float { max(start.x, end.x) }
  package var height: Float { abs(end.y - start.y) }

  /// Twice the area of the triangle with a point; its sign is exact: differences of Floats and their products are exact
  /// in Double as long as they are of similar size.
  private func side(_ p: SIMD2<Float>) -> Double {
    let (a, b) = (SIMD2<Double>(end) - SIMD2<Double>(start), SIMD2<Double>(p) - SIMD2<Double>(start))
    return a.x * b.y - a.y * b.x
  }

  /// True when they share more than a common end.
  func meets(_ other: Self) -> Bool {
    if max(start.y, end.y) < min(other.start.y, other.end.y) { return false }
    if max(other.start.y, other.end.y) < min(start.y, end.y) { return false }
    for (shared, far) in [(start, end), (end, start)] {
      for (otherShared, otherFar) in [(other.start, other.end), (other.end, other.start)]
      where shared == otherShared {
        if far == otherFar { return true }
        // From a common end, on one line and in one direction.
        let (a, b) = (
          SIMD2<Double>(far) - SIMD2<Double>(shared), SIMD2<Double>(otherFar) - SIMD2<Double>(shared)
        )
        return a.x * b.y == a.y * b.x && (a * b).sum() > 0
      }
    }
    let (a, b) = (side(other.start), side(other.end))
    let (c, d) = (other.side(start), other.side(end))
    // Both on one line: their boxes overlap here already, or very nearly.
    if a == 0, b == 0 { return max(left, other.left) <= min(right, other.right) }
    return !(a > 0 && b > 0) && !(a < 0 && b < 0) && !(c > 0 && d > 0) && !(c < 0 && d < 0)
  }
}
