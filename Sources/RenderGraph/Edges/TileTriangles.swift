import MeshTransform

/// The triangles of an item that may touch each edge tile.
struct TileTriangles {
  /// Indices by edge tile, in drawing order.
  package private(set) var indices: [UInt32] = []
  /// The range of ``indices`` of each edge tile.
  private(set) var ranges: [Range<Int>] = []

  /// The edge tile of each screen tile.
  struct Map {
    fileprivate let tiles: ScreenTiles
    fileprivate let names: [Int32]
    fileprivate let count: Int
    /// The widest border of an edge tile in pixels.
    fileprivate let ring: Float

    init(_ edgeTiles: [EdgeTile], over tiles: ScreenTiles) {
      let side = ScreenTiles.side
      var names = [Int32](repeating: -1, count: tiles.marks.count)
      for (name, edgeTile) in edgeTiles.enumerated() {
        let area = edgeTile.area
        for row in area.y / side...(area.y + area.height - 1) / side {
          for column in area.x / side...(area.x + area.width - 1) / side {
            names[row * tiles.columns + column] = Int32(name)
          }
        }
      }
      (self.tiles, self.names, count) = (tiles, names, edgeTiles.count)
      ring = Float(edgeTiles.lazy.map(\.ring).max() ?? 0)
    }
  }

  /// - `points`: the vertices in canvas pixels.
  /// - `drawn`: three indices for each triangle.
  init(_ points: [SIMD4<Float>], _ drawn: ArraySlice<UInt32>, _ map: Map) {
    let (columns, names) = (map.tiles.columns, map.names)
    let reach = ScreenTiles.tolerance + map.ring
    let blocks = mapBlocks(drawn.count / 3, of: ProjectedMesh.blockSize) { range in
      var pairs: [SIMD2<UInt32>] = []
      // The last triangle of each edge tile.
      var latest = [Int](repeating: -1, count: map.count)
      for triangle in range {
        let first = drawn.startIndex + 3 * triangle
        let (a, b, c) = (
          points[Int(drawn[first])].lowHalf, points[Int(drawn[first + 1])].lowHalf,
          points[Int(drawn[first + 2])].lowHalf
        )
        let low = pointwiseMin(a, pointwiseMin(b, c)) - reach
        let high = pointwiseMax(a, pointwiseMax(b, c)) + reach
        let across = ScreenTiles.span(low.x, high.x, count: columns)
        for row in ScreenTiles.span(low.y, high.y, count: map.tiles.rows) {
          for column in across {
            let name = Int(names[row * columns + column])
            if name < 0 || latest[name] == first { continue }
            latest[name] = first
            pairs.append(SIMD2(UInt32(name), UInt32(first)))
          }
        }
      }
      return pairs
    }
    // Sorted by edge tile; the triangles of one tile keep their order.
    var next = [Int](repeating: 0, count: map.count + 1)
    for block in blocks { for pair in block { next[Int(pair.x) + 1] += 3 } }
    for tile in 0..<map.count { next[tile + 1] += next[tile] }
    ranges = (0..<map.count).map { next[$0]..<next[$0 + 1] }
    indices = [UInt32](repeating: 0, count: next[map.count])
    for block in blocks {
      for pair in block {
        let (to, from) = (next[Int(pair.x)], Int(pair.y))
        for corner in 0..<3 { indices[to + corner] = drawn[from + corner] }
        next[Int(pair.x)] += 3
      }
    }
  }
}
