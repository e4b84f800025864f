import MeshTransform
import RenderGraph

/// The outline of an item on the canvas: a box, and for a rectangle that is projected, its corners.
struct ScreenOutline {
  /// The box in canvas pixels.
  let low: SIMD2<Float>, high: SIMD2<Float>
  /// The x and the y coordinates of the four corners in any order; nil for items of more than two triangles.
  private let corners: (x: SIMD4<Float>, y: SIMD4<Float>)?

  init(_ mesh: ProjectedMesh) {
    let (low, high) = (mesh.vertices.low, mesh.vertices.high)
    (self.low, self.high) = (SIMD2(low.x, low.y), SIMD2(high.x, high.y))
    let points = mesh.vertices.points
    corners =
      points.count == 4 && mesh.triangles.indices.count == 6
      ? (
        SIMD4(points[0].x, points[1].x, points[2].x, points[3].x),
        SIMD4(points[0].y, points[1].y, points[2].y, points[3].y)
      ) : nil
  }

  /// Whether the items are certainly farther apart than a distance in pixels: by their boxes, or by a line between their
  /// corners in the direction of an edge or diagonal of one of them.
  func isApart(from other: Self, by distance: Float) -> Bool {
    if any(low .> other.high + distance) || any(other.low .> high + distance) { return true }
    guard let own = corners, let others = other.corners else { return false }
    for points in [own, others] {
      for i in 1..<4 {
        for j in 0..<i {
          // Across the line through two corners.
          let across = SIMD2(points.y[i] - points.y[j], points.x[j] - points.x[i])
          let length = (across * across).sum().squareRoot()
          let a = own.x * across.x + own.y * across.y
          let b = others.x * across.x + others.y * across.y
          if max(a.min() - b.max(), b.min() - a.max()) > distance * length { return true }
        }
      }
    }
    return false
  }
}

/// The edges of one item, and where nothing occludes them.
struct ItemOutline {
  let segments: [EdgeSegment]
  /// A predicate of tiles: whether other items certainly do not occlude the item there; nil where that is uncertain for all
  /// tiles.
  private let isUnoccluded: ((Int) -> Bool)?
  /// The edges that folds of the item hide; nil for an item whose folds were not examined.
  private let folds: FoldOcclusion?

  init(_ segments: [EdgeSegment], _ isUnoccluded: ((Int) -> Bool)?, _ folds: FoldOcclusion? = nil) {
    (self.segments, self.isUnoccluded, self.folds) = (segments, isUnoccluded, folds)
  }

  /// Whether the folds of the item were examined.
  var isFolded: Bool { folds != nil }

  /// Whether there may be tiles in which the edges are in front.
  var mayBeInFront: Bool { isUnoccluded != nil }

  /// Whether nothing occludes the edges in a tile, other than those that folds of the item hide as a whole.
  @inline(__always)
  func isInFront(_ tile: Int) -> Bool {
    guard let isUnoccluded, isUnoccluded(tile) else { return false }
    return folds?.fits(tile) ?? true
  }

  /// Whether folds of the item certainly hide an edge in a tile.
  @inline(__always)
  func isHidden(_ segment: Int, in tile: Int) -> Bool { folds?.isHidden(segment, in: tile) ?? false }

  /// Calls `body` with each tile that was examined for folds, and in which no other items occlude the item.
  func forEachFoldedTile(_ body: (_ tile: Int, FoldOcclusion.State) -> Void) {
    guard let folds, let isUnoccluded else { return }
    for (tile, state) in folds.states.enumerated() where state != .unexamined && isUnoccluded(tile) {
      body(tile, state)
    }
  }
}
