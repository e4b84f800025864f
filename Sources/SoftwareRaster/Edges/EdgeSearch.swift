import MeshTransform
import RenderGraph

/// Finds the edges of each target, which then has one sample a pixel, and several only where these edges need them.
package struct EdgeSearch: GraphPass {
  /// Share of the picture that may contain edges that are not blended before all of it gets several samples; nil for
  /// ``SamplingCost``.
  let share: Double?

  /// The targets whose edges are found; nil for all.
  let limits: EdgeLimits?

  package var name: String {
    "edges" + (share.map { " \($0)" } ?? "") + (limits == nil ? "" : " within limits")
  }
  package var readsVertices: Bool { limits == nil }

  package init(share: Double? = nil, limits: EdgeLimits? = nil) {
    (self.share, self.limits) = (share, limits)
  }

  package func joinsSquares(_ count: Int, in size: PixelSize) -> Bool? {
    limits?.allow(squares: count) != false && EdgePlan.isSearched(count, size) ? false : nil
  }

  package func apply(to graph: inout RenderGraph, for device: DeviceProfile) {
    graph.forEachPass { pass in
      guard limits?.allow(pass.groups) != false,
        let plan = EdgePlan(
          pass.groups, pass.tiling, device.samplePositions, limits, widestViewport: device.maxViewportSize,
          wholeArea: pass.wholeArea, mayBlend: pass.isCanvas, share: share)
      else { return }
      if !plan.isUniform { pass.sampling = .none }
      pass.edges = plan.isEmpty ? nil : plan
    }
  }
}

/// The targets whose edges are located on a device that draws several samples everywhere in little time: those with few
/// triangles, none of them bent, and with short edges.
package struct EdgeLimits: Hashable {
  /// The most triangles of a target.
  private let triangles: Int
  /// The length of edges in pixels that any target may have.
  private let length: Float
  /// The further length for each pixel of the target.
  private let lengthPerPixel: Float

  package init(triangles: Int, length: Float, lengthPerPixel: Float) {
    (self.triangles, self.length, self.lengthPerPixel) = (triangles, length, lengthPerPixel)
  }

  /// Whether the items are few and unbent. The count ends where they are not.
  func allow(_ groups: [DepthGroup]) -> Bool {
    var count = 0
    for group in groups {
      for command in group.commands {
        count += command.item.surfaceCount * command.triangles.indices.count / 3
        if count > triangles || !command.item.isFlat { return false }
      }
    }
    return true
  }

  /// Whether a target may have that many squares.
  func allow(squares: Int) -> Bool { 2 * squares <= triangles }

  /// Whether the edges of a target are short.
  func allow(_ edges: PictureEdges, in size: PixelSize) -> Bool {
    edges.length <= length + lengthPerPixel * Float(size.area)
  }
}

/// Finds the edges of a picture with one sample a pixel: the pixels to blend, and the screen tiles to draw again with more.
///
/// Antialiasing changes only pixels that an edge crosses: a boundary, a silhouette or an intersection of surfaces. The
/// analysis is conservative: it marks some tiles without an edge, but misses none with one.
///
/// Where only the edges of one item cross a pixel and nothing occludes them, the areas of their two sides are exact:
/// the samples on each side share its area as their weight (``SilhouetteCoverage``). In all other pixels samples have
/// equal weights.
///
/// Most edges are blended in the picture with one sample (``EdgeBlending``). Edges that folds of an opaque item hide are
/// left out (``FoldOcclusion``). Where too many tiles are left, the whole picture gets several samples
/// (``SamplingBudget``).
extension EdgePlan {
  /// The largest number of items whose samples are weighted: with more, finding the weights takes longer than drawing.
  private static let mostWeighted = 512
  /// The largest number of items whose folds are examined: this takes time and memory for each.
  private static let mostFolded = 16
  /// The number of screen tiles for each item below which most of them contain edges, and finding these takes longer than
  /// drawing several samples everywhere.
  private static let fewestTiles = 8

  /// Fails for very many items, and where the search for hidden edges would cost more than several samples everywhere. Also
  /// fails where the analysis cannot locate edges: for items in the A-buffer, for items with flat shading, and for faces
  /// that a shader interpolates as quads or clips.
  /// - `device`: the positions of the samples in a pixel, see ``SamplePattern``.
  /// - `limits`: fails for targets beyond them.
  /// - `widestViewport`: the largest side of a viewport in fragments.
  /// - `wholeArea`: pixels of the whole picture of which this is a part, so that the part gets the samples that it has in
  ///   the whole.
  /// - `mayBlend`: whether edges may be blended. In a texture that is filtered again, content that changes within an edge
  ///   pixel is nearer to that of many samples with weighted ones.
  /// - `share`: the share of the picture above which tiles with edges cost too much; nil for ``SamplingCost``.
  init?(
    _ groups: [DepthGroup], _ tiling: Tiling, _ device: [SIMD2<Float>], _ limits: EdgeLimits? = nil,
    widestViewport: Int, wholeArea: Int, mayBlend: Bool = true, share: Double? = nil
  ) {
    let size = tiling.canvas
    var tiles = ScreenTiles(size)
    let items = groups.reduce(0) { $0 + $1.surfaceCount }
    guard Self.isSearched(items, size),
      let edges = PictureEdges(groups, in: &tiles), limits?.allow(edges, in: size) != false
    else { return nil }
    let (owners, examinesFolds) = (edges.owners, items <= Self.mostFolded)
    let budget = SamplingBudget(
      groups, area: size.area, wholeArea: wholeArea,
      limit: share.map { .share($0) } ?? .cost(TileLoad(edges.meshes, over: tiles)))
    if edges.areFolded, budget.prefersUniform(toFoldsIn: tiles, owners) { return nil }
    let patterns =
      [nil, nil, nil] + [1, 2].map { SamplePattern(device: device, supersamplingFactor: $0) } + [nil]
    let occlusion = patterns.contains { $0 != nil } ? edges.occlusion(over: tiles) : nil
    let outlines = edges.outlines(occlusion, over: tiles, examinesFolds: examinesFolds)
    var isUnfit = edges.mayIntersect
    edges.clearHidden(outlines, in: &tiles, &isUnfit)
    let isAnyInFront = outlines.contains(where: \.mayBeInFront)
    let blends = mayBlend && isAnyInFront && budget.prefersBlending(to: tiles)
    // Where edges are blended, few tiles of a folded item are left, and weighting their samples takes longer than it is worth.
    func isWeighted(_ outline: ItemOutline) -> Bool { outline.mayBeInFront && !(blends && outline.isFolded) }
    for (number, outline) in outlines.enumerated() where !ThinFeatures.areAbsent(from: outline.segments) {
      let features = ThinFeatures(outline, over: tiles)
      let thin = features.thinTiles(of: tiles) {
        isWeighted(outline) && outline.isInFront($0) && owners.isAlone(number, in: $0)
      }
      if blends, outline.mayBeInFront {
        for tile in features.narrowTiles(of: tiles) { isUnfit[tile] = true }
      }
      for (tile, mark) in thin { tiles.mark(tile, mark) }
    }
    func areTogether(_ a: SIMD2<Int>, _ b: SIMD2<Int>) -> Bool {
      guard b.x >= 0, b.y >= 0, b.x < size.width, b.y < size.height else { return false }
      let tile = SIMD2(tiling.tileSize.width, tiling.tileSize.height)
      let widest = SIMD2(repeating: max(1, widestViewport / 2))
      return a / tile == b / tile && a % tile / widest == b % tile / widest
    }
    var coverage = EdgeCoverage(tiles)
    var blended: [BlendedPixel] = []
    if blends, let occlusion,
      let found = EdgeBlending(outlines, occlusion, without: isUnfit, in: tiles).blended(
        outlines, tiles, tiling.tileSize, isTooMuch: budget.isExceeded)
    {
      (tiles, blended) = found
    }
    let isUniform = budget.isExceeded(by: tiles)
    let thin = budget.thinSamples(of: tiles, isUniform: isUniform)
    if thin == .none { tiles.removeThinFeatures() }
    let needsWeights =
      outlines.contains(where: isWeighted) && outlines.count <= Self.mostWeighted
      && tiles.area(ScreenTiles.Mark.edge) > 0
    var silhouettes = SilhouetteCoverage(needsWeights ? tiles : ScreenTiles(PixelSize(0, 0)), patterns)
    for outline in outlines where needsWeights {
      silhouettes.removeAll()
      silhouettes.add(outline)
      silhouettes.forEachPixel(
        isInFront: isWeighted(outline) ? outline.isInFront : { _ in false }, areTogether: areTogether
      ) {
        coverage.add($0, $1, $2)
      }
    }
    coverage.finish()
    self.init(
      tiles: tiles, coverage: coverage, blended: blended, isUniform: isUniform,
      levels: Self.levels(isUniform: isUniform, reducesThinnest: thin != .all))
  }

  /// Whether edges are searched in a picture with that many items.
  static func isSearched(_ items: Int, _ size: PixelSize) -> Bool {
    let side = ScreenTiles.side
    let tiles = (size.width + side - 1) / side * ((size.height + side - 1) / side)
    return items <= max(mostWeighted, tiles / fewestTiles)
  }

  /// - `isUniform`: whether edges have several samples anyway.
  /// - `reducesThinnest`: whether the thinnest features have no more samples than other thin ones.
  private static func levels(isUniform: Bool, reducesThinnest: Bool) -> [Level] {
    typealias Mark = ScreenTiles.Mark
    let thin =
      reducesThinnest
      ? [Level(marks: Mark.thin...Mark.thinnest, supersamplingFactor: 2)]
      : [
        Level(marks: Mark.thin...Mark.thin, supersamplingFactor: 2),
        Level(marks: Mark.thinnest...Mark.thinnest, supersamplingFactor: 4),
      ]
    return isUniform ? thin : [Level(marks: Mark.edge...Mark.edge, supersamplingFactor: 1)] + thin
  }
}

extension ScreenTiles {
  /// Turns tiles with thin features into tiles with edges.
  fileprivate mutating func removeThinFeatures() {
    for tile in marks.indices where marks[tile] > Mark.edge { replace(tile, by: Mark.edge) }
  }
}
