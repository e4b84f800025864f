extension PlaneTriangles {
  /// What a search for two triangles over one another finds.
  enum Overlap {
    case none
    /// Of faces.
    case pair(Int, Int)
    /// The search would take too long.
    case unknown
  }

  /// Boxes that may be compared before the search is given up: a few seconds' worth. Meshes take a few dozen for each
  /// triangle unless their faces are slender and aslant, each in the boxes of all the others.
  private static var patience: Int { 1 << 30 }

  /// The first two triangles in the order of a space-filling curve that overlap.
  ///
  /// Boxes around triangles, in larger boxes of four, in that order: each triangle meets those behind it.
  func firstOverlap(in side: Mesh.Side) -> Overlap {
    guard count > 1 else { return .none }
    let tree = BoxTree(self, side)
    var comparisons = 0
    var found = Overlap.none
    for place in 0..<count {
      let triangle = Int(tree.order[place])
      let corners = corners(triangle, side)
      tree.visit(after: place, &comparisons) { other in
        guard corners.overlaps(self.corners(other, side)) else { return true }
        found = .pair(face(of: triangle), face(of: other))
        return false
      }
      if case .pair = found { return found }
      if comparisons > Self.patience { return .unknown }
    }
    return .none
  }
}

/// Boxes around the triangles of a plane, four to each box of the next level.
private struct BoxTree {
  /// Triangles along Morton's curve.
  let order: [UInt32]
  /// Level by level, those of single triangles first: low x, low y, and high x, high y with the sign changed, so that
  /// the box around two is the minimum.
  private var boxes: [SIMD4<Double>]
  private var starts: [Int]

  init(_ triangles: PlaneTriangles, _ side: Mesh.Side) {
    let own = (0..<triangles.count).map { triangle -> SIMD4<Double> in
      let t = triangles.corners(triangle, side)
      return SIMD4(
        lowHalf: pointwiseMin(pointwiseMin(t.a, t.b), t.c),
        highHalf: pointwiseMin(pointwiseMin(-t.a, -t.b), -t.c))
    }
    let whole = own.dropFirst().reduce(own[0]) { pointwiseMin($0, $1) }
    let size = max(-whole.z - whole.x, -whole.w - whole.y)
    let scale = size > 0 ? Double(Morton.cells - 1) / size : 0
    let entries = own.indices.map { index -> Morton.Entry in
      let middle = (own[index].lowHalf - own[index].highHalf) * 0.5 - whole.lowHalf
      return Morton.Entry(key: Morton.key(SIMD3(middle.x * scale, middle.y * scale, 0)), value: UInt32(index))
    }
    order = Morton.sorted(entries).map(\.value)
    boxes = order.map { own[Int($0)] }
    starts = [0]
    while boxes.count - starts[starts.count - 1] > 1 {
      let (start, end) = (starts[starts.count - 1], boxes.count)
      starts.append(end)
      for first in stride(from: start, to: end, by: 4) {
        boxes.append(boxes[first..<min(first + 4, end)].reduce(boxes[first]) { pointwiseMin($0, $1) })
      }
    }
  }

  /// Visits the triangles behind `place` in the order whose boxes meet the one there, until `body` returns false.
  func visit(after place: Int, _ comparisons: inout Int, _ body: (Int) -> Bool) {
    let box = boxes[place]
    // Met from the other side: low against high.
    let probe = SIMD4(lowHalf: -box.highHalf, highHalf: -box.lowHalf)
    _ = boxes.withUnsafeBufferPointer { boxes in
      visit(starts.count - 1, 0, after: place, probe, boxes, &comparisons, body)
    }
  }

  /// As deep as the tree: at most 16 levels for 32-bit indices.
  private func visit(
    _ level: Int, _ index: Int, after place: Int, _ probe: SIMD4<Double>,
    _ boxes: UnsafeBufferPointer<SIMD4<Double>>, _ comparisons: inout Int, _ body: (Int) -> Bool
  ) -> Bool {
    comparisons += 1
    // Boxes that merely touch hold nothing that overlaps.
    guard all(boxes[starts[level] + index] .< probe) else { return true }
    if level == 0 { return body(Int(order[index])) }
    let count = starts[level] - starts[level - 1]
    let span = 1 << (2 * (level - 1))
    for child in 4 * index..<min(4 * index + 4, count) where (child + 1) * span > place + 1 {
      guard visit(level - 1, child, after: place, probe, boxes, &comparisons, body) else { return false }
    }
    return true
  }
}
