/// A query of a ``HitTester``: a traversal from front to back that ends after a number of hits.
struct HitQuery {
  let tree: HitTree
  let options: HitOptions
  let limit: Int
  /// The node whose point under the first hit is recorded; nil for none.
  var tracked: Int?
  /// Whether the surfaces above the first hit are recorded.
  var recordsSurfaces = false
  private(set) var hits: [Hit] = []
  /// The point of the tracked layer, in layer points, at which the first hit lies on it or on a layer in it.
  private(set) var trackedPoint: Point?
  /// The surfaces of the layers on the way to the first hit, the top-level layer first; the last one is that of the layer
  /// itself, or of the layer whose back it is. Empty unless ``recordsSurfaces``.
  private(set) var surfaces: [SurfacePlace] = []
  /// The number of surfaces that may still be visited. Folded meshes inside folded meshes multiply the intersections;
  /// those behind the first 2^18 are left out.
  private var budget: Int

  init(_ tree: HitTree, _ options: HitOptions, limit: Int, budget: Int = 1 << 18) {
    (self.tree, self.options, self.limit, self.budget) = (tree, options, limit, budget)
  }

  /// The state of the superlayer during the visit of its sublayers.
  private struct Context {
    /// The depth of the top-level layer on the canvas; nil at the top level.
    var depth: Double?
    var isFrontFacing = true
    /// The product of the opacities of all superlayers.
    var opacity = 1.0
    /// The point of the tracked layer, inside it.
    var trackedPoint: Point?
    /// The surfaces so far; empty unless they are recorded.
    var surfaces: [SurfacePlace] = []
  }

  /// - `point`: a point of the canvas plane.
  mutating func run(at point: Point) {
    guard point.isFinite else { return }
    visit(tree.topLevel, at: point, Context())
  }

  private var isDone: Bool { hits.count >= limit || budget <= 0 }

  private mutating func visit(_ siblings: Range<Int>, at point: Point, _ context: Context) {
    for (node, intersection) in Self.intersections(of: siblings, at: point, in: tree) {
      if isDone { return }
      budget -= 1
      visit(node, intersection, context)
    }
  }

  /// The intersections with siblings, from front to back.
  private static func intersections(
    of siblings: Range<Int>, at point: Point, in tree: HitTree
  ) -> [(node: Int, intersection: SurfaceIntersection)] {
    var intersections: [(node: Int, intersection: SurfaceIntersection)] = []
    var next = siblings.lowerBound
    while next < siblings.upperBound {
      let node = next
      next += 1
      if node == siblings.lowerBound || node % HitTree.groupSize == 0,
        let group = tree.groupBounds[node / HitTree.groupSize], !group.containsOrTouches(point)
      {
        next = (node / HitTree.groupSize + 1) * HitTree.groupSize
        continue
      }
      if let projectedBounds = tree.projectedBounds[node], !projectedBounds.containsOrTouches(point) {
        continue
      }
      func append(_ intersection: SurfaceIntersection) {
        if intersection.isFrontFacing || tree.nodes[node].layer.isDoubleSided {
          intersections.append((node, intersection))
        }
      }
      switch tree.nodes[node].surface {
      case .none: break
      case .plane(let surface): surface.intersection(at: point).map(append)
      case .mesh(let surface): surface.forEachIntersection(at: point, append)
      }
    }
    guard intersections.count > 1 else { return intersections }
    sortFrontToBack(&intersections)
    return laterPlacesFirst(intersections, in: tree)
  }

  /// Visits the layer's border, its sublayers and its other content, in this order. The functions that it calls
  /// read the layer, so that the stack of the recursion stays small.
  private mutating func visit(_ node: Int, _ intersection: SurfaceIntersection, _ context: Context) {
    guard let entry = enter(node, intersection, context), !isDone else { return }
    if entry.reachesSublayers {
      visit(tree.sublayers[node], at: intersection.point, entry.context)
      if isDone { return }
    }
    if !entry.isOnBorder { visitContent(of: node, intersection, entry) }
  }

  /// The state of a layer between the visits of its border and of its sublayers.
  private struct Entry {
    let context: Context
    let isOnBorder: Bool
    /// Whether the sublayers are not clipped at the point.
    let reachesSublayers: Bool
  }

  /// Visits the layer's border, or its back; nil where neither sublayers nor content are hit.
  private mutating func enter(
    _ node: Int, _ intersection: SurfaceIntersection, _ context: Context
  ) -> Entry? {
    let (held, point) = (tree.nodes[node], intersection.point)
    let inside = held.layer.roundedBounds.contains(point)
    if held.isBent, !held.layer.bounds.contains(point) { return nil }
    for mask in held.masks where hides(mask.mode, mask.tree, at: point) { return nil }
    let context = Context(
      depth: context.depth ?? intersection.depth,
      isFrontFacing: context.isFrontFacing == intersection.isFrontFacing,
      opacity: context.opacity * held.layer.opacity,
      trackedPoint: node == tracked ? point : context.trackedPoint,
      surfaces: recordsSurfaces ? context.surfaces + [SurfacePlace(node: node, intersection)] : [])
    if !intersection.isFrontFacing, held.back != nil {
      if inside { visitBack(of: node, at: point, context) }
      return nil
    }
    let isOnBorder = passes(held.layer.borderAlpha(at: point), context.opacity)
    if isOnBorder { add(hit(node, intersection, context), context) }
    return Entry(
      context: context, isOnBorder: isOnBorder, reachesSublayers: inside || !held.layer.masksToBounds)
  }

  private mutating func visitContent(
    of node: Int, _ intersection: SurfaceIntersection, _ entry: Entry
  ) {
    let (held, point) = (tree.nodes[node], intersection.point)
    let isHit =
      options.minimumAlpha == nil
      ? held.layer.draws(at: point)
        || options.includesInvisible && held.layer.bounds.contains(point) && entry.reachesSublayers
      : passes(
        held.layer.alpha(at: point, border: held.layer.borderAlpha(at: point)), entry.context.opacity)
    if isHit { add(hit(node, intersection, entry.context), entry.context) }
  }

  private mutating func add(_ hit: Hit, _ context: Context) {
    if hits.isEmpty { (trackedPoint, surfaces) = (context.trackedPoint, context.surfaces) }
    hits.append(hit)
  }

  private func hit(_ node: Int, _ intersection: SurfaceIntersection, _ context: Context) -> Hit {
    Hit(
      path: tree.path(to: node), point: intersection.point,
      unitPoint: tree.nodes[node].layer.bounds.unit(intersection.point),
      face: tree.controlFace(intersection.face, of: node),
      depth: context.depth ?? intersection.depth, isFrontFacing: context.isFrontFacing)
  }

  /// Visits the backs of a layer. Their surfaces count in the budget.
  private mutating func visitBack(of node: Int, at point: Point, _ context: Context) {
    guard let back = tree.nodes[node].back else { return }
    var options = options
    if let minimum = options.minimumAlpha { options.minimumAlpha = minimum / context.opacity }
    var query = HitQuery(back.tree, options, limit: limit - hits.count, budget: budget)
    query.run(at: point)
    budget = query.budget
    for hit in query.hits {
      guard let path = back.path(hit) else { continue }
      add(
        Hit(
          path: LayerPath(tree.path(to: node).indices + path), point: hit.point, unitPoint: hit.unitPoint,
          face: hit.face, depth: context.depth ?? hit.depth,
          isFrontFacing: context.isFrontFacing == hit.isFrontFacing), context)
    }
  }

  /// Whether a mask certainly hides a point of the layer. Only luminances of clear points are known. The mask's surfaces
  /// count in the budget.
  private mutating func hides(_ mode: Layer.MaskMode, _ tree: HitTree, at point: Point) -> Bool {
    if mode == .invertedLuminance || mode == .shade { return false }
    // 0 for a mask that shows where it draws; nearly 1 for one that hides where it is opaque.
    let options = HitOptions(minimumAlpha: mode.isInverted ? 1 - 1 / 512 : 0)
    var query = HitQuery(tree, options, limit: 1, budget: budget)
    query.run(at: point)
    budget = query.budget
    return query.hits.isEmpty != mode.isInverted
  }

  /// - `alpha`: nil where nothing is drawn.
  private func passes(_ alpha: Double?, _ opacity: Double) -> Bool {
    guard let alpha else { return false }
    guard let minimum = options.minimumAlpha else { return true }
    return alpha * opacity > minimum
  }

  /// The intersections with layers that come later in painter's order before those with earlier ones; those that share
  /// a space, in the same order as before.
  private static func laterPlacesFirst(
    _ intersections: [(node: Int, intersection: SurfaceIntersection)], in tree: HitTree
  ) -> [(node: Int, intersection: SurfaceIntersection)] {
    func place(_ index: Int) -> Int { tree.nodes[intersections[index].node].place }
    let order = intersections.indices.sorted { (place($1), $0) < (place($0), $1) }
    return order.map { intersections[$0] }
  }

  /// Sorts from front to back. Intersections whose depths differ by less than the tolerance lie in one plane: the later
  /// layer is in front, and within a mesh the later triangle, as in drawing order.
  private static func sortFrontToBack(_ intersections: inout [(node: Int, intersection: SurfaceIntersection)])
  {
    func isDrawnLater(
      _ a: (node: Int, intersection: SurfaceIntersection), _ b: (node: Int, intersection: SurfaceIntersection)
    )
      -> Bool
    {
      if a.node != b.node { return a.node > b.node }
      guard let first = a.intersection.face, let second = b.intersection.face else { return false }
      return (first.index, first.triangle) > (second.index, second.triangle)
    }
    intersections.sort {
      $0.intersection.depth != $1.intersection.depth
        ? $0.intersection.depth > $1.intersection.depth : isDrawnLater($0, $1)
    }
    var start = 0
    while start < intersections.count {
      let nearest = intersections[start].intersection.depth
      // Far above the rounding of mesh coordinates (32 bits), far below visible differences.
      let tolerance = 0x1p-12 + 0x1p-20 * abs(nearest)
      var end = start + 1
      while end < intersections.count, nearest - intersections[end].intersection.depth <= tolerance {
        end += 1
      }
      if end - start > 1 { intersections[start..<end].sort(by: isDrawnLater) }
      start = end
    }
  }
}

extension Rect {
  fileprivate func containsOrTouches(_ point: Point) -> Bool {
    point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }

  /// A point in unit space; 0 along a side of length 0.
  fileprivate func unit(_ point: Point) -> Point {
    func unit(_ offset: Double, _ length: Double) -> Double {
      let unit = offset / length
      return length > 0 && unit.isFinite ? unit : 0
    }
    return Point(unit(point.x - minX, size.width), unit(point.y - minY, size.height))
  }
}
