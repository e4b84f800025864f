import MeshTransform
import RenderGraph

/// The number of triangles over each screen tile with edges: an upper bound, by their boxes.
struct TileLoad {
  private var counts: [Int32]

  private static let blockSize = 65_536

  /// - `meshes`: the items of the picture.
  init(_ meshes: [ProjectedMesh], over tiles: ScreenTiles) {
    counts = [Int32](repeating: 0, count: tiles.marks.count)
    for mesh in meshes {
      let count = mesh.windings.count
      if count <= Self.blockSize {
        // A picture may have thousands of items of two triangles.
        Self.add(mesh, 0..<count, over: tiles, to: &counts)
        continue
      }
      let blocks = mapBlocks(count, of: Self.blockSize) { range in
        var counts = [Int32](repeating: 0, count: tiles.marks.count)
        Self.add(mesh, range, over: tiles, to: &counts)
        return counts
      }
      for block in blocks { for tile in counts.indices { counts[tile] += block[tile] } }
    }
  }

  private static func add(
    _ mesh: ProjectedMesh, _ triangles: Range<Int>, over tiles: ScreenTiles, to counts: inout [Int32]
  ) {
    for triangle in triangles where mesh.windings[triangle] != ProjectedMesh.undrawn {
      let (a, b, c) = mesh.corners(triangle)
      let low = smaller(smaller(a.lowHalf, b.lowHalf), c.lowHalf)
      let high = larger(larger(a.lowHalf, b.lowHalf), c.lowHalf)
      let (columns, rows) = tiles.range(from: low, to: high)
      for row in rows {
        for column in columns where tiles.marks[row * tiles.columns + column] >= ScreenTiles.Mark.edge {
          counts[row * tiles.columns + column] += 1
        }
      }
    }
  }

  /// The triangles over a tile; 0 for a tile without edges.
  subscript(tile: Int) -> Int { Int(counts[tile]) }
}
