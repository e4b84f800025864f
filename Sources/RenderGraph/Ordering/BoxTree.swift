import MeshTransform

/// A bounding volume hierarchy over boxes on the canvas and in depth: finds the boxes that overlap another one without
/// comparing all of them.
///
/// Each node has four children. The boxes are in Morton order, so that the construction takes linear time for any boxes,
/// and the nodes need no pointers. Each box has a value, and each node the largest value below it, so that a search for
/// the largest value skips nodes with lower ones.
package struct BoxTree {
  /// A node: the bounds of its boxes, and the largest of their values.
  package struct Node {
    package private(set) var low: SIMD3<Double>, high: SIMD3<Double>
    package fileprivate(set) var value: Double

    /// - `low`, `high`: x and y in canvas pixels, depth in points; infinite where they are unbounded.
    package init(_ low: SIMD3<Double>, _ high: SIMD3<Double>, value: Double) {
      (self.low, self.high, self.value) = (low, high, value)
    }

    fileprivate mutating func extend(_ other: Self) {
      (low, high) = (smaller(low, other.low), larger(high, other.high))
      value = max(value, other.value)
    }

    /// Whether the boxes have a point in common, or lie at most `margin` apart along each axis.
    @inline(__always)
    package func overlaps(_ low: SIMD3<Double>, _ high: SIMD3<Double>, margin: SIMD3<Double> = .zero) -> Bool
    {
      all(self.low .<= high + margin) && all(low .<= self.high + margin)
    }
  }

  /// The numbers of the boxes in Morton order.
  private let order: [UInt32]
  /// The place of each box in `order`; -1 for an empty box. Of a mutable tree only.
  private let places: [Int32]
  /// Level by level: nodes of four boxes first, of four nodes next, the root last.
  private var nodes: [Node]
  private let levelStarts: [Int]

  /// The end of a search.
  package enum Outcome {
    /// All nodes that qualify were visited.
    case complete
    /// The body ended the search.
    case ended
    /// The work was used up before.
    case exhausted
  }

  /// - `count`: boxes have numbers from 0 to this.
  /// - `isMutable`: whether values change later; see ``raise(_:of:)``.
  /// - `box`: a box with its value; nil for an empty one, which is left out. Called three times for each number.
  package init(_ count: Int, isMutable: Bool = false, _ box: (Int) -> Node?) {
    var (low, high) = (SIMD3<Double>(repeating: .infinity), SIMD3<Double>(repeating: -.infinity))
    var found = 0
    for number in 0..<count {
      guard let middle = box(number)?.middle else { continue }
      (low, high) = (smaller(low, middle), larger(high, middle))
      found += 1
    }
    // One scale for all axes keeps the cells cubic.
    let size = found == 0 ? 0 : (high - low).max()
    let scale = size > 0 ? Double(Morton.cells - 1) / size : 0
    var entries: [Morton.Entry] = []
    entries.reserveCapacity(found)
    for number in 0..<count {
      guard let middle = box(number)?.middle else { continue }
      entries.append(Morton.Entry(key: Morton.key((middle - low) * scale), value: UInt32(number)))
    }
    let order = Morton.sorted(entries).map(\.value)
    var (nodes, starts): ([Node], [Int]) = ([], [0])
    nodes.reserveCapacity(order.count / 3 + 16)
    for start in stride(from: 0, to: order.count, by: 4) {
      guard var node = box(Int(order[start])) else { continue }
      for place in start + 1..<max(start + 1, min(start + 4, order.count)) {
        if let other = box(Int(order[place])) { node.extend(other) }
      }
      nodes.append(node)
    }
    while nodes.count - starts[starts.count - 1] > 1 {
      let (start, end) = (starts[starts.count - 1], nodes.count)
      starts.append(end)
      for first in stride(from: start, to: end, by: 4) {
        var node = nodes[first]
        for index in first + 1..<max(first + 1, min(first + 4, end)) { node.extend(nodes[index]) }
        nodes.append(node)
      }
    }
    var places: [Int32] = []
    if isMutable {
      places = [Int32](repeating: -1, count: count)
      for (place, number) in order.enumerated() { places[Int(number)] = Int32(place) }
    }
    (self.order, self.places, self.nodes, levelStarts) = (order, places, nodes, starts)
  }

  var isEmpty: Bool { order.isEmpty }

  /// The root; nil for an empty tree.
  var root: Node? { nodes.last }

  /// A node by its level, counted from the leaves, and its index in the level.
  struct Position {
    let level: Int, index: Int
  }

  var rootPosition: Position { Position(level: levelStarts.count - 1, index: 0) }

  func node(at position: Position) -> Node { nodes[levelStarts[position.level] + position.index] }

  /// The indices of a node's children in the level below it.
  func children(of position: Position) -> Range<Int> {
    let count =
      position.level == 0 ? order.count : levelStarts[position.level] - levelStarts[position.level - 1]
    return 4 * position.index..<min(4 * position.index + 4, count)
  }

  /// The number of a box by its place in a node of the lowest level.
  func number(at place: Int) -> Int { Int(order[place]) }

  /// Raises the value of a box in a mutable tree; an empty box has none.
  mutating func raise(_ value: Double, of number: Int) {
    var index = Int(places[number])
    if index < 0 { return }
    for start in levelStarts {
      index /= 4
      if nodes[start + index].value >= value { return }
      nodes[start + index].value = value
    }
  }

  /// Visits the boxes in the nodes that qualify, nodes with the largest values first.
  ///
  /// - `work`: the number of nodes that may be visited; each visit takes 1.
  /// - `qualifies`: whether boxes in a node may be searched for. It is asked again before each visit.
  /// - `body`: receives the number of a box; true ends the search.
  @inline(__always)
  package func search(_ work: inout Int, where qualifies: (Node) -> Bool, _ body: (Int) -> Bool) -> Outcome {
    if nodes.isEmpty { return .complete }
    // A node leaves at most three others waiting on each level: 16 levels are enough for 32-bit numbers.
    return withUnsafeTemporaryAllocation(of: Position.self, capacity: 64) { waiting in
      waiting.initializeElement(at: 0, to: rootPosition)
      var count = 1
      while count > 0 {
        count -= 1
        let position = waiting[count]
        guard qualifies(node(at: position)) else { continue }
        guard work > 0 else { return .exhausted }
        work -= 1
        if position.level == 0 {
          for place in children(of: position) where body(Int(order[place])) { return .ended }
          continue
        }
        let first = count
        for index in children(of: position) {
          let child = Position(level: position.level - 1, index: index)
          let value = node(at: child).value
          var place = count
          while place > first, node(at: waiting[place - 1]).value > value {
            waiting[place] = waiting[place - 1]
            place -= 1
          }
          waiting[place] = child
          count += 1
        }
      }
      return .complete
    }
  }
}

extension BoxTree.Node {
  /// The middle of the box; 0 where it is unbounded. It decides only which boxes are neighbors in the tree.
  fileprivate var middle: SIMD3<Double> {
    let middle = (low + high) / 2
    let limit = SIMD3<Double>(repeating: 1e100)
    // False for NaN.
    return SIMD3<Double>.zero.replacing(with: middle, where: (middle .< limit) .& (middle .> -limit))
  }
}
