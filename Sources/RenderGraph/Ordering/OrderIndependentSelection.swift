import MeshTransform

/// Which translucent sheets must be drawn through lists of fragments, since no order of sheets and triangles is right
/// for all of their pixels; and where on the canvas they lie.
///
/// The answer may be too careful, but is never wrong: a sheet that is left out lies over itself nowhere, and wherever
/// it meets another that is left out, the one drawn first lies behind.
struct OrderIndependentSelection {
  /// Indices of sheets, ascending.
  package let listed: [Int]
  /// In canvas pixels; endless where a sheet reaches behind the eye. Empty when nothing is listed.
  private(set) var low = SIMD2<Double>(repeating: .infinity), high = SIMD2<Double>(repeating: -.infinity)

  /// So many pairs are looked at; beyond, everything translucent is listed.
  private static let largestPairCount = 2_000_000

  /// - `footprints`: of the sheets in painter's order; nil for opaque ones.
  /// - `drawingOrder`: of the translucent sheets, when they are not listed.
  package init(_ footprints: [ItemFootprint?], drawingOrder: [Int]) {
    var listed: [Int] = []
    if !OrderIndependentSelection.isOrderedAtOnce(footprints) {
      let clusters = OrderIndependentSelection.clusters(footprints, drawingOrder) ?? [drawingOrder]
      listed = clusters.flatMap { $0 }.sorted()
    }
    self.listed = listed
    for sheet in listed {
      guard let footprint = footprints[sheet] else { continue }
      (low, high) = (pointwiseMin(low, footprint.low), pointwiseMax(high, footprint.high))
    }
  }

  /// Flat sheets in one plane, or each at one depth, however many: painter's order and the depths' order are right.
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

  /// Groups of sheets that overlap one another, of those groups in which any order is wrong somewhere. A sheet that
  /// overlaps one of them belongs to them, for what is listed is all drawn at once.
  ///
  /// Nil when there are too many pairs.
  private static func clusters(_ footprints: [ItemFootprint?], _ drawingOrder: [Int]) -> [[Int]]? {
    let places = Dictionary(uniqueKeysWithValues: zip(drawingOrder, drawingOrder.indices))
    func footprint(_ sheet: Int) -> ItemFootprint { footprints[sheet]! }
    let seen = drawingOrder.filter { !footprint($0).isEmpty }
    var groups = Groups(count: footprints.count)
    var faulty = seen.filter { footprint($0).folding == .folded }

    var pairCount = 0
    // Those that reach as far right as the sweep has come.
    var open: [Int] = []
    for sheet in seen.sorted(by: { footprint($0).low.x < footprint($1).low.x }) {
      open.removeAll { footprint($0).high.x + 1 < footprint(sheet).low.x }
      pairCount += open.count
      guard pairCount <= largestPairCount else { return nil }
      for other in open where footprint(sheet).overlaps(footprint(other)) {
        groups.join(sheet, other)
        let (first, second) = places[sheet]! < places[other]! ? (sheet, other) : (other, sheet)
        if !footprint(first).isBehind(footprint(second), isEarlier: first < second) { faulty.append(first) }
      }
      open.append(sheet)
    }
    let faultyGroups = Set(faulty.map { groups.root(of: $0) })
    var members: [Int: [Int]] = [:]
    for sheet in seen {
      let root = groups.root(of: sheet)
      if faultyGroups.contains(root) { members[root, default: []].append(sheet) }
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
