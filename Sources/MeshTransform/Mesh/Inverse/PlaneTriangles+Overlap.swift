extension PlaneTriangles {
  /// The result of a search for overlapping triangles.
  enum Overlap: Equatable {
    case none
    /// The faces of the triangles.
    case pair(Int, Int)
    /// The search exceeded its limit.
    case unknown
  }

  /// Two triangles that overlap by more than rounding errors, if there are any.
  func overlap(in side: Mesh.Side) -> Overlap {
    guard count > 1 else { return .none }
    let tree = BoxTree(self, side)
    let found = tree.boxes.withUnsafeBufferPointer { boxes in
      var search = OverlapSearch(triangles: self, side: side, tree: tree, boxes: boxes)
      search.withinNode(tree.starts.count - 1, 0)
      return search.result
    }
    guard case .unknown = found else { return found }
    var division = OverlapDivision(self, side, tree.order)
    return division.overlap()
  }
}

/// A bounding volume hierarchy of the triangles of a plane in Morton order, with four children for each node.
private struct BoxTree {
  /// Triangles in Morton order.
  let order: [UInt32]
  /// Level by level, those of single triangles first: low x, low y, and negated high x and high y, so that the union of
  /// two boxes is the minimum.
  let boxes: [SIMD4<Double>]
  let starts: [Int]

  init(_ triangles: PlaneTriangles, _ side: Mesh.Side) {
    let own = (0..<triangles.count).map { triangle -> SIMD4<Double> in
      let t = triangles.corners(triangle, side)
      return SIMD4(
        lowHalf: pointwiseMin(pointwiseMin(t.a, t.b), t.c),
        highHalf: pointwiseMin(pointwiseMin(-t.a, -t.b), -t.c))
    }
    var whole = own[0]
    for box in own { whole = pointwiseMin(whole, box) }
    let size = max(-whole.z - whole.x, -whole.w - whole.y)
    let scale = size > 0 ? Double(Morton.cells - 1) / size : 0
    let entries = own.indices.map { index -> Morton.Entry in
      let middle = (own[index].lowHalf - own[index].highHalf) * 0.5 - whole.lowHalf
      return Morton.Entry(key: Morton.key(SIMD3(middle.x * scale, middle.y * scale, 0)), value: UInt32(index))
    }
    order = Morton.sorted(entries).map(\.value)
    var (boxes, starts) = (order.map { own[Int($0)] }, [0])
    while boxes.count - starts[starts.count - 1] > 1 {
      let (start, end) = (starts[starts.count - 1], boxes.count)
      starts.append(end)
      for first in stride(from: start, to: end, by: 4) {
        var box = boxes[first]
        for index in first + 1..<max(first + 1, min(first + 4, end)) { box = pointwiseMin(box, boxes[index]) }
        boxes.append(box)
      }
    }
    (self.boxes, self.starts) = (boxes, starts)
  }
}

/// Tests the tree against itself: pairs of overlapping boxes, down to pairs of triangles.
private struct OverlapSearch {
  let triangles: PlaneTriangles
  let side: Mesh.Side
  let tree: BoxTree
  let boxes: UnsafeBufferPointer<SIMD4<Double>>
  private(set) var result = PlaneTriangles.Overlap.none
  private var isDone = false
  private var comparisons = 0

  /// The number of compared pairs for each triangle after which the search ends. A mesh takes a few dozen, unless its faces
  /// are slender and diagonal, so that each lies in the boxes of all others.
  private static var comparisonsPerTriangle: Int { 128 }

  init(
    triangles: PlaneTriangles, side: Mesh.Side, tree: BoxTree, boxes: UnsafeBufferPointer<SIMD4<Double>>
  ) {
    (self.triangles, self.side, self.tree, self.boxes) = (triangles, side, tree, boxes)
  }

  private func children(_ level: Int, _ index: Int) -> Range<Int> {
    let count = tree.starts[level] - tree.starts[level - 1]
    return 4 * index..<min(4 * index + 4, count)
  }

  /// The recursion depth is that of the tree, at most 16 levels for 32-bit indices.
  mutating func withinNode(_ level: Int, _ index: Int) {
    guard level > 0, !isDone else { return }
    let children = children(level, index)
    for child in children {
      withinNode(level - 1, child)
      for other in child + 1..<max(child + 1, children.upperBound) { between(level - 1, child, other) }
    }
  }

  private mutating func between(_ level: Int, _ a: Int, _ b: Int) {
    guard !isDone else { return }
    comparisons += 1
    if comparisons > Self.comparisonsPerTriangle * triangles.count { (result, isDone) = (.unknown, true) }
    let start = tree.starts[level]
    let (box, other) = (boxes[start + a], boxes[start + b])
    // Low against high in both directions. Boxes that touch contain no overlap.
    guard all(box .< SIMD4(lowHalf: -other.highHalf, highHalf: -other.lowHalf)) else { return }
    guard level > 0 else { return test(Int(tree.order[a]), Int(tree.order[b])) }
    for child in children(level, a) {
      for other in children(level, b) { between(level - 1, child, other) }
    }
  }

  private mutating func test(_ a: Int, _ b: Int) {
    guard triangles.corners(a, side).overlaps(triangles.corners(b, side)) else { return }
    (result, isDone) = (.pair(triangles.face(of: a), triangles.face(of: b)), true)
  }
}
