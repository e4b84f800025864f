import MeshTransform

/// Where a picture that is drawn with one sample a pixel must be drawn again with more.
///
/// Antialiasing changes pixels that an edge crosses, and no others: where an item ends, where it turns away, where
/// surfaces cross. The answer may be too careful, but no such edge is left out.
///
/// Where the edges of a single item cross a pixel and nothing lies before them, the exact areas of their two sides are
/// known: samples on each side share its area as their weight (``SilhouetteCoverage``). In all other pixels, samples count
/// alike.
///
/// A ripple of 100 x 100 faces at 1080p, on llvmpipe (`Benchmarks/frames.sh --works W2aa`): a frame of four samples takes
/// 2.2 times the CPU time of one of a single sample. With samples in the tiles that hold edges, 3 % of it, it takes 1.5
/// times: 0.04 for finding them, 0.4 for drawing them, the most of it where folds are steep, 0.06 for clearing and
/// averaging.
package struct EdgeAnalysis {
  package let tiles: ScreenTiles
  /// How samples of pixels are weighed that an edge crosses.
  package let coverage: EdgeCoverage
  /// By group and command, of the vertices: canvas pixels.
  package let points: [[[SIMD4<Float>]]]
  /// Whether so much holds edges that all of the picture gets several samples, and only what is thin is drawn again.
  package let isUniform: Bool
  /// Of the picture that this is a part of, in pixels.
  private let wholeArea: Int

  /// The share of the picture from which on it is cheaper to give all of it four samples. By the measurement above a
  /// hundredth takes 0.09 (where items end) to 0.15 (at folds) of a frame's time, four samples everywhere 1.2.
  package static let largestShare = 0.1
  /// Of the whole picture, from which on what is thin is drawn less finely.
  private static let largestThinShare = 0.25

  /// Whether nothing is to be drawn again.
  package var isEmpty: Bool {
    tiles.area(isUniform ? ScreenTiles.Mark.thin : ScreenTiles.Mark.edge) == 0 && coverage.isEmpty
  }

  /// Tiles that are drawn alike.
  package struct Level {
    package let marks: ClosedRange<UInt8>
    /// Fragments a side of each pixel, with the device's samples each.
    package let supersamplingFactor: Int
  }

  /// Each as fine as no other.
  package var levels: [Level] {
    typealias Mark = ScreenTiles.Mark
    let isLarge = Double(tiles.area(Mark.thin)) > Double(wholeArea) * Self.largestThinShare
    let thin =
      isLarge
      ? [Level(marks: Mark.thin...Mark.thinnest, supersamplingFactor: 2)]
      : [
        Level(marks: Mark.thin...Mark.thin, supersamplingFactor: 2),
        Level(marks: Mark.thinnest...Mark.thinnest, supersamplingFactor: 4),
      ]
    return isUniform ? thin : [Level(marks: Mark.edge...Mark.edge, supersamplingFactor: 1)] + thin
  }

  /// - `device`: the samples of a pixel, see ``SamplePattern``.
  /// - `widestViewport`: fragments.
  /// - `wholeArea`: in pixels, of the picture that this is a part of, where it is one: so that a part is drawn as finely as
  ///   it is in the whole.
  /// - `share`: in place of ``largestShare``.
  /// Nil where it cannot be told where edges are.
  package init?(
    _ groups: [DepthGroup], _ tiling: Tiling, _ device: [SIMD2<Float>], widestViewport: Int,
    wholeArea: Int, share: Double = largestShare
  ) {
    let size = tiling.canvas
    self.wholeArea = wholeArea
    var tiles = ScreenTiles(size)
    var projected: [[ProjectedMesh]] = []
    for group in groups {
      guard let meshes = group.projectedMeshes() else { return nil }
      projected.append(meshes)
    }
    let patterns =
      [nil, nil] + [1, 2].map { SamplePattern(device: device, supersamplingFactor: $0) } + [nil]
    let areWeighed = patterns.contains { $0 != nil }
    let places = TileOcclusion(zip(groups, projected).map { ($1, $0.ranks, !$0.mayCross) }, over: tiles)
    var outlines: [(segments: [EdgeSegment], isInFront: ((Int) -> Bool)?)] = []
    var owners = TileOwners(tiles)
    for (group, meshes) in zip(groups, projected) {
      for (command, mesh) in zip(group.commands, meshes) {
        let isInFront = areWeighed ? places.isInFront(outlines.count) : nil
        // The picture of a layer ends in pixels that are clear.
        let segments = command.item.endsClear ? [] : mesh.mark(command, in: &tiles)
        owners.add(segments, of: outlines.count, in: tiles)
        outlines.append((segments, isInFront))
      }
      group.markCrossings(meshes, in: &tiles)
    }
    for (number, outline) in outlines.enumerated() {
      let thin = ThinFeatures(outline.segments, over: tiles).thinTiles(of: tiles) {
        outline.isInFront?($0) == true && owners.isAlone(number, in: $0)
      }
      for (tile, mark) in thin { tiles.mark(tile, mark) }
    }
    var coverage = EdgeCoverage(tiles)
    func areTogether(_ a: SIMD2<Int>, _ b: SIMD2<Int>) -> Bool {
      guard b.x >= 0, b.y >= 0, b.x < size.width, b.y < size.height else { return false }
      let tile = SIMD2(tiling.tileSize.width, tiling.tileSize.height)
      let widest = SIMD2(repeating: max(1, widestViewport / 2))
      return a / tile == b / tile && a % tile / widest == b % tile / widest
    }
    let isAnyInFront = outlines.contains { $0.isInFront != nil }
    var silhouettes = SilhouetteCoverage(isAnyInFront ? tiles : ScreenTiles(PixelSize(0, 0)), patterns)
    for outline in outlines where isAnyInFront {
      silhouettes.removeAll()
      for segment in outline.segments { silhouettes.add(segment) }
      silhouettes.forEachPixel(isInFront: outline.isInFront ?? { _ in false }, areTogether: areTogether) {
        coverage.add($0, $1, $2)
      }
    }
    coverage.finish()
    (self.tiles, self.coverage, points) = (tiles, coverage, projected.map { $0.map(\.points) })
    isUniform = Double(tiles.area(ScreenTiles.Mark.edge)) > Double(size.area) * share
  }
}

extension DepthGroup {
  /// - Returns: the commands on the canvas; nil where it cannot be told where edges are.
  fileprivate func projectedMeshes() -> [ProjectedMesh]? {
    guard listed.isEmpty, !commands.contains(where: { $0.lighting.variant.isFlatShaded }) else {
      return nil
    }
    var meshes: [ProjectedMesh] = []
    for (command, bias) in zip(commands, biases) {
      let triangles = command.geometry.list
      // What a shader cuts from faces may end at the edge of one.
      if triangles.needsContentClip || triangles.interpolation != .triangles { return nil }
      guard let mesh = ProjectedMesh(command.item, triangles, bias: bias) else { return nil }
      meshes.append(mesh)
    }
    return meshes
  }

  /// Where surfaces lie over one another and may cross.
  fileprivate func markCrossings(_ meshes: [ProjectedMesh], in tiles: inout ScreenTiles) {
    // Flat items in one plane have an order.
    let isOrdered = !mayCross
    if isOrdered, meshes.allSatisfy({ $0.triangles.indices.count <= 6 }) { return }
    var counts = [SIMD2<UInt8>](repeating: .zero, count: tiles.marks.count)
    for mesh in meshes {
      let complexity = DepthComplexity(mesh, over: tiles)
      for (tile, count) in complexity.counts.enumerated() {
        if count.max() > 1 { tiles.mark(tile, ScreenTiles.Mark.edge) }
        // Only whether there are two or more matters.
        counts[tile] = pointwiseMin(counts[tile] &+ pointwiseMin(count, .one &+ .one), .one &+ .one)
      }
    }
    if isOrdered { return }
    let doubtful = tiles.marks.indices.filter {
      tiles.marks[$0] == ScreenTiles.Mark.border
        || (tiles.marks[$0] == ScreenTiles.Mark.none && Int(counts[$0].x) + Int(counts[$0].y) > 1)
    }
    if doubtful.isEmpty { return }
    var depths = DepthIntersections(
      doubtful, of: tiles, slope: commands.lazy.compactMap(\.item.plane).first?.slope ?? .zero,
      margin: depthBiasStep / 4)
    for mesh in meshes {
      var found: [Int] = []
      depths.add(mesh, in: tiles) { found.append($0) }
      for tile in found { tiles.mark(tile, ScreenTiles.Mark.edge) }
    }
  }
}

extension ProjectedMesh {
  /// - Returns: its edges.
  fileprivate func mark(_ command: DrawCommand, in tiles: inout ScreenTiles) -> [EdgeSegment] {
    let neighbors = command.geometry.topology.neighbors(of: triangles)
    let segments = segments(neighbors, over: tiles)
    for segment in segments {
      tiles.add(segment, isFlat && segment.isBetweenPixels ? ScreenTiles.Mark.border : ScreenTiles.Mark.edge)
    }
    return segments
  }
}
