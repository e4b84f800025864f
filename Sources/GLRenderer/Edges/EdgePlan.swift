import MeshTransform

/// Where a picture that is drawn with one sample a pixel must be drawn again with more.
///
/// Antialiasing changes pixels that an edge crosses, and no others: where a sheet ends, where it turns away, where
/// surfaces cross. A frame of one sample a pixel takes 0.4 of the time of one with four, and llvmpipe needs a quarter of
/// the latter for clearing and averaging samples alone. So all is drawn with one sample, and cells that hold edges
/// are drawn again into a small target with several. The answer may be too careful, but no edge is ever left out.
struct EdgePlan {
  let cells: EdgeCells
  /// By stratum and drawable, of the vertices: canvas pixels.
  let points: [[[SIMD4<Float>]]]

  /// Whether no pixel needs more than one sample.
  var isEmpty: Bool { cells.area(EdgeCells.Mark.edge) == 0 }

  /// Cells that are drawn alike.
  struct Level {
    let marks: ClosedRange<UInt8>
    /// Fragments a side of each pixel, with the device's samples each.
    let fineness: Int
  }

  /// - `tile`: of the canvas.
  func levels(_ tile: PixelRect) -> [Level] {
    [
      Level(marks: EdgeCells.Mark.edge...EdgeCells.Mark.edge, fineness: 1),
      Level(marks: EdgeCells.Mark.thin...EdgeCells.Mark.thin, fineness: 4),
    ]
  }

  /// The share of the picture from which on it is cheaper to give all of it four samples.
  private static let largestShare = 0.3

  /// Nil where all of the picture is better drawn with several samples a pixel.
  init?(_ strata: [Stratum], _ size: PixelSize) {
    var cells = EdgeCells(size)
    let limit = Int(Double(size.area) * Self.largestShare)
    var points: [[[SIMD4<Float>]]] = []
    for stratum in strata {
      guard let sheets = stratum.markEdges(in: &cells), cells.area(EdgeCells.Mark.edge) <= limit else {
        return nil
      }
      points.append(sheets.map(\.points))
    }
    (self.cells, self.points) = (cells, points)
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
      guard let sheet = ProjectedSheet(layer.sheet, triangles, bias: bias) else { return nil }
      sheets.append(sheet)
      let neighbors = layer.geometry.neighbors(of: triangles)
      let segments = sheet.segments(neighbors, over: cells)
      for segment in segments {
        cells.add(
          segment, sheet.isFlat && segment.isBetweenPixels ? EdgeCells.Mark.border : EdgeCells.Mark.edge)
      }
      let thin = CellThickness(segments, over: cells).thinCells(of: cells)
      for cell in thin { cells.mark(cell, EdgeCells.Mark.thin) }
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
