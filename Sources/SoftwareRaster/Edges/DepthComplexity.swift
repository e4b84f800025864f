import MeshTransform
import RenderGraph

/// The number of surfaces over each screen tile that an item reaches.
///
/// In a tile without edges, the number is the same at every point, since a surface that ends in the tile has an edge
/// there. So triangles are counted at one point of each tile. A point on the border of two triangles counts both.
struct DepthComplexity {
  /// The counts of the tiles of the rectangle `columns` x `rows`, row by row: triangles of winding 0 and 1; 255 stands
  /// for 255 and more.
  private let counts: [SIMD2<UInt8>]
  private let columns: Range<Int>, rows: Range<Int>
  /// The number of tiles in a row of the picture.
  private let rowLength: Int

  /// The position of the point in a tile in pixels, off the lines of regular grids.
  private static let place = SIMD2<Float>(0.4639, 0.5413) * Float(ScreenTiles.side)

  init(_ mesh: ProjectedMesh, over tiles: ScreenTiles) {
    let (low, high) = (mesh.vertices.low, mesh.vertices.high)
    let (columns, rows) = tiles.range(from: SIMD2(low.x, low.y), to: SIMD2(high.x, high.y))
    let side = Float(ScreenTiles.side)
    let blocks = mapBlocks(mesh.windings.count, of: 4 * ProjectedMesh.blockSize) { range in
      var counts = [SIMD2<UInt8>](repeating: .zero, count: columns.count * rows.count)
      for triangle in range {
        let winding = mesh.windings[triangle]
        if winding == ProjectedMesh.undrawn { continue }
        let (a4, b4, c4) = mesh.corners(triangle)
        let (a, b, c) = (a4.lowHalf, b4.lowHalf, c4.lowHalf)
        let low = (smaller(a, smaller(b, c)) - Self.place) / side
        let high = (larger(a, larger(b, c)) - Self.place) / side
        // The tiles whose point lies in the triangle's box: none for most small triangles.
        let across = Self.wholeNumbers(low.x, high.x, in: columns)
        if across.isEmpty { continue }
        let sign: Float = winding == 1 ? 1 : -1
        for row in Self.wholeNumbers(low.y, high.y, in: rows) {
          for column in across {
            let point = SIMD2(Float(column), Float(row)) * side + Self.place
            let (p, q, r) = (a - point, b - point, c - point)
            // A shared edge yields exactly opposite numbers for its two triangles.
            if sign * (p.x * q.y - p.y * q.x) >= 0, sign * (q.x * r.y - q.y * r.x) >= 0,
              sign * (r.x * p.y - r.y * p.x) >= 0
            {
              let place = (row - rows.lowerBound) * columns.count + column - columns.lowerBound
              if counts[place][Int(winding)] < 255 { counts[place][Int(winding)] += 1 }
            }
          }
        }
      }
      return counts
    }
    var counts = blocks.first ?? []
    for block in blocks.dropFirst() {
      for place in counts.indices {
        let sum =
          SIMD2<UInt16>(truncatingIfNeeded: counts[place])
          &+ SIMD2<UInt16>(truncatingIfNeeded: block[place])
        counts[place] = SIMD2<UInt8>(
          truncatingIfNeeded: smaller(sum, SIMD2<UInt16>(repeating: 255)))
      }
    }
    (self.counts, self.columns, self.rows, rowLength) = (counts, columns, rows, tiles.columns)
  }

  /// The whole numbers in `low`...`high` that `range` contains, which has no negative ones.
  @inline(__always)
  private static func wholeNumbers(_ low: Float, _ high: Float, in range: Range<Int>) -> Range<Int> {
    // Clamped before the conversion, which truncates: without negative numbers, that is rounding down.
    let (low, high) = (max(low, Float(range.lowerBound)), min(high, Float(range.upperBound - 1)))
    guard low <= high else { return 0..<0 }
    let (first, last) = (Int(clamping: low), Int(clamping: high))
    let start = Float(first) < low ? first + 1 : first
    return start <= last ? start..<last + 1 : 0..<0
  }

  /// Calls `body` with each tile over which the item has surfaces, and their counts.
  func forEachTile(_ body: (_ tile: Int, _ count: SIMD2<UInt8>) -> Void) {
    for (place, count) in counts.enumerated() where count != .zero {
      let (row, column) = place.quotientAndRemainder(dividingBy: columns.count)
      body((row + rows.lowerBound) * rowLength + column + columns.lowerBound, count)
    }
  }
}
