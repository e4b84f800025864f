/// A search for overlapping triangles where each lies in the boxes of many others: lines divide the triangles until few
/// are left on each side.
///
/// The lines are edges of the triangles, so that they pass between slender triangles that lie side by side, whatever
/// their direction, or are parallel to an axis. A triangle on both sides of a line is searched on both.
struct OverlapDivision {
  private let triangles: PlaneTriangles
  private let side: Mesh.Side
  /// The sets that are still to be searched.
  private var waiting: [[UInt32]]
  /// The comparisons of triangles with lines and with one another that are left.
  private var work: Int

  /// Comparisons for each triangle, a few times as many as slender triangles take in any direction.
  private static let workPerTriangle = 1024
  /// The size of a set whose pairs are compared.
  private static let smallSet = 8
  /// The number of triangles by which lines are chosen.
  private static let sampleSize = 48
  /// The number of edges in the choice.
  private static let edgeCount = 8

  /// - `order`: the triangles, neighbors next to one another.
  init(_ triangles: PlaneTriangles, _ side: Mesh.Side, _ order: [UInt32]) {
    (self.triangles, self.side, waiting) = (triangles, side, [order])
    work = Self.workPerTriangle * triangles.count
  }

  mutating func overlap() -> PlaneTriangles.Overlap {
    while let set = waiting.popLast() {
      if set.count > Self.smallSet, let line = dividingLine(of: set) {
        let (left, right) = divide(set, by: line)
        // Fewer pairs than before, so that sets get smaller fast and the waiting ones stay few.
        if left.count * left.count + right.count * right.count < set.count * set.count / 5 * 4 {
          waiting += [left, right]
          continue
        }
      }
      if let pair = firstPair(in: set) { return .pair(pair.0, pair.1) }
      if work < 0 { return .unknown }
    }
    return .none
  }

  /// A line through a point, with its unit normal.
  private struct Line {
    let point: SIMD2<Double>, normal: SIMD2<Double>

    /// Fails for points that are equal.
    init?(_ p: SIMD2<Double>, _ q: SIMD2<Double>) {
      let along = q - p
      let length = (along * along).sum().squareRoot()
      guard length > 0 else { return nil }
      (point, normal) = (p, SIMD2(-along.y, along.x) / length)
    }

    /// Whether parts of the triangle lie on the left and on the right; both for one within the line.
    ///
    /// Two triangles that are only on different sides have less in common than the tolerance of
    /// ``PlaneTriangles/Triangle/overlaps(_:)``.
    @inline(__always)
    func sides(of t: PlaneTriangles.Triangle) -> (left: Bool, right: Bool) {
      func distance(_ p: SIMD2<Double>) -> Double { ((p - point) * normal).sum() }
      let (a, b, c) = (distance(t.a), distance(t.b), distance(t.c))
      let tolerance = t.tolerance / 4
      let (left, right) = (min(a, b, c) < -tolerance, max(a, b, c) > tolerance)
      return left || right ? (left, right) : (true, true)
    }
  }

  private func corners(_ triangle: UInt32) -> PlaneTriangles.Triangle {
    triangles.corners(Int(triangle), side)
  }

  /// The line that leaves the fewest pairs of a sample together; nil where none divides it.
  private mutating func dividingLine(of set: [UInt32]) -> Line? {
    let count = min(set.count, Self.sampleSize)
    let sample = (0..<count).map { corners(set[$0 * set.count / count]) }
    let middles = sample.map { $0.a / 3 + $0.b / 3 + $0.c / 3 }
    let (xs, ys) = (middles.map(\.x).sorted(), middles.map(\.y).sorted())
    let middle = SIMD2(xs[count / 2], ys[count / 2])
    var lines = [Line(middle, middle + SIMD2(0, 1)), Line(middle, middle + SIMD2(1, 0))]
    for number in 0..<Self.edgeCount {
      let t = sample[(2 * number + 1) * count / (2 * Self.edgeCount)]
      lines += [Line(t.a, t.b), Line(t.b, t.c), Line(t.c, t.a)]
    }
    var (best, least): (Line?, Int) = (nil, count * count)
    for line in lines {
      guard let line else { continue }
      var (left, right) = (0, 0)
      for t in sample {
        let sides = line.sides(of: t)
        (left, right) = (left + (sides.left ? 1 : 0), right + (sides.right ? 1 : 0))
      }
      if left * left + right * right < least { (best, least) = (line, left * left + right * right) }
    }
    work -= count * lines.count
    return best
  }

  private mutating func divide(_ set: [UInt32], by line: Line) -> (left: [UInt32], right: [UInt32]) {
    var (left, right): ([UInt32], [UInt32]) = ([], [])
    for triangle in set {
      let sides = line.sides(of: corners(triangle))
      if sides.left { left.append(triangle) }
      if sides.right { right.append(triangle) }
    }
    work -= set.count
    return (left, right)
  }

  /// The faces of the first two triangles that overlap; nil for none, and where the work ends before.
  private mutating func firstPair(in set: [UInt32]) -> (Int, Int)? {
    for first in set.indices {
      work -= set.count - first
      if work < 0 { return nil }
      let triangle = corners(set[first])
      for other in set[(first + 1)...] where triangle.overlaps(corners(other)) {
        return (triangles.face(of: Int(set[first])), triangles.face(of: Int(other)))
      }
    }
    return nil
  }
}
