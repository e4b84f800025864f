import MeshTransform

/// Which translucent items must be drawn through the A-buffer, since no order of items and triangles is right
/// for all of their pixels; and where on the canvas they lie.
///
/// The answer may be too careful, but is never wrong: an item that is left out lies over itself nowhere, and wherever
/// it meets another that is left out, the one drawn first lies behind.
struct OrderIndependentSelection {
  /// Indices of items, ascending.
  package let listed: [Int]
  /// In canvas pixels; endless where an item reaches behind the eye. Empty when nothing is listed.
  private(set) var low = SIMD2<Double>(repeating: .infinity), high = SIMD2<Double>(repeating: -.infinity)

  /// So many pairs are looked at; beyond, everything translucent is listed.
  private static let largestPairCount = 2_000_000

  /// - `footprints`: of the items in painter's order; nil for opaque ones.
  /// - `drawingOrder`: of the translucent items, when they are not listed.
  init(_ footprints: [ItemFootprint?], drawingOrder: [Int]) {
    var listed: [Int] = []
    if !OrderIndependentSelection.isOrderedAtOnce(footprints) {
      let clusters = OrderIndependentSelection.clusters(footprints, drawingOrder) ?? [drawingOrder]
      listed = clusters.flatMap { $0 }.sorted()
    }
    self.listed = listed
    for item in listed {
      guard let footprint = footprints[item] else { continue }
      (low, high) = (pointwiseMin(low, footprint.low), pointwiseMax(high, footprint.high))
    }
  }

  /// Flat items in one plane, or each at one depth, however many: painter's order and the depths' order are right.
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

  /// Groups of items that overlap one another, of those groups in which any order is wrong somewhere. An item that
  /// overlaps one of them belongs to them, for what is listed is all drawn at once.
  ///
  /// Nil when there are too many pairs.
  private static func clusters(_ footprints: [ItemFootprint?], _ drawingOrder: [Int]) -> [[Int]]? {
    let places = Dictionary(uniqueKeysWithValues: zip(drawingOrder, drawingOrder.indices))
    func footprint(_ item: Int) -> ItemFootprint { footprints[item]! }
    let seen = drawingOrder.filter { !footprint($0).isEmpty }
    var groups = Groups(count: footprints.count)
    var faulty = seen.filter { footprint($0).folding == .folded }

    var pairCount = 0
    // Those that reach as far right as the sweep has come.
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
    let faultyGroups = Set(faulty.map { groups.root(of: $0) })
    var members: [Int: [Int]] = [:]
    for item in seen {
      let root = groups.root(of: item)
      if faultyGroups.contains(root) { members[root, default: []].append(item) }
    }
    return Array(members.values)
  }

  /// Disjoint sets, joined pair by pair (union-find with path halving).
  private struct Groups {
    private var parents: [Int]

    init(count: Int) { parents = Array(0..<count) }

    mutating func root(of element: Int) -> Int {
      var element = element
      while parents[element] != element {
        parents[element] = parents[parents[element]]
        element = parents[element]
      }
      return element
    }

    mutating func join(_ a: Int, _ b: Int) { parents[root(of: a)] = root(of: b) }
  }
}
