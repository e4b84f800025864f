import MeshTransform
import RenderGraph

/// Unbent items, divided along the lines in which their planes meet. No part lies in front of a later one.
///
/// The order is that of a binary space partition (Fuchs, Kedem and Naylor, "On Visible Surface Generation by A Priori Tree
/// Structures", 1980): one plane divides all other items; the parts behind it are drawn first, then the items in it, then the
/// parts before it.
struct PlaneOrder {
  /// The parts from back to front.
  private(set) var parts: [Part] = []
  /// The lines on the canvas at which the order of two items changes.
  private(set) var crossings: [PlaneCrossing] = []
  private(set) var items: [PlanarItem]
  /// The number of parts that are known.
  private var count: Int

  /// A part of an item: polygons that no plane divides any more.
  struct Part {
    /// The number of the item.
    let item: Int
    let polygons: [PlanarItem.Polygon]
  }

  /// The largest number of parts for each item, and of all items: the parts of many items that cross everywhere would take
  /// longer to draw one by one than their fragments to sort.
  private static let mostPartsOfItem = 16, mostParts = 2048
  /// The largest number of polygons of all items before they are divided.
  private static let mostPolygons = 1 << 15
  /// The number of planes of which the one is chosen that divides the fewest items.
  private static let candidates = 8

  /// Fails where the parts would be too many.
  /// - `items`: in painter's order, which decides in one plane.
  init?(_ items: [PlanarItem]) {
    guard items.reduce(0, { $0 + $1.whole.count }) <= Self.mostPolygons else { return nil }
    (self.items, count) = (items, items.count)
    let whole = items.indices.map { Part(item: $0, polygons: items[$0].whole) }
    guard order(whole) else { return nil }
  }

  /// Adds parts from back to front.
  /// - Returns: false where the parts are too many.
  private mutating func order(_ list: [Part]) -> Bool {
    guard list.count > 1 else {
      parts += list
      return true
    }
    let divider = items[list[self.divider(of: list)].item]
    var (behind, own, before): ([Part], [Part], [Part]) = ([], [], [])
    var lines: [(item: Int, corners: [UInt32])] = []
    for part in list {
      if items[part.item].commonPlane == divider.commonPlane {
        own.append(part)
        continue
      }
      let distance = items[part.item].distance(before: divider)
      var (back, front): ([PlanarItem.Polygon], [PlanarItem.Polygon]) = ([], [])
      var borders: [[UInt32]] = []
      for polygon in part.polygons {
        let cut = items[part.item].cut(polygon, by: distance)
        if let polygon = cut.behind { back.append(polygon) }
        if let polygon = cut.before { front.append(polygon) }
        if cut.line.count > 1 { borders.append(cut.line) }
      }
      if !back.isEmpty { behind.append(Part(item: part.item, polygons: back)) }
      if !front.isEmpty { before.append(Part(item: part.item, polygons: front)) }
      // The border may lie along edges that the item has already.
      if !back.isEmpty, !front.isEmpty {
        count += 1
        lines += borders.map { (part.item, $0) }
      }
    }
    guard count <= min(Self.mostPartsOfItem * items.count, Self.mostParts) else { return false }
    addCrossings(lines, with: own)
    guard order(behind) else { return false }
    parts += own.sorted { $0.item < $1.item }
    return order(before)
  }

  /// The place of the part whose plane divides the others.
  private func divider(of list: [Part]) -> Int {
    let step = max(1, list.count / Self.candidates)
    var (best, fewest) = (0, Int.max)
    for candidate in stride(from: step / 2, to: list.count, by: step) {
      var cuts = 0
      for part in list where cuts < fewest {
        let distance = items[part.item].distance(before: items[list[candidate].item])
        if part.polygons.contains(where: { items[part.item].isCut($0, by: distance) }) { cuts += 1 }
      }
      if cuts < fewest { (best, fewest) = (candidate, cuts) }
    }
    return best
  }

  /// Keeps of each line the piece within the bounds of the items whose plane divides there.
  private mutating func addCrossings(_ lines: [(item: Int, corners: [UInt32])], with dividers: [Part]) {
    guard !lines.isEmpty else { return }
    var (low, high) = (SIMD2<Float>(repeating: .infinity), SIMD2<Float>(repeating: -.infinity))
    for part in dividers {
      for corner in part.polygons.lazy.flatMap(\.corners) {
        let point = items[part.item].point(corner)
        (low, high) = (smaller(low, point), larger(high, point))
      }
    }
    for line in lines {
      let ends = line.corners.map { items[line.item].point($0) }
      if let crossing = PlaneCrossing(ends[0], ends[ends.count - 1], from: low - 1, to: high + 1) {
        crossings.append(crossing)
      }
    }
  }
}
