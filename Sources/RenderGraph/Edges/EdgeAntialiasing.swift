import MeshTransform

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
///
/// A ripple of 100 x 100 faces at 1080p, on llvmpipe (`Benchmarks/frames.sh --works W2aa`): a frame with four samples
/// takes 2.2 times as long as a frame with one; this way it takes 1.4 times as long, most of it for finding and blending
/// edges.
package struct EdgeAntialiasing {
  package let tiles: ScreenTiles
  /// The weights of samples in pixels that an edge crosses.
  package let coverage: EdgeCoverage
  /// The pixels of the picture with one sample that are blended once it is read back.
  package let blended: [BlendedPixel]
  /// Whether the whole picture gets several samples, since many tiles contain edges that cannot be blended, and only thin
  /// features are drawn again.
  package let isUniform: Bool
  /// Whether the thinnest features have no more samples than other thin ones, since these cost too much.
  private let reducesThinnest: Bool

  /// The largest number of items whose samples are weighted: with more, finding the weights takes longer than drawing.
  private static let mostWeighted = 512
  /// The largest number of items whose folds are examined: this takes time and memory for each.
  private static let mostFolded = 16
  /// The number of screen tiles for each item below which most of them contain edges, and finding these takes longer than
  /// drawing several samples everywhere.
  private static let fewestTiles = 8

  /// Whether nothing is drawn again or weighted.
  package var isEmpty: Bool { !drawsTiles && coverage.isEmpty && blended.isEmpty }

  /// Whether tiles are drawn again.
  package var drawsTiles: Bool {
    levels.contains { tiles.count(of: $0.marks) > 0 }
  }

  /// Tiles with the same number of samples.
  package struct Level {
    let marks: ClosedRange<UInt8>
    /// Fragments a side of each pixel; each has the device's samples.
    package let supersamplingFactor: Int
  }

  /// The levels, each with its own supersampling factor.
  package var levels: [Level] {
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

  /// Fails for very many items, and where the search for hidden edges would cost more than several samples everywhere. Also
  /// fails where the analysis cannot locate edges: for items in the A-buffer, for items with flat shading, and for faces
  /// that a shader interpolates as quads or clips.
  /// - `device`: the positions of the samples in a pixel, see ``SamplePattern``.
  /// - `widestViewport`: the largest side of a viewport in fragments.
  /// - `wholeArea`: pixels of the whole picture of which this is a part, so that the part gets the samples that it has in
  ///   the whole.
  /// - `share`: the share of the picture above which tiles with edges cost too much; nil for ``SamplingCost``.
  /// - `mayBlend`: whether pixels can be blended once the picture is read back.
  init?(
    _ groups: [DepthGroup], _ tiling: Tiling, _ device: [SIMD2<Float>], widestViewport: Int,
    wholeArea: Int, share: Double? = nil, mayBlend: Bool = false
  ) {
    let size = tiling.canvas
    var tiles = ScreenTiles(size)
    let items = groups.reduce(0) { $0 + $1.commands.count }
    guard items <= max(Self.mostWeighted, tiles.marks.count / Self.fewestTiles) else { return nil }
    var projected: [[ProjectedMesh]] = []
    for group in groups {
      guard let meshes = group.projectedMeshes() else { return nil }
      projected.append(meshes)
    }
    let patterns =
      [nil, nil, nil] + [1, 2].map { SamplePattern(device: device, supersamplingFactor: $0) } + [nil]
    let occlusion =
      patterns.contains { $0 != nil }
      ? TileOcclusion(zip(groups, projected).map { ($1, $0.ranks, !$0.mayCross) }, over: tiles) : nil
    var isUnfit = [Bool](repeating: false, count: tiles.marks.count)
    var owners = TileOwners(tiles)
    var edges: [(segments: [EdgeSegment], mayOccludeItself: Bool)] = []
    for (group, meshes) in zip(groups, projected) {
      let first = edges.count
      for (command, mesh) in zip(group.commands, meshes) {
        // The texture of an offscreen pass ends in clear pixels.
        let segments = command.item.endsClear ? [] : mesh.mark(command, in: &tiles)
        owners.add(segments, of: edges.count, in: tiles)
        edges.append((segments, mesh.isFolded))
      }
      let crossed = group.markCrossings(meshes, in: &tiles)
      for tile in crossed { isUnfit[tile] = true }
      for (number, mesh) in meshes.enumerated() where !mesh.isFlat && !crossed.isEmpty {
        edges[first + number].mayOccludeItself = true
      }
    }
    let budget = SamplingBudget(
      groups, area: size.area, wholeArea: wholeArea,
      limit: share.map { .share($0) } ?? .cost(TileLoad(projected.flatMap(\.self), over: tiles)))
    let foldedCount = edges.count { $0.mayOccludeItself }
    if foldedCount > 0, budget.prefersUniform(toFoldsIn: tiles, owners) { return nil }
    var outlines: [ItemOutline] = []
    for (group, meshes) in zip(groups, projected) {
      for (command, mesh) in zip(group.commands, meshes) {
        let number = outlines.count
        var isUnoccluded = occlusion?.isUnoccluded(number)
        var folds: FoldOcclusion?
        if edges[number].mayOccludeItself, isUnoccluded != nil, command.isOpaque, items <= Self.mostFolded {
          folds = FoldOcclusion(
            mesh, command.geometry.topology.neighbors(of: mesh.triangles), edges[number].segments,
            over: tiles, margin: Float(group.depthBiasStep / 4))
        } else if mesh.isFolded {
          isUnoccluded = nil
        }
        outlines.append(ItemOutline(edges[number].segments, isUnoccluded, folds))
      }
    }
    for outline in outlines {
      outline.forEachFoldedTile { tile, state in
        switch state {
        case .complex: isUnfit[tile] = true
        // Crossings that were found there are those of its sheets, which do not intersect.
        case .simple: isUnfit[tile] = isUnfit[tile] && foldedCount > 1
        // Its frontmost sheet covers the tile.
        case .clear: tiles.replace(tile, by: ScreenTiles.Mark.none)
        case .unexamined: break
        }
      }
    }
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
        outlines, tiles, isTooMuch: budget.isExceeded)
    {
      (tiles, blended) = found
    }
    isUniform = budget.isExceeded(by: tiles)
    let thin = budget.thinSamples(of: tiles, isUniform: isUniform)
    reducesThinnest = thin != .all
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
    (self.tiles, self.coverage, self.blended) = (tiles, coverage, blended)
  }
}

extension ScreenTiles {
  /// Turns tiles with thin features into tiles with edges.
  fileprivate mutating func removeThinFeatures() {
    for tile in marks.indices where marks[tile] > Mark.edge { replace(tile, by: Mark.edge) }
  }
}

extension DepthGroup {
  /// - Returns: the projected meshes of the commands; nil where edges cannot be located.
  fileprivate func projectedMeshes() -> [ProjectedMesh]? {
    guard aBufferItems.isEmpty, !commands.contains(where: { $0.lighting.variant.isFlatShaded }) else {
      return nil
    }
    var meshes: [ProjectedMesh] = []
    for (command, bias) in zip(commands, biases) {
      let triangles = command.geometry.list
      // The part of a face that a shader clips may end at an edge of the face.
      if triangles.needsContentClip || triangles.interpolation != .triangles { return nil }
      guard let mesh = ProjectedMesh(command.item, triangles, command.geometry.projected, bias: bias) else {
        return nil
      }
      meshes.append(mesh)
    }
    return meshes
  }

  /// Marks the tiles in which surfaces overlap and may intersect.
  /// - Returns: these tiles, some of them several times.
  fileprivate func markCrossings(_ meshes: [ProjectedMesh], in tiles: inout ScreenTiles) -> [Int] {
    // Painter's order decides between flat items in one plane.
    let isOrdered = !mayCross
    if isOrdered, meshes.allSatisfy({ $0.triangles.indices.count <= 6 }) { return [] }
    var crossed: [Int] = []
    var counts = [SIMD2<UInt8>](repeating: .zero, count: tiles.marks.count)
    for mesh in meshes {
      DepthComplexity(mesh, over: tiles).forEachTile { tile, count in
        if count.max() > 1 {
          tiles.mark(tile, ScreenTiles.Mark.edge)
          crossed.append(tile)
        }
        // Only whether there are two or more matters.
        counts[tile] = smaller(counts[tile] &+ smaller(count, .one &+ .one), .one &+ .one)
      }
    }
    if isOrdered { return crossed }
    let doubtful = tiles.marks.indices.filter {
      tiles.marks[$0] == ScreenTiles.Mark.border
        || (tiles.marks[$0] == ScreenTiles.Mark.none && Int(counts[$0].x) + Int(counts[$0].y) > 1)
    }
    if doubtful.isEmpty { return crossed }
    var depths = DepthIntersections(
      doubtful, of: tiles, slope: commands.lazy.compactMap(\.item.plane).first?.slope ?? .zero,
      margin: depthBiasStep / 4)
    for mesh in meshes {
      var found: [Int] = []
      depths.add(mesh, in: tiles) { found.append($0) }
      for tile in found { tiles.mark(tile, ScreenTiles.Mark.edge) }
      crossed += found
    }
    return crossed
  }
}

extension ProjectedMesh {
  /// - Returns: the visible edges of the mesh.
  fileprivate func mark(_ command: DrawCommand, in tiles: inout ScreenTiles) -> [EdgeSegment] {
    let neighbors = command.geometry.topology.neighbors(of: triangles)
    let segments = segments(neighbors, over: tiles)
    for segment in segments {
      tiles.add(segment, isFlat && segment.isBetweenPixels ? ScreenTiles.Mark.border : ScreenTiles.Mark.edge)
    }
    return segments
  }
}
