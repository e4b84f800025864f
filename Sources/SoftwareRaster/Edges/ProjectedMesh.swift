import MeshTransform
import RenderGraph

/// The triangles of an item, projected onto the canvas.
struct ProjectedMesh {
  let vertices: ProjectedVertices
  let triangles: TriangleList
  /// The winding of each triangle: 1 for clockwise (y down), 0 for counterclockwise, ``undrawn`` for triangles that are
  /// degenerate or culled.
  let windings: [UInt8]
  /// Whether there are visible triangles of both windings.
  let isFolded: Bool
  let isFlat: Bool
  /// The depth bias in points.
  let bias: Float

  static let undrawn: UInt8 = 2
  static let blockSize = 8192

  /// Fails where vertices lie behind the eye, or too far away for precise coordinates.
  /// - `triangles`: the triangles in any order.
  init?(_ item: RenderItem, _ triangles: TriangleList, _ vertices: ProjectedVertices, bias: Double) {
    guard vertices.arePrecise else { return nil }
    (self.vertices, self.triangles) = (vertices, triangles)
    isFlat = item.isFlat
    self.bias = Float(bias)
    let culled = item.culledWinding ?? Self.undrawn
    let (points, indices) = (vertices.points, triangles.indices)
    let count = indices.count / 3
    // Only triangles that reach the canvas count.
    let limit = item.canvas.map { SIMD2(Float($0.width), Float($0.height)) } ?? SIMD2(repeating: .infinity)
    let least: Float = item.canvas == nil ? -.infinity : 0
    var seen: [SIMD2<Int>] = []
    windings = [UInt8](unsafeUninitializedCapacity: count) { windings, filled in
      let windings = UnsafeMutableBufferPointer(rebasing: windings[..<count])
      seen = mapBlocks(count, of: Self.blockSize) { range in
        var seen = SIMD2(0, 0)
        for triangle in range {
          let a = points[Int(indices[3 * triangle])].lowHalf
          let u = points[Int(indices[3 * triangle + 1])].lowHalf - a
          let v = points[Int(indices[3 * triangle + 2])].lowHalf - a
          let area = u.x * v.y - u.y * v.x
          let winding: UInt8 = area > 0 ? 1 : area < 0 ? 0 : Self.undrawn
          windings.initializeElement(at: triangle, to: winding == culled ? Self.undrawn : winding)
          if winding == culled || winding == Self.undrawn { continue }
          let (low, high) = (
            a + smaller(smaller(u, v), .zero), a + larger(larger(u, v), .zero)
          )
          if high.min() >= least, low.x <= limit.x, low.y <= limit.y { seen[Int(winding)] += 1 }
        }
        return seen
      }
      filled = count
    }
    isFolded = seen.contains { $0.x > 0 } && seen.contains { $0.y > 0 }
  }

  @inline(__always)
  func corners(_ triangle: Int) -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
    let (points, indices) = (vertices.points, triangles.indices)
    return (
      points[Int(indices[3 * triangle])], points[Int(indices[3 * triangle + 1])],
      points[Int(indices[3 * triangle + 2])]
    )
  }

  /// The visible edges: boundaries and silhouettes.
  func segments(_ neighbors: TriangleAdjacency, over tiles: ScreenTiles) -> [EdgeSegment] {
    let (windings, indices, points) = (windings, triangles.indices, vertices.points)
    let limit =
      SIMD2(Float(tiles.columns), Float(tiles.rows)) * Float(ScreenTiles.side) + ScreenTiles.tolerance
    let blocks = mapBlocks(windings.count, of: Self.blockSize) { range in
      var segments: [EdgeSegment] = []
      for triangle in range where windings[triangle] != Self.undrawn {
        for edge in 3 * triangle..<3 * triangle + 3 {
          let other = neighbors.beyond[edge]
          var isBoundary = true
          if other != TriangleAdjacency.none {
            let winding = windings[Int(other)]
            if winding == windings[triangle] || (winding != Self.undrawn && Int(other) < triangle) {
              continue
            }
            isBoundary = winding == Self.undrawn
          }
          let next = edge == 3 * triangle + 2 ? edge - 2 : edge + 1
          let (a, b) = (points[Int(indices[edge])].lowHalf, points[Int(indices[next])].lowHalf)
          let (low, high) = (smaller(a, b), larger(a, b))
          if low.x > limit.x || low.y > limit.y || high.x < -ScreenTiles.tolerance
            || high.y < -ScreenTiles.tolerance
          {
            continue
          }
          let (start, end) = windings[triangle] == 1 ? (a, b) : (b, a)
          segments.append(EdgeSegment(start: start, end: end, isBoundary: isBoundary, side: UInt32(edge)))
        }
      }
      return segments
    }
    return blocks.count == 1 ? blocks[0] : blocks.flatMap { $0 }
  }
}
