import RenderGraph

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
