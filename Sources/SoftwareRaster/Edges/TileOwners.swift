import RenderGraph

/// The item whose edges cross each screen tile, if it is the only one.
struct TileOwners {
  /// The item number of each tile; -1 for none, -2 for several.
  private var numbers: [Int32]

  init(_ tiles: ScreenTiles) { numbers = [Int32](repeating: -1, count: tiles.marks.count) }

  mutating func add(_ segments: [EdgeSegment], of number: Int, in tiles: ScreenTiles) {
    for segment in segments {
      tiles.forEachTile(segment) { tile in
        let known = numbers[tile]
        numbers[tile] = known == -1 || known == Int32(number) ? Int32(number) : -2
      }
    }
  }

  /// Whether edges of any item cross a tile.
  func hasEdges(_ tile: Int) -> Bool { numbers[tile] != -1 }

  func isAlone(_ number: Int, in tile: Int) -> Bool { numbers[tile] == Int32(number) }
}
