import MeshTransform

/// Where a picture that is drawn with one sample a pixel must be drawn again with more.
///
/// Antialiasing changes pixels that an edge crosses, and no others: where a sheet ends, where it turns away, where
/// surfaces cross. The answer may be too careful, but no such edge is left out.
///
/// Where the edges of a single sheet cross a pixel and nothing lies before them, the exact areas of their two sides are
/// known: samples on each side share its area as their weight (``SilhouetteCoverage``). In all other pixels, samples count
/// alike.
///
/// A ripple of 100 x 100 faces at 1080p, on llvmpipe (`Benchmarks/frames.sh --works W2aa`): a frame of four samples takes
/// 2.2 times the CPU time of one of a single sample. With samples in the cells that hold edges, 3 % of it, it takes 1.5
/// times: 0.04 for finding them, 0.4 for drawing them, the most of it where folds are steep, 0.06 for clearing and
/// averaging.
package struct EdgeAnalysis {
  package let cells: ScreenTiles
  /// How samples of pixels are weighed that an edge crosses.
  package let coverage: EdgeCoverage
  /// By stratum and drawable, of the vertices: canvas pixels.
  package let points: [[[SIMD4<Float>]]]
  /// Whether so much holds edges that all of the picture gets several samples, and only what is thin is drawn again.
  package let isUniform: Bool
  /// Of the picture that this is a part of, in pixels.
  private let wholeArea: Int

  /// The share of the picture from which on it is cheaper to give all of it four samples. By the measurement above a
  /// hundredth takes 0.09 (where sheets end) to 0.15 (at folds) of a frame's time, four samples everywhere 1.2.
  package static let largestShare = 0.1
  /// Of the whole picture, from which on what is thin is drawn less finely.
  private static let largestThinShare = 0.25

  /// Whether nothing is to be drawn again.
  package var isEmpty: Bool {
    cells.area(isUniform ? ScreenTiles.Mark.thin : ScreenTiles.Mark.edge) == 0 && coverage.isEmpty
  }

  /// Cells that are drawn alike.
  package struct Level {
    package let marks: ClosedRange<UInt8>
    /// Fragments a side of each pixel, with the device's samples each.
    package let supersamplingFactor: Int
  }

  /// Each as fine as no other.
  package var levels: [Level] {
    typealias Mark = ScreenTiles.Mark
    let isLarge = Double(cells.area(Mark.thin)) > Double(wholeArea) * Self.largestThinShare
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
    _ strata: [DepthGroup], _ tiling: Tiling, _ device: [SIMD2<Float>], widestViewport: Int,
    wholeArea: Int, share: Double = largestShare
  ) {
    let size = tiling.canvas
    self.wholeArea = wholeArea
    var cells = ScreenTiles(size)
    var groups: [[ProjectedMesh]] = []
    for stratum in strata {
      guard let sheets = stratum.projectedSheets() else { return nil }
      groups.append(sheets)
    }
    let patterns = [nil, nil] + [1, 2].map { SamplePattern(device: device, supersamplingFactor: $0) } + [nil]
    let areWeighed = patterns.contains { $0 != nil }
    let places = TileOcclusion(zip(strata, groups).map { ($1, $0.ranks, !$0.mayCross) }, over: cells)
    var outlines: [(segments: [EdgeSegment], isInFront: ((Int) -> Bool)?)] = []
    var owners = TileOwners(cells)
    for (stratum, sheets) in zip(strata, groups) {
      for (drawable, sheet) in zip(stratum.commands, sheets) {
        let isInFront = areWeighed ? places.isInFront(outlines.count) : nil
        // The picture of a layer ends in pixels that are clear.
        let segments = drawable.item.endsClear ? [] : sheet.mark(drawable, in: &cells)
        owners.add(segments, of: outlines.count, in: cells)
        outlines.append((segments, isInFront))
      }
      stratum.markCrossings(sheets, in: &cells)
    }
    for (number, outline) in outlines.enumerated() {
      let thin = ThinFeatures(outline.segments, over: cells).thinCells(of: cells) {
        outline.isInFront?($0) == true && owners.isAlone(number, in: $0)
      }
      for (cell, mark) in thin { cells.mark(cell, mark) }
    }
    var coverage = EdgeCoverage(cells)
    func areTogether(_ a: SIMD2<Int>, _ b: SIMD2<Int>) -> Bool {
      guard b.x >= 0, b.y >= 0, b.x < size.width, b.y < size.height else { return false }
      let tile = SIMD2(tiling.tileSize.width, tiling.tileSize.height)
      let widest = SIMD2(repeating: max(1, widestViewport / 2))
      return a / tile == b / tile && a % tile / widest == b % tile / widest
    }
    let isAnyInFront = outlines.contains { $0.isInFront != nil }
    var sheet = SilhouetteCoverage(isAnyInFront ? cells : ScreenTiles(PixelSize(0, 0)), patterns)
    for outline in outlines where isAnyInFront {
      sheet.removeAll()
      for segment in outline.segments { sheet.add(segment) }
      sheet.forEachPixel(isInFront: outline.isInFront ?? { _ in false }, areTogether: areTogether) {
        coverage.add($0, $1, $2)
      }
    }
    coverage.finish()
    (self.cells, self.coverage, points) = (cells, coverage, groups.map { $0.map(\.points) })
    isUniform = Double(cells.area(ScreenTiles.Mark.edge)) > Double(size.area) * share
  }
}

extension DepthGroup {
  /// - Returns: the drawables on the canvas; nil where it cannot be told where edges are.
  fileprivate func projectedSheets() -> [ProjectedMesh]? {
    guard listed.isEmpty, !commands.contains(where: { $0.lighting.variant.isFlatShaded }) else {
      return nil
    }
    var sheets: [ProjectedMesh] = []
    for (layer, bias) in zip(commands, biases) {
      let triangles = layer.geometry.list
      // What a shader cuts from faces may end at the edge of one.
      if triangles.needsContentClip || triangles.interpolation != .triangles { return nil }
      guard let sheet = ProjectedMesh(layer.item, triangles, bias: bias) else { return nil }
      sheets.append(sheet)
    }
    return sheets
  }

  /// Where surfaces lie over one another and may cross.
  fileprivate func markCrossings(_ sheets: [ProjectedMesh], in cells: inout ScreenTiles) {
    // Flat sheets in one plane have an order.
    let isOrdered = !mayCross
    if isOrdered, sheets.allSatisfy({ $0.triangles.indices.count <= 6 }) { return }
    var counts = [SIMD2<UInt8>](repeating: .zero, count: cells.marks.count)
    for sheet in sheets {
      let layers = DepthComplexity(sheet, over: cells)
      for (cell, count) in layers.counts.enumerated() {
        if count.max() > 1 { cells.mark(cell, ScreenTiles.Mark.edge) }
        // Only whether there are two or more matters.
        counts[cell] = pointwiseMin(counts[cell] &+ pointwiseMin(count, .one &+ .one), .one &+ .one)
      }
    }
    if isOrdered { return }
    let doubtful = cells.marks.indices.filter {
      cells.marks[$0] == ScreenTiles.Mark.border
        || (cells.marks[$0] == ScreenTiles.Mark.none && Int(counts[$0].x) + Int(counts[$0].y) > 1)
    }
    if doubtful.isEmpty { return }
    var depths = DepthIntersections(
      doubtful, of: cells, slope: commands.lazy.compactMap(\.item.plane).first?.slope ?? .zero,
      margin: depthBiasStep / 4)
    for sheet in sheets {
      var found: [Int] = []
      depths.add(sheet, in: cells) { found.append($0) }
      for cell in found { cells.mark(cell, ScreenTiles.Mark.edge) }
    }
  }
}

extension ProjectedMesh {
  /// - Returns: its edges.
  fileprivate func mark(_ layer: DrawCommand, in cells: inout ScreenTiles) -> [EdgeSegment] {
    let neighbors = layer.geometry.topology.neighbors(of: triangles)
    let segments = segments(neighbors, over: cells)
    for segment in segments {
      cells.add(segment, isFlat && segment.isBetweenPixels ? ScreenTiles.Mark.border : ScreenTiles.Mark.edge)
    }
    return segments
  }
}
