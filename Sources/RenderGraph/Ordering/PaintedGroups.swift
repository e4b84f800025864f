import MeshTransform

/// Layers that paint in order, divided into depth groups.
///
/// A depth group hides by depth, so two layers share one only where depth cannot contradict the order: they do not
/// overlap on the canvas, or lie flat in one plane. Flat layers in one plane, the most common ones, are one group.
///
/// A layer is compared with those that its bounds overlap: the time grows in proportion to the layers, times a logarithm.
struct PaintedGroups {
  /// The items of each group, from back to front.
  private(set) var groups: [[RenderItem]] = []
  /// The plane of each layer's items; nil where one of them is bent.
  private let planes: [DepthPlane?]
  /// The layers by their numbers; the values are the numbers of those that are in a group. Made where layers of one
  /// group may conflict.
  private var tree: BoxTree?
  private var boxes: [BoxTree.Node?] = []

  /// The margin in pixels of the canvas: edges touch the pixels beside them.
  private static let margin = 2.0
  /// The nodes that are visited for one layer. Where they do not suffice, the layer begins a group, which is always
  /// right.
  private static let workOfSearch = 1024

  /// - `lists`: the items of each layer, in painter's order.
  init(_ lists: [[RenderItem]]) {
    let lists = lists.filter { !$0.isEmpty }
    planes = lists.map(\.commonPlane)
    // The first layer of the last group, and the plane of all its layers; nil where there is none.
    var (first, plane): (Int, DepthPlane?) = (0, nil)
    for (layer, items) in lists.enumerated() {
      let isInPlane = planes[layer] != nil && planes[layer] == plane
      if groups.isEmpty || (!isInPlane && conflicts(layer, since: first, lists)) {
        groups.append(items)
        (first, plane) = (layer, planes[layer])
      } else {
        groups[groups.count - 1] += items
        if !isInPlane { plane = nil }
      }
      tree?.raise(Double(layer), of: layer)
    }
  }

  /// Whether the depths of a layer and of an earlier one, from `first` on, may contradict their order.
  private mutating func conflicts(_ layer: Int, since first: Int, _ lists: [[RenderItem]]) -> Bool {
    if tree == nil {
      boxes = lists.map(\.box)
      tree = BoxTree(lists.count, isMutable: true) { boxes[$0] }
      for earlier in 0..<layer { tree?.raise(Double(earlier), of: earlier) }
    }
    return overlapsEarlier(layer, since: first)
  }

  /// Not a part of ``conflicts(_:since:_:)``, so that no copy of the tree is held while it changes.
  private func overlapsEarlier(_ layer: Int, since first: Int) -> Bool {
    guard let tree, let box = boxes[layer] else { return false }
    var work = Self.workOfSearch
    let outcome = tree.search(&work) { node in
      node.value >= Double(first)
        && node.overlaps(box.low, box.high, margin: SIMD3(Self.margin, Self.margin, 0))
    } _: { other in
      guard first <= other, other < layer, let otherBox = boxes[other],
        planes[layer] == nil || planes[layer] != planes[other]
      else { return false }
      let gap = larger(box.low, otherBox.low) - smaller(box.high, otherBox.high)
      return gap.x < Self.margin && gap.y < Self.margin
    }
    return outcome != .complete
  }
}

extension [RenderItem] {
  /// The plane of all items; nil where one of them is bent.
  fileprivate var commonPlane: DepthPlane? {
    let first = self[0].plane
    return indices.allSatisfy { self[$0].isFlat && self[$0].plane == first } ? first : nil
  }

  /// The bounds on the canvas in pixels, infinite where an item reaches behind the eye; nil for empty ones.
  fileprivate var box: BoxTree.Node? {
    var (low, high) = (SIMD3<Double>(repeating: .infinity), SIMD3<Double>(repeating: -.infinity))
    for index in indices {
      if let run = self[index].squares {
        (low, high) = (
          smaller(low, SIMD3<Double>(run.low.place)), larger(high, SIMD3<Double>(run.high.place))
        )
        continue
      }
      let projected = self[index].projectedVertices()
      guard projected.isBeforeEye else {
        (low, high) = (SIMD3(repeating: -.infinity), SIMD3(repeating: .infinity))
        break
      }
      low = smaller(low, SIMD3<Double>(projected.low))
      high = larger(high, SIMD3<Double>(projected.high))
    }
    (low.z, high.z) = (0, 0)
    return low.x <= high.x && low.y <= high.y ? BoxTree.Node(low, high, value: -.infinity) : nil
  }
}
