import MeshTransform
import RenderGraph

/// Lists the triangles of draw calls that may touch each edge tile.
package struct TileTriangles {
  /// Indices by draw call and edge tile, in drawing order.
  private(set) var indices: [UInt32]
  private let tiles: ScreenTiles
  /// The edge tile of each screen tile; -1 for none.
  private let names: [Int32]
  private let count: Int
  /// The widest border of an edge tile in pixels.
  private let ring: Float
  /// The number of indices that each edge tile gets, then the place of the next one; 0 between two calls.
  private var next: [Int]

  /// The triangles of a draw call in one edge tile.
  package struct Part {
    /// The number of the edge tile, counted over all batches.
    package let tile: Int
    /// The range of the indices.
    package let indices: Range<Int>
  }

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
    (indices, next) = ([], [Int](repeating: 0, count: count))
  }

  /// Adds the triangles of a draw call.
  /// - `points`: the vertices in canvas pixels.
  /// - `drawn`: three indices for each triangle.
  /// - Returns: the triangles in each edge tile that has any, by the number of the tile.
  mutating func add(_ points: [SIMD4<Float>], _ drawn: ArraySlice<UInt32>) -> [Part] {
    let blocks = mapBlocks(drawn.count / 3, of: ProjectedMesh.blockSize) { range in
      pairs(points, drawn, range)
    }
    // Sorted by edge tile; the triangles of one tile keep their order.
    var touched: [Int] = []
    for block in blocks {
      for pair in block {
        if next[Int(pair.x)] == 0 { touched.append(Int(pair.x)) }
        next[Int(pair.x)] += 3
      }
    }
    touched.sort()
    var end = indices.count
    let parts = touched.map { tile in
      let start = end
      end += next[tile]
      next[tile] = start
      return Part(tile: tile, indices: start..<end)
    }
    indices.append(contentsOf: repeatElement(0, count: end - indices.count))
    for block in blocks {
      for pair in block {
        let (to, from) = (next[Int(pair.x)], Int(pair.y))
        for corner in 0..<3 { indices[to + corner] = drawn[from + corner] }
        next[Int(pair.x)] += 3
      }
    }
    for tile in touched { next[tile] = 0 }
    return parts
  }

  /// A triangle whose bounding box has more screen tiles than this is compared with each of them. For smaller triangles,
  /// such as most of a fine mesh, the box is precise enough.
  private static let boxLimit = 16

  /// Pairs of an edge tile and the place of a triangle's first index, in drawing order.
  private func pairs(_ points: [SIMD4<Float>], _ drawn: ArraySlice<UInt32>, _ range: Range<Int>)
    -> [SIMD2<UInt32>]
  {
    let (names, columns, rows) = (names, tiles.columns, tiles.rows)
    let margin = ScreenTiles.tolerance + ring
    var pairs: [SIMD2<UInt32>] = []
    // The edge tiles of a large triangle, some several times.
    var touched: [Int32] = []
    for triangle in range {
      let first = drawn.startIndex + 3 * triangle
      let (a, b, c) = (
        points[Int(drawn[first])].lowHalf, points[Int(drawn[first + 1])].lowHalf,
        points[Int(drawn[first + 2])].lowHalf
      )
      let low = smaller(a, smaller(b, c)) - margin
      let high = larger(a, larger(b, c)) + margin
      let (across, down) = tiles.range(from: low, to: high)
      if across.count * down.count > Self.boxLimit {
        let reach = TriangleReach(a, b, c, margin: margin, in: (columns, rows))
        touched.removeAll(keepingCapacity: true)
        for row in down {
          for column in across {
            let name = names[row * columns + column]
            // Screen tiles of one edge tile follow each other in a row.
            if name < 0 || touched.last == name || !reach.touches(column: column, row: row) { continue }
            touched.append(name)
          }
        }
        touched.sort()
        for (place, name) in touched.enumerated() where place == 0 || touched[place - 1] != name {
          pairs.append(SIMD2(UInt32(name), UInt32(first)))
        }
        continue
      }
      for row in down {
        for column in across {
          let place = row * columns + column
          let name = names[place]
          // An edge tile is a rectangle of screen tiles; it is listed at the upper left one in the box.
          if name < 0 || (column > across.lowerBound && names[place - 1] == name)
            || (row > down.lowerBound && names[place - columns] == name)
          {
            continue
          }
          pairs.append(SIMD2(UInt32(name), UInt32(first)))
        }
      }
    }
    return pairs
  }
}

extension [TileTriangles.Part] {
  /// The parts in a range of edge tiles; the parts are in ascending order of their tiles.
  package func inside(_ tiles: Range<Int>) -> ArraySlice<TileTriangles.Part> {
    func first(from tile: Int) -> Int {
      var (low, high) = (0, count)
      while low < high {
        let middle = (low + high) / 2
        if self[middle].tile < tile { low = middle + 1 } else { high = middle }
      }
      return low
    }
    return self[first(from: tiles.lowerBound)..<first(from: tiles.upperBound)]
  }
}
