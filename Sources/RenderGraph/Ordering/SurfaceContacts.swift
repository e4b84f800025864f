import MeshTransform

/// The items of a depth group that touch: painter's order decides which of two is visible there.
///
/// Two items touch where they overlap on the canvas and their depths differ by at most the rounding error throughout a
/// part of the overlap. Everywhere else depth decides, however close they are. Other items do not affect the result for
/// two items.
///
/// The work grows in proportion to the items and triangles, times a logarithm. Flat items in one plane and items with the
/// same mesh and transform, of which there may be many, are not compared in pairs. For other pairs, one of which is
/// bent, ``Work`` is limited.
struct SurfaceContacts {
  /// Whether no two items overlap on the canvas, so that none hides another.
  private(set) var areApart = true
  /// The precision that the depths of each item's triangles need.
  private(set) var precisions: [DepthPrecision]
  /// The bounds of each surface: of an item, or of each square of one with several.
  private let boxes: [SurfaceBounds]
  /// The planes with several flat items, and the number of each item's plane; nil for other items.
  private var planes: [FlatItems] = []
  private var planeNumbers: [Int?]
  /// The surface of each item: the first item with the same mesh and transform, or the item itself.
  private let surfaces: [Int]
  /// The contacts in which one of the two is bent, by the number of the surface.
  private var contacts: [Int: [Contact]] = [:]

  /// A surface that another one touches.
  private struct Contact {
    let surface: Int
    /// The change of depth at the contact in points a pixel.
    let steepness: Double
  }

  /// The limits of the work for one depth group. A visit of a tree's node, for two items or for two triangles, takes 1.
  ///
  /// Where the work for pairs is used up, the remaining pairs are ordered by depth alone, and no mesh is simplified. That
  /// takes more than a thousand bent items that overlap one another in depth, or meshes that intersect nearly everywhere.
  enum Work {
    /// For all pairs of items of which one is bent.
    static let ofPairs = 1 << 21
    /// The same for each triangle of a bent item.
    static let ofTriangle = 32
    /// For each search among all items. Without a result, the items count as near.
    static let ofSearch = 1024
  }
  /// The work that is left for pairs.
  private(set) var work = Work.ofPairs

  /// The surfaces of items that are not compared.
  init(unknown count: Int) {
    precisions = Array(repeating: .alone, count: count)
    (boxes, surfaces, planeNumbers) = ([], [], [])
  }

  /// - `vertices`: the vertices of each item on the canvas; not read for a single item.
  init(_ items: [RenderItem], _ vertices: [ProjectedVertices]) {
    if items.count <= 1, items.first?.squares.map({ $0.plane != nil || $0.areApart }) ?? true {
      (precisions, areApart) = (items.map { _ in .alone }, items.first?.squares?.plane == nil)
      (boxes, surfaces, planeNumbers) = ([], [], [])
      return
    }
    var projected: [Projected] = []
    for index in items.indices {
      if let run = items[index].squares {
        projected += run.places.map { .square($0) }
      } else {
        projected.append(.item(ProjectedSurface(items[index], vertices[index])))
      }
    }
    precisions = Array(repeating: .alone, count: projected.count)
    planeNumbers = Array(repeating: nil, count: projected.count)
    let boxes = projected.map(\.bounds)
    let surfaces = Self.firstIdentical(projected)
    (self.boxes, self.surfaces) = (boxes, surfaces)
    let tree = BoxTree(projected.count) { surfaces[$0] == $0 ? boxes[$0].node : nil }
    let margin = SurfaceBounds.largestMargin(boxes)
    for item in surfaces.indices where surfaces[item] != item {
      precisions[surfaces[item]] = .touchingOthers
      areApart = false
    }
    findFlatNeighbors(tree, margin)
    findContacts(projected, tree, margin)
    for item in surfaces.indices { precisions[item] = precisions[surfaces[item]] }
  }

  /// A surface on the canvas.
  private enum Projected {
    case item(ProjectedSurface)
    case square(SquareRun.Place)

    var bounds: SurfaceBounds {
      switch self {
      case .item(let surface): SurfaceBounds(surface)
      case .square(let place): SurfaceBounds(place)
      }
    }

    var surface: ProjectedSurface {
      switch self {
      case .item(let surface): surface
      case .square(let place): ProjectedSurface(place)
      }
    }
  }

  /// For each item, the first one that is bent and has the same mesh and transform, or the item itself.
  private static func firstIdentical(_ projected: [Projected]) -> [Int] {
    var known: [ProjectedSurface.Key: Int] = [:]
    return projected.indices.map { item in
      guard case .item(let surface) = projected[item], let key = surface.key else { return item }
      guard let first = known[key] else {
        known[key] = item
        return item
      }
      return surface.isIdentical(to: projected[first].surface) ? first : item
    }
  }

  /// Finds which flat items lie near others or in one plane with them, and whether any items overlap on the canvas.
  private mutating func findFlatNeighbors(_ tree: BoxTree, _ margin: SIMD3<Double>) {
    var members: [DepthPlane: [Int]] = [:]
    for item in boxes.indices {
      if let plane = boxes[item].plane { members[plane, default: []].append(item) }
    }
    for items in members.values where items.count > 1 {
      for item in items { planeNumbers[item] = planes.count }
      planes.append(FlatItems(items, boxes, margin))
    }
    for item in boxes.indices where surfaces[item] == item {
      let box = boxes[item]
      if areApart {
        // At any depth.
        let overlaps = tree.hasItem(overlapping: box, SIMD3(margin.x, margin.y, .infinity)) {
          $0 != item && boxes[$0].overlapsOnCanvas(box)
        }
        if !overlaps { continue }
        areApart = false
      }
      if box.plane == nil { continue }
      if let plane = planeNumbers[item], planes[plane].hasNeighbor(of: item, boxes) {
        precisions[item] = .touchingOthers
      } else if tree.hasItem(overlapping: box, margin, { $0 != item && boxes[$0].isNear(box) }) {
        precisions[item] = .nearOthers
      }
    }
  }

  /// Finds the pairs of which one is bent, and those of them that touch.
  private mutating func findContacts(
    _ projected: [Projected], _ tree: BoxTree, _ margin: SIMD3<Double>
  ) {
    if areApart { return }
    let bent = surfaces.indices.filter { surfaces[$0] == $0 && boxes[$0].plane == nil }
    for item in bent { work += Work.ofTriangle * projected[item].surface.triangleCount }
    for item in bent {
      let before = work
      var remaining = before
      let box = boxes[item]
      let outcome = tree.search(&remaining) {
        $0.overlaps(box.low, box.high, margin: margin)
      } _: { other in
        // Two bent surfaces are compared once.
        guard other != item, boxes[other].plane != nil || other < item, boxes[other].isNear(box) else {
          return false
        }
        work -= 1
        precisions[item] = max(precisions[item], .nearOthers)
        precisions[other] = max(precisions[other], .nearOthers)
        let (earlier, later) = (min(item, other), max(item, other))
        let steepness = projected[later].surface.steepnessOfContact(
          with: projected[earlier].surface, work: &work)
        if let steepness {
          (precisions[item], precisions[other]) = (.touchingOthers, .touchingOthers)
          contacts[later, default: []].append(Contact(surface: earlier, steepness: steepness))
          contacts[earlier, default: []].append(Contact(surface: later, steepness: steepness))
        }
        return work <= 0
      }
      work -= before - remaining
      guard outcome == .complete else {
        precisions = Array(repeating: .touchingOthers, count: boxes.count)
        return
      }
    }
  }

  /// The depth bias of each item in points: see ``ItemDepths/biases(_:isOpaque:in:zeroToOne:)``.
  /// - `step`: the least difference of depth in points that the depth buffer separates.
  func biases(isOpaque: [Bool], step: Double) -> [Double] {
    if boxes.isEmpty { return isOpaque.map { _ in 0 } }
    var planes = planes
    // The largest biases of the earlier items of each surface.
    var opaque = [Double](repeating: -.infinity, count: boxes.count)
    var translucent = opaque
    var biases: [Double] = []
    biases.reserveCapacity(boxes.count)
    for item in boxes.indices {
      let surface = surfaces[item]
      // An opaque item is drawn before an earlier translucent one.
      var bias = max(0, opaque[surface], translucent[surface] + (isOpaque[item] ? step : 0))
      for contact in contacts[surface] ?? [] {
        let largest = max(opaque[contact.surface], translucent[contact.surface])
        bias = max(bias, largest + contact.steepness / 64 + step)
      }
      let number = planeNumbers[item]
      if let number, let plane = boxes[item].plane,
        let largest = planes[number].largestBias(under: item, boxes)
      {
        bias = max(bias, largest + plane.steepness / 64 + step)
      }
      if isOpaque[item] {
        opaque[surface] = max(opaque[surface], bias)
      } else {
        translucent[surface] = max(translucent[surface], bias)
      }
      if let number { planes[number].set(bias, of: item) }
      biases.append(bias)
    }
    return biases
  }
}

/// The flat items of one plane, and the depth biases of those that are known.
private struct FlatItems {
  private let items: [Int]
  /// The place of each item in `items`.
  private let places: [Int: Int]
  /// The items by their places; the values are their biases.
  private var tree: BoxTree
  private var biases: [Double]
  private let margin: SIMD3<Double>

  init(_ items: [Int], _ boxes: [SurfaceBounds], _ margin: SIMD3<Double>) {
    (self.items, self.margin) = (items, margin)
    places = Dictionary(uniqueKeysWithValues: zip(items, items.indices))
    tree = BoxTree(items.count, isMutable: true) { boxes[items[$0]].node }
    biases = Array(repeating: -.infinity, count: items.count)
  }

  /// Whether another item is near.
  func hasNeighbor(of item: Int, _ boxes: [SurfaceBounds]) -> Bool {
    tree.hasItem(overlapping: boxes[item], margin) {
      items[$0] != item && boxes[items[$0]].isNear(boxes[item])
    }
  }

  /// The largest known bias of the items that are near; nil where there is none. Where the search takes too long, it is
  /// that of all items, which keeps their order.
  func largestBias(under item: Int, _ boxes: [SurfaceBounds]) -> Double? {
    var work = SurfaceContacts.Work.ofSearch
    var largest = -Double.infinity
    let box = boxes[item]
    let outcome = tree.search(&work) { node in
      node.value > largest && node.overlaps(box.low, box.high, margin: margin)
    } _: { place in
      if biases[place] > largest, boxes[items[place]].isNear(box) { largest = biases[place] }
      return false
    }
    if outcome == .exhausted { largest = tree.root?.value ?? largest }
    return largest.isFinite ? largest : nil
  }

  mutating func set(_ bias: Double, of item: Int) {
    guard let place = places[item] else { return }
    biases[place] = bias
    tree.raise(bias, of: place)
  }
}

extension BoxTree {
  /// Whether the condition holds for an item near a box; true also where the search takes too long.
  fileprivate func hasItem(
    overlapping box: SurfaceBounds, _ margin: SIMD3<Double>, _ condition: (Int) -> Bool
  ) -> Bool {
    var work = SurfaceContacts.Work.ofSearch
    return search(&work, where: { $0.overlaps(box.low, box.high, margin: margin) }, condition) != .complete
  }
}

/// The precision that the depths of an item's triangles need.
package enum DepthPrecision: Int, Comparable {
  /// No other item is near: depth orders only the item's own folds.
  case alone
  /// The bounds of other items overlap those of the item on the canvas and in depth.
  case nearOthers
  /// Other items touch the item.
  case touchingOthers

  package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
