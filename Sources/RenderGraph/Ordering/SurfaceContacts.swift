import MeshTransform

/// The pairs of items of a depth group that touch: painter's order decides which of the two is visible there.
///
/// Two items touch where they overlap on the canvas and their depths differ by at most the rounding error throughout a
/// part of the overlap. Everywhere else depth decides, however close they are. Other items do not affect the result for
/// two items.
struct SurfaceContacts {
  /// An earlier item that an item touches.
  struct Contact {
    let earlier: Int
    /// The change of depth at the contact in points a pixel.
    let steepness: Double
    /// Whether the meshes and transforms are equal, so that equal biases give depths that are equal to the bit.
    let isIdentical: Bool

    fileprivate init(earlier: Int, steepness: Double) {
      (self.earlier, self.steepness, isIdentical) = (earlier, steepness, false)
    }

    /// Fails where the surfaces do not touch, and for two flat items, which are compared by their planes.
    fileprivate init?(_ surface: ProjectedSurface, earlier: Int, _ other: ProjectedSurface) {
      self.earlier = earlier
      isIdentical = surface.isIdentical(to: other)
      if isIdentical {
        steepness = 0
      } else {
        guard let steepness = surface.steepnessOfContact(with: other) else { return nil }
        self.steepness = steepness
      }
    }
  }

  /// Whether no two items overlap on the canvas, so that none hides another.
  private(set) var areApart = true
  /// The precision that the depths of each item's triangles need.
  private(set) var precisions: [DepthPrecision]
  private let boxes: [SurfaceBounds]
  private let grid: OverlapGrid
  /// The contacts of each item in which one of the two is bent. Contacts of flat items in one plane are not stored,
  /// since there may be as many as pairs of items.
  private var bent: [[Contact]]

  /// The largest number of pairs that are compared triangle by triangle: about all pairs of two thousand bent items.
  /// The remaining pairs, which would take minutes, are ordered by depth alone.
  private static let mostCompared = 1 << 21

  /// - `vertices`: the vertices of each item on the canvas; not read for a single item.
  init(_ items: [RenderItem], _ vertices: [ProjectedVertices]) {
    precisions = Array(repeating: .alone, count: items.count)
    bent = Array(repeating: [], count: items.count)
    guard items.count > 1 else {
      (boxes, grid) = ([], OverlapGrid([], margin: 0))
      return
    }
    let surfaces = items.indices.map { ProjectedSurface(items[$0], vertices[$0]) }
    boxes = surfaces.map(SurfaceBounds.init)
    grid = OverlapGrid(boxes.map { (SIMD2($0.low.x, $0.low.y), SIMD2($0.high.x, $0.high.y)) }, margin: 1)
    var compared = 0
    for (index, surface) in surfaces.enumerated() {
      grid.forEachBefore(index) { earlier in
        guard boxes[index].overlapsOnCanvas(boxes[earlier]) else { return }
        areApart = false
        guard boxes[index].isNear(boxes[earlier]) else { return }
        precisions[index] = max(precisions[index], .nearOthers)
        precisions[earlier] = max(precisions[earlier], .nearOthers)
        if !boxes[index].isCoplanar(with: boxes[earlier]) {
          compared += 1
          guard compared <= Self.mostCompared,
            let contact = Contact(surface, earlier: earlier, surfaces[earlier])
          else { return }
          bent[index].append(contact)
        }
        (precisions[index], precisions[earlier]) = (.touchingOthers, .touchingOthers)
      }
    }
  }

  /// Calls `body` once with each earlier item that this one touches.
  func forEach(of index: Int, _ body: (Contact) -> Void) {
    bent[index].forEach(body)
    guard let plane = boxes.isEmpty ? nil : boxes[index].plane else { return }
    grid.forEachBefore(index) { earlier in
      // Most items in the same cells are apart, which is the faster test.
      guard boxes[index].isNear(boxes[earlier]), boxes[index].isCoplanar(with: boxes[earlier]) else { return }
      body(Contact(earlier: earlier, steepness: plane.steepness))
    }
  }
}

/// The precision that the depths of an item's triangles need.
enum DepthPrecision: Int, Comparable {
  /// No other item is near: depth orders only the item's own folds.
  case alone
  /// The bounds of other items overlap those of the item on the canvas and in depth.
  case nearOthers
  /// Other items touch the item.
  case touchingOthers

  package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
