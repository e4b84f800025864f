import MeshTransform
import RenderGraph

/// Finds the screen tiles in which surfaces may intersect: the depth intervals of two surfaces overlap there.
struct DepthIntersections {
  /// The index of each screen tile in `tiles`; -1 for a tile that is not examined.
  private var places: [Int32]
  private let tiles: [Int]
  /// The depth intervals of the earlier items over each of `tiles`.
  private var known: [[Interval]]
  /// The intervals of the item that is added, by windings, over each of `tiles`; empty between two items.
  private var intervals: [Interval]
  /// The places of tiles that the item reaches.
  private var reached: [Int] = []
  /// The slope in points a pixel of the plane from which depth is measured, to which most items are often nearly
  /// parallel.
  private let slope: SIMD2<Float>
  /// The difference of depth in points up to which the depth buffer may fail to separate two surfaces.
  private let margin: Float

  /// The largest number of surfaces that are compared in a tile; a tile with more is reported.
  private static let mostSurfaces = 24

  private struct Interval {
    var far = Float.infinity, near = -Float.infinity

    var isEmpty: Bool { far > near }

    mutating func extend(_ low: Float, _ high: Float) { (far, near) = (min(far, low), max(near, high)) }
  }

  /// - `slope`: the slope of the plane from which depth is measured, in points a pixel.
  init(_ tiles: [Int], of grid: ScreenTiles, slope: SIMD2<Double>, margin: Double) {
    self.tiles = tiles
    places = [Int32](repeating: -1, count: grid.marks.count)
    for (place, tile) in tiles.enumerated() { places[tile] = Int32(place) }
    known = [[Interval]](repeating: [], count: tiles.count)
    intervals = [Interval](repeating: Interval(), count: 2 * tiles.count)
    self.slope = SIMD2<Float>(slope)
    self.margin = Float(margin)
  }

  /// - `isDivided`: whether no later item is compared with this one.
  /// - `found`: called with each tile in which the item may intersect itself or an earlier item.
  mutating func add(
    _ mesh: ProjectedMesh, isDivided: Bool = false, in grid: ScreenTiles, found: (Int) -> Void
  ) {
    for triangle in mesh.windings.indices where mesh.windings[triangle] != ProjectedMesh.undrawn {
      extend(by: triangle, of: mesh, in: grid)
    }
    for place in reached {
      for interval in intervals[2 * place...2 * place + 1] where interval.far <= interval.near {
        let isClear =
          known[place].count < Self.mostSurfaces
          && known[place].allSatisfy { interval.far - $0.near > margin || $0.far - interval.near > margin }
        if !isClear { found(tiles[place]) } else if !isDivided { known[place].append(interval) }
      }
      (intervals[2 * place], intervals[2 * place + 1]) = (Interval(), Interval())
    }
    reached.removeAll(keepingCapacity: true)
  }

  private mutating func extend(by triangle: Int, of mesh: ProjectedMesh, in grid: ScreenTiles) {
    let (a, b, c) = mesh.corners(triangle)
    let (low, high) = (smaller(a, smaller(b, c)), larger(a, larger(b, c)))
    let (columns, rows) = grid.range(
      from: low.lowHalf - ScreenTiles.tolerance, to: high.lowHalf + ScreenTiles.tolerance)
    // Most triangles reach none of the tiles.
    let isExamined = rows.contains { row in columns.contains { places[row * grid.columns + $0] >= 0 } }
    guard isExamined else { return }
    func depth(_ p: SIMD4<Float>) -> Float { p.z - slope.x * p.x - slope.y * p.y + mesh.bias }
    let depths = SIMD3(depth(a), depth(b), depth(c))
    // The change of depth over the triangle.
    let (u, v) = (b - a, c - a)
    let area = u.x * v.y - u.y * v.x
    let (du, dv) = (depths.y - depths.x, depths.z - depths.x)
    let change = SIMD2(du * v.y - dv * u.y, dv * u.x - du * v.x) / area
    // The change is not reliable for a sliver; the depths of its corners are used instead.
    let longest = (larger(u, -u) + larger(v, -v)).lowHalf.sum()
    let isSteep = abs(area) < 0.02 * longest || !(abs(change.x) < 1e6 && abs(change.y) < 1e6)
    // The error of depth: the rasterizer moves corners slightly.
    let shift = (abs(change.x + slope.x) + abs(change.y + slope.y)) / 256
    let (least, most) = (depths.min(), depths.max())
    let side = Float(ScreenTiles.side)
    let reach = (abs(change.x) + abs(change.y)) * (side / 2 + 1)
    let winding = Int(mesh.windings[triangle])
    for row in rows {
      for column in columns {
        let place = places[row * grid.columns + column]
        if place < 0 { continue }
        var (far, near) = (least, most)
        if !isSteep {
          let middle = (SIMD2(Float(column), Float(row)) + 0.5) * side - a.lowHalf
          let depth = depths.x + change.x * middle.x + change.y * middle.y
          let pad = reach + shift + 1e-5 * abs(depth) + 1e-4
          (far, near) = (max(far, depth - pad) - shift, min(near, depth + pad) + shift)
          // Only the triangle's box reaches this tile.
          if far > near { continue }
        }
        if intervals[2 * Int(place)].isEmpty, intervals[2 * Int(place) + 1].isEmpty {
          reached.append(Int(place))
        }
        intervals[2 * Int(place) + winding].extend(far, near)
      }
    }
  }
}
