import MeshTransform

/// How many surfaces lie over each tile.
///
/// In a tile without edges it is the number of those over any one point: whatever ends in the tile has an edge there. So
/// each tile has a point of its own at which triangles are counted, one on the border of two twice.
struct DepthComplexity {
  /// Of each tile two numbers, for triangles of either turn; 255 for more.
  private(set) var counts: [SIMD2<UInt8>]

  /// Where in a tile its point lies: not where the lines of even grids run.
  private static let place = SIMD2<Float>(0.4639, 0.5413) * Float(ScreenTiles.side)

  init(_ mesh: ProjectedMesh, over tiles: ScreenTiles) {
    let (columns, rows) = (tiles.columns, tiles.rows)
    let side = Float(ScreenTiles.side)
    let blocks = mapBlocks(mesh.windings.count, of: 4 * ProjectedMesh.blockSize) { range in
      var counts = [SIMD2<UInt8>](repeating: .zero, count: columns * rows)
      for triangle in range {
        let turn = mesh.windings[triangle]
        if turn == ProjectedMesh.unseen { continue }
        let (a4, b4, c4) = mesh.corners(triangle)
        let (a, b, c) = (a4.lowHalf, b4.lowHalf, c4.lowHalf)
        let low = (pointwiseMin(a, pointwiseMin(b, c)) - Self.place) / side
        let high = (pointwiseMax(a, pointwiseMax(b, c)) - Self.place) / side
        // Of each tile the point only.
        let (left, right) = (max(low.x.rounded(.up), 0), min(high.x.rounded(.down), Float(columns - 1)))
        let (top, bottom) = (max(low.y.rounded(.up), 0), min(high.y.rounded(.down), Float(rows - 1)))
        guard left <= right, top <= bottom else { continue }
        let sign: Float = turn == 1 ? 1 : -1
        for row in Int(top)...Int(bottom) {
          for column in Int(left)...Int(right) {
            let point = SIMD2(Float(column), Float(row)) * side + Self.place
            let (p, q, r) = (a - point, b - point, c - point)
            // A shared edge tells its two triangles exactly opposite numbers.
            if sign * (p.x * q.y - p.y * q.x) >= 0, sign * (q.x * r.y - q.y * r.x) >= 0,
              sign * (r.x * p.y - r.y * p.x) >= 0
            {
              let tile = row * columns + column
              if counts[tile][Int(turn)] < 255 { counts[tile][Int(turn)] += 1 }
            }
          }
        }
      }
      return counts
    }
    counts = blocks.first ?? [SIMD2<UInt8>](repeating: .zero, count: columns * rows)
    for block in blocks.dropFirst() {
      for tile in counts.indices {
        let sum =
          SIMD2<UInt16>(truncatingIfNeeded: counts[tile])
          &+ SIMD2<UInt16>(truncatingIfNeeded: block[tile])
        counts[tile] = SIMD2<UInt8>(
          truncatingIfNeeded: pointwiseMin(sum, SIMD2<UInt16>(repeating: 255)))
      }
    }
  }
}
