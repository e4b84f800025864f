import MeshTransform

/// Where a picture that is drawn with one sample a pixel must be drawn again with more.
///
/// Antialiasing changes pixels that an edge crosses, and no others: where a sheet ends, where it turns away, where
/// surfaces cross. The answer may be too careful, but no such edge is left out.
///
/// A ripple of 100 x 100 faces at 1080p, on llvmpipe (`Benchmarks/frames.sh --works W2aa`): a frame of four samples takes
/// 2.2 times the CPU time of one of a single sample. With samples in the cells that hold edges, 3 % of it, it takes 1.5
/// times: 0.04 for finding them, 0.4 for drawing them, the most of it where folds are steep, 0.06 for clearing and
/// averaging.
struct EdgePlan {
  let cells: EdgeCells
  /// By stratum and drawable, of the vertices: canvas pixels.
  let points: [[[SIMD4<Float>]]]
  /// Whether so much holds edges that all of the picture gets several samples, and only what is thin is drawn again.
  let isUniform: Bool

  /// The share of the picture from which on it is cheaper to give all of it four samples. By the measurement above a
  /// hundredth takes 0.09 (where sheets end) to 0.15 (at folds) of a frame's time, four samples everywhere 1.2.
  static let largestShare = 0.1
  /// Of what is thin, from which on it is drawn less finely.
  private static let largestThinShare = 0.25

  /// Whether nothing is to be drawn again.
  var isEmpty: Bool { cells.area(isUniform ? EdgeCells.Mark.thin : EdgeCells.Mark.edge) == 0 }

  /// Cells that are drawn alike.
  struct Level {
    let marks: ClosedRange<UInt8>
    /// Fragments a side of each pixel, with the device's samples each.
    let fineness: Int
  }

  /// Each as fine as no other.
  var levels: [Level] {
    typealias Mark = EdgeCells.Mark
    let isLarge = Double(cells.area(Mark.thin)) > Double(cells.size.area) * Self.largestThinShare
    let thin =
      isLarge
      ? [Level(marks: Mark.thin...Mark.thinnest, fineness: 2)]
      : [
        Level(marks: Mark.thin...Mark.thin, fineness: 2),
        Level(marks: Mark.thinnest...Mark.thinnest, fineness: 4),
      ]
    return isUniform ? thin : [Level(marks: Mark.edge...Mark.edge, fineness: 1)] + thin
  }

  /// - `share`: in place of ``largestShare``.
  /// Nil where it cannot be told where edges are.
  init?(_ strata: [Stratum], _ size: PixelSize, share: Double = largestShare) {
    var cells = EdgeCells(size)
    var points: [[[SIMD4<Float>]]] = []
    for stratum in strata {
      guard let sheets = stratum.markEdges(in: &cells) else { return nil }
      points.append(sheets.map(\.points))
    }
    (self.cells, self.points) = (cells, points)
    isUniform = Double(cells.area(EdgeCells.Mark.edge)) > Double(size.area) * share
  }
}

extension Stratum {
  /// - Returns: the drawables on the canvas; nil where it cannot be told where edges are.
  fileprivate func markEdges(in cells: inout EdgeCells) -> [ProjectedSheet]? {
    guard listed.isEmpty, !drawables.contains(where: { $0.layer.lighting.variant.isFlatShaded }) else {
      return nil
    }
    var sheets: [ProjectedSheet] = []
    for (layer, bias) in drawables {
      let triangles = layer.geometry.list ?? layer.triangles
      // What a shader cuts from faces may end at the edge of one.
      if triangles.isUncut || triangles.interpolation != .triangles { return nil }
      guard let sheet = ProjectedSheet(layer.sheet, triangles, bias: bias) else { return nil }
      sheets.append(sheet)
      // The picture of a layer ends in pixels that are clear.
      if layer.sheet.endsClear { continue }
      let neighbors = layer.geometry.neighbors(of: triangles)
      let segments = sheet.segments(neighbors, over: cells)
      for segment in segments {
        cells.add(
          segment, sheet.isFlat && segment.isBetweenPixels ? EdgeCells.Mark.border : EdgeCells.Mark.edge)
      }
      let thin = CellThickness(segments, over: cells).thinCells(of: cells)
      for (cell, mark) in thin { cells.mark(cell, mark) }
    }
    markCrossings(sheets, in: &cells)
    return sheets
  }

  /// Where surfaces lie over one another and may cross.
  private func markCrossings(_ sheets: [ProjectedSheet], in cells: inout EdgeCells) {
    // Flat sheets in one plane have an order.
    let isOrdered = !mayCross
    if isOrdered, sheets.allSatisfy({ $0.triangles.indices.count <= 6 }) { return }
    var counts = [SIMD2<UInt8>](repeating: .zero, count: cells.marks.count)
    for sheet in sheets {
      let layers = CellLayers(sheet, over: cells)
      for (cell, count) in layers.counts.enumerated() {
        if count.max() > 1 { cells.mark(cell, EdgeCells.Mark.edge) }
        // Only whether there are two or more matters.
        counts[cell] = pointwiseMin(counts[cell] &+ pointwiseMin(count, .one &+ .one), .one &+ .one)
      }
    }
    if isOrdered { return }
    let doubtful = cells.marks.indices.filter {
      cells.marks[$0] == EdgeCells.Mark.border
        || (cells.marks[$0] == EdgeCells.Mark.none && Int(counts[$0].x) + Int(counts[$0].y) > 1)
    }
    if doubtful.isEmpty { return }
    var depths = CellDepths(
      doubtful, of: cells, slope: drawables.lazy.compactMap(\.layer.sheet.plane).first?.slope ?? .zero,
      margin: depthStep / 4)
    for sheet in sheets {
      var found: [Int] = []
      depths.add(sheet, in: cells) { found.append($0) }
      for cell in found { cells.mark(cell, EdgeCells.Mark.edge) }
    }
  }
}
