import MeshTransform

/// The parts of one tile that are drawn again with several samples: packed into render targets, with their triangles.
package struct EdgeTiles {
  package let tile: PixelRect
  /// What all parts cover together.
  package let masked: [EdgePart]
  package let levels: [Level]
  /// The indices of all triangles, one part after the other.
  package let indices: [UInt32]
  /// The parts of the tile whose samples are weighted, where all of it has several samples.
  package let weighted: [EdgePart]

  /// Parts that are drawn alike.
  package struct Level {
    /// The part of the tile that holds them, with their supersampling factor; no larger than a viewport.
    package let tile: PixelRect
    /// Each fills the target.
    package let batches: [[EdgePart]]
    /// The ranges of the indices by depth group, command, draw call and part.
    package var triangles: [[[[Range<Int>]]]] = []
  }

  /// Size of the target in fragments: the edges of a large item at 1080p fit. Thin features take less.
  package static func targetSize(fineness: Int) -> PixelSize { PixelSize(fineness > 1 ? 512 : 1024, 256) }

  /// - `maxViewportSize`: fragments a side.
  package init(_ plan: EdgePlan, of groups: [DepthGroup], in tile: PixelRect, maxViewportSize: Int) {
    self.tile = tile
    var levels: [Level] = []
    for level in plan.levels {
      let size = Self.targetSize(fineness: level.fineness)
      let room = PixelSize(size.width / level.fineness, size.height / level.fineness)
      // A viewport of the whole tile may be larger than the device draws.
      let side = max(1, maxViewportSize / level.fineness)
      for window in tile.divided(widest: side, highest: side) {
        let parts = EdgePart.parts(
          of: plan.cells, level.marks, in: window, widest: room.width, highest: room.height)
        if parts.isEmpty { continue }
        var fine = window
        fine.fineness = level.fineness
        levels.append(
          Level(
            tile: fine, batches: EdgePart.packed(parts, into: room, ring: plan.coverage.isEmpty ? 0 : 1)))
      }
    }
    indices = Self.addTriangles(to: &levels, plan, groups)
    self.levels = levels
    var weighted: [EdgePart] = []
    if plan.isUniform, !plan.coverage.isEmpty {
      weighted = EdgePart.parts(
        of: plan.cells, EdgeCells.Mark.edge...EdgeCells.Mark.edge, in: tile, widest: tile.width + 4,
        highest: tile.height + 4)
      for i in weighted.indices {
        (weighted[i].x, weighted[i].y) = (weighted[i].area.x - tile.x, weighted[i].area.y - tile.y)
      }
    }
    self.weighted = weighted
    masked =
      plan.isUniform
      ? []
      : EdgePart.parts(
        of: plan.cells, EdgeCells.Mark.edge...EdgeCells.Mark.thinnest, in: tile, widest: tile.width,
        highest: tile.height)
  }

  /// - Returns: the indices of all triangles of all levels.
  private static func addTriangles(
    to levels: inout [Level], _ plan: EdgePlan, _ groups: [DepthGroup]
  ) -> [UInt32] {
    var indices: [UInt32] = []
    for number in levels.indices {
      let map = PartTriangles.Map(levels[number].batches.flatMap { $0 }, over: plan.cells)
      levels[number].triangles = groups.indices.map { group in
        groups[group].commands.indices.map { number in
          let command = groups[group].commands[number]
          return command.calls.map { call -> [Range<Int>] in
            let triangles = PartTriangles(
              plan.points[group][number], command.triangles.indices[call.indices], map)
            let start = indices.count
            indices += triangles.indices
            return triangles.ranges.map { $0.lowerBound + start..<$0.upperBound + start }
          }
        }
      }
    }
    return indices
  }
}
