import MeshTransform

/// Selects the translucent items that must be drawn through the A-buffer, since no order of items and triangles is
/// right for all of their pixels, and computes their bounds on the canvas.
///
/// The selection is conservative: an item that is left out does not overlap itself, except in slivers, and where two
/// such items overlap, the one drawn first lies behind.
struct OrderIndependentSelection {
  /// The indices of the selected items, ascending.
  let listed: [Int]
  /// The bounds of the selected items in canvas pixels: infinite where an item reaches behind the eye, empty when no
  /// item is selected.
  private(set) var low = SIMD2<Double>(repeating: .infinity), high = SIMD2<Double>(repeating: -.infinity)

  /// The largest number of pairs that are compared; with more, all translucent items are selected.
  private static let largestPairCount = 2_000_000

  /// - `footprints`: the footprints of the items in painter's order; nil for opaque items.
  /// - `drawingOrder`: the indices of the translucent items in the order in which they are drawn without the A-buffer.
  init(_ footprints: [ItemFootprint?], drawingOrder: [Int]) {
    var listed: [Int] = []
    if !OrderIndependentSelection.isOrderedAtOnce(footprints) {
      let clusters = OrderIndependentSelection.clusters(footprints, drawingOrder) ?? [drawingOrder]
      listed = clusters.flatMap { $0 }.sorted()
    }
    self.listed = listed
    for item in listed {
      guard let footprint = footprints[item] else { continue }
      (low, high) = (smaller(low, footprint.low), larger(high, footprint.high))
    }
  }

  /// Whether all items lie in one plane, or each at one depth: painter's order and depth order are right for any number
  /// of such items.
  private static func isOrderedAtOnce(_ footprints: [ItemFootprint?]) -> Bool {
    var (isInOnePlane, isParallel, common): (Bool, Bool, DepthPlane?) = (true, true, nil)
    for case .some(let footprint) in footprints {
      if footprint.folding == .folded { return false }
      if common == nil { common = footprint.commonPlane }
      isInOnePlane = isInOnePlane && common != nil && footprint.commonPlane == common
      isParallel = isParallel && footprint.plane.map { $0.slope == .zero } ?? false
    }
    return isInOnePlane || isParallel
  }

  /// The groups of overlapping items in which any order is wrong somewhere; nil when there are too many pairs. An item
  /// that overlaps a group belongs to it, since all selected items are drawn at once.
  private static func clusters(_ footprints: [ItemFootprint?], _ drawingOrder: [Int]) -> [[Int]]? {
    let places = Dictionary(uniqueKeysWithValues: zip(drawingOrder, drawingOrder.indices))
    func footprint(_ item: Int) -> ItemFootprint { footprints[item]! }
    let seen = drawingOrder.filter { !footprint($0).isEmpty }
    var groups = DisjointSets(count: footprints.count)
    var faulty = seen.filter { footprint($0).folding == .folded }

    var pairCount = 0
    // The items that reach the current position of the sweep.
    var open: [Int] = []
    for item in seen.sorted(by: { footprint($0).low.x < footprint($1).low.x }) {
      open.removeAll { footprint($0).high.x + 1 < footprint(item).low.x }
      pairCount += open.count
      guard pairCount <= largestPairCount else { return nil }
      for other in open where footprint(item).overlaps(footprint(other)) {
        groups.join(item, other)
        let (first, second) = places[item]! < places[other]! ? (item, other) : (other, item)
        if !footprint(first).isBehind(footprint(second), isEarlier: first < second) { faulty.append(first) }
      }
      open.append(item)
    }
    let faultyGroups = Set(faulty.map { groups.root($0) })
    var members: [Int: [Int]] = [:]
    for item in seen {
      let root = groups.root(item)
      if faultyGroups.contains(root) { members[root, default: []].append(item) }
    }
    return Array(members.values)
  }
}
