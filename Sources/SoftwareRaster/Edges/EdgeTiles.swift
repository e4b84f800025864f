import MeshTransform
import RenderGraph

/// The edge tiles of one region, which are drawn again with several samples: packed into render targets, with their
/// triangles.
package struct EdgeTiles {
  package let region: PixelRect
  /// Rectangles that cover all edge tiles together; none where the whole picture has several samples.
  package let masked: [EdgeTile]
  package let levels: [Level]
  /// The triangle indices of all edge tiles, one draw call after the other.
  package let indices: [UInt32]
  /// The rectangles whose samples are weighted where the whole picture has several samples; else none.
  package let weighted: [EdgeTile]

  /// Edge tiles that share a viewport and a supersampling factor.
  package struct Level {
    /// The part of the region that contains the tiles, with their supersampling factor; at most as large as a viewport.
    package let region: PixelRect
    /// The edge tiles of each batch; a batch fills one render target.
    package let batches: [[EdgeTile]]
    /// The triangles by depth group, command and draw call.
    package var triangles: [[[[TileTriangles.Part]]]] = []
  }

  /// Size of the render target in fragments: sufficient for the edges of a large item at 1080p. Thin features need
  /// less.
  package static func targetSize(supersamplingFactor: Int) -> PixelSize {
    PixelSize(supersamplingFactor > 1 ? 512 : 1024, 256)
  }

  /// - `maxViewportSize`: the largest side of a viewport in fragments.
  package init(_ edges: EdgePlan, of groups: [DepthGroup], in region: PixelRect, maxViewportSize: Int) {
    self.region = region
    var levels: [Level] = []
    for level in edges.levels {
      let size = Self.targetSize(supersamplingFactor: level.supersamplingFactor)
      let room = PixelSize(size.width / level.supersamplingFactor, size.height / level.supersamplingFactor)
      // A viewport of the whole region may exceed the limit of the device.
      let side = max(1, maxViewportSize / level.supersamplingFactor)
      for window in region.divided(widest: side, highest: side) {
        let rectangles = EdgeTile.rectangles(
          of: edges.tiles, level.marks, in: window, widest: room.width, highest: room.height)
        if rectangles.isEmpty { continue }
        var supersampled = window
        supersampled.supersamplingFactor = level.supersamplingFactor
        levels.append(
          Level(
            region: supersampled,
            batches: EdgeTile.packed(rectangles, into: room, ring: edges.coverage.isEmpty ? 0 : 1)))
      }
    }
    indices = Self.addTriangles(to: &levels, edges, groups)
    self.levels = levels
    var weighted: [EdgeTile] = []
    if edges.isUniform, !edges.coverage.isEmpty {
      weighted = EdgeTile.rectangles(
        of: edges.tiles, ScreenTiles.Mark.edge...ScreenTiles.Mark.edge, in: region, widest: region.width + 4,
        highest: region.height + 4)
      for i in weighted.indices {
        (weighted[i].x, weighted[i].y) = (weighted[i].area.x - region.x, weighted[i].area.y - region.y)
      }
    }
    self.weighted = weighted
    masked =
      edges.isUniform
      ? []
      : EdgeTile.rectangles(
        of: edges.tiles, ScreenTiles.Mark.edge...ScreenTiles.Mark.thinnest, in: region, widest: region.width,
        highest: region.height)
  }

  /// - Returns: the indices of all triangles of all levels.
  private static func addTriangles(
    to levels: inout [Level], _ edges: EdgePlan, _ groups: [DepthGroup]
  ) -> [UInt32] {
    // All levels at once: each triangle is compared with the tiles only once.
    var triangles = TileTriangles(levels.flatMap { $0.batches.joined() }, over: edges.tiles)
    let parts = groups.map { group in
      group.commands.map { command in
        command.calls.map { call in
          triangles.add(command.projected.points, command.triangles.indices[call.indices])
        }
      }
    }
    var first = 0
    for number in levels.indices {
      let count = levels[number].batches.reduce(0) { $0 + $1.count }
      levels[number].triangles = parts.map { group in
        group.map { command in
          command.map { call in
            call.inside(first..<first + count).map {
              TileTriangles.Part(tile: $0.tile - first, indices: $0.indices)
            }
          }
        }
      }
      first += count
    }
    return triangles.indices
  }
}
