import MeshTransform

/// The number of triangles over each screen tile: an upper bound, by their boxes.
struct TileLoad {
  private var counts: [Int32]

  /// - `meshes`: the items of the picture.
  init(_ meshes: [ProjectedMesh], over tiles: ScreenTiles) {
    counts = [Int32](repeating: 0, count: tiles.marks.count)
    for mesh in meshes {
      let blocks = mapBlocks(mesh.windings.count, of: 8 * ProjectedMesh.blockSize) { range in
        var counts = [Int32](repeating: 0, count: tiles.marks.count)
        for triangle in range where mesh.windings[triangle] != ProjectedMesh.unseen {
          let (a, b, c) = mesh.corners(triangle)
          let low = pointwiseMin(pointwiseMin(a.lowHalf, b.lowHalf), c.lowHalf)
          let high = pointwiseMax(pointwiseMax(a.lowHalf, b.lowHalf), c.lowHalf)
          let columns = ScreenTiles.span(low.x, high.x, count: tiles.columns)
          for row in ScreenTiles.span(low.y, high.y, count: tiles.rows) {
            for column in columns where tiles.marks[row * tiles.columns + column] >= ScreenTiles.Mark.edge {
              counts[row * tiles.columns + column] += 1
            }
          }
        }
        return counts
      }
      for block in blocks { for tile in counts.indices { counts[tile] += block[tile] } }
    }
  }

  /// The triangles over a tile; 0 for a tile without edges.
  subscript(tile: Int) -> Int { Int(counts[tile]) }
}
