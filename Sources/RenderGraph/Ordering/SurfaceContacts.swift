import MeshTransform

/// Which items of one space lie on one another, so that painter's order decides which of them shows there.
///
/// Two items touch where they overlap on the canvas and their depths differ by no more than rounding all over a part of
/// it. Everywhere else depth decides, however close they are. What a list holds elsewhere changes nothing for two items.
struct SurfaceContacts {
  /// An earlier item that an item touches.
  struct Contact {
    let earlier: Int
    /// How fast depth changes there, in points a pixel.
    let steepness: Double
  }

  /// By item: how precise the depths of its triangles must be.
  private(set) var precisions: [DepthPrecision]
  private let boxes: [SurfaceBounds]
  private let columns: OverlapColumns
  /// By item, where one of the two is bent or they lie in planes that only nearly agree. Flat items in one plane are not
  /// listed, for there may be as many pairs of them as there are pairs of items.
  private var bent: [[Contact]]

  /// Pairs of items that are compared triangle by triangle. Two thousand bent items may all overlap; of more, so many
  /// that they would take minutes, the remaining pairs are ordered by depth alone.
  private static let mostCompared = 1 << 21

  init(_ items: [RenderItem]) {
    precisions = Array(repeating: .alone, count: items.count)
    bent = Array(repeating: [], count: items.count)
    guard items.count > 1 else {
      (boxes, columns) = ([], OverlapColumns([], margin: 0))
      return
    }
    let surfaces = items.map(ProjectedSurface.init)
    boxes = surfaces.map(SurfaceBounds.init)
    columns = OverlapColumns(boxes.map { ($0.low.x, $0.high.x) }, margin: 1)
    var compared = 0
    for (index, surface) in surfaces.enumerated() {
      columns.forEachBefore(index) { earlier in
        guard boxes[index].isNear(boxes[earlier]) else { return }
        precisions[index] = max(precisions[index], .nearOthers)
        precisions[earlier] = max(precisions[earlier], .nearOthers)
        if !boxes[index].isCoplanar(with: boxes[earlier]) {
          compared += 1
          guard compared <= Self.mostCompared,
            let steepness = surface.steepnessOfContact(with: surfaces[earlier])
          else { return }
          bent[index].append(Contact(earlier: earlier, steepness: steepness))
        }
        (precisions[index], precisions[earlier]) = (.touchingOthers, .touchingOthers)
      }
    }
  }

  /// Calls `body` once with each earlier item that this one touches.
  func forEach(of index: Int, _ body: (Contact) -> Void) {
    bent[index].forEach(body)
    guard let plane = boxes.isEmpty ? nil : boxes[index].plane else { return }
    columns.forEachBefore(index) { earlier in
      guard boxes[index].isCoplanar(with: boxes[earlier]), boxes[index].isNear(boxes[earlier]) else { return }
      body(Contact(earlier: earlier, steepness: plane.steepness))
    }
  }
}

/// How precise the depths of an item's triangles must be.
enum DepthPrecision: Int, Comparable {
  /// Nothing else is there, so that depth orders only the item's own folds.
  case alone
  /// Others have places on the canvas and depths in common with it.
  case nearOthers
  /// Others lie on it.
  case touchingOthers

  package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
